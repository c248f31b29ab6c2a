package dev.synchro.sqlgen.processor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.Compiler;
import com.google.testing.compile.JavaFileObjects;
import dev.synchro.sqlgen.processor.check.Rule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;
import javax.tools.StandardLocation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compiles wrong sources and compares every error, with its line, with the expected ones. */
class RefusedTest {

  /** Rules that no source alone can break; they have tests of their own below. */
  private static final Set<Rule> WITHOUT_CASE =
      Set.of(Rule.PROCESSOR_CRASHED, Rule.GENERATED_SOURCE);

  static List<Path> cases() {
    return Cases.of("refused");
  }

  @ParameterizedTest
  @MethodSource("cases")
  void errorsAreTheExpectedOnes(Path folder) {
    String errors = errors(Cases.process(Cases.sources(folder)));

    assertThat(errors).isEqualTo(Cases.expected(folder.resolve("expected.txt"), errors));
  }

  @Test
  void everyRuleHasACaseOfItsName() {
    Set<String> rules =
        Arrays.stream(Rule.values())
            .filter(rule -> !WITHOUT_CASE.contains(rule))
            .map(Rule::title)
            .collect(Collectors.toSet());
    for (String rule : rules) {
      Path expected = Path.of("src/test/resources/refused", rule, "expected.txt");
      assertThat(Cases.read(expected)).as(rule).contains("[" + rule + "]");
    }
  }

  @Test
  void crashBecomesACompileError() {
    JavaFileObject source =
        JavaFileObjects.forSourceString(
            "demo.Shop", Cases.read(Path.of("src/test/resources/common/Shop.java")));

    Compilation compilation =
        Compiler.javac()
            .withOptions("-proc:only")
            .withProcessors(new WritesFirst(), new SqlGenProcessor())
            .compile(source);

    assertThat(errors(compilation)).contains("[ProcessorCrashed] ").contains("FilerException");
  }

  @Test
  void generatedSourceCannotJoinTheScript() {
    JavaFileObject source =
        JavaFileObjects.forSourceString(
            "demo.Shop", Cases.read(Path.of("src/test/resources/common/Shop.java")));

    Compilation compilation =
        Compiler.javac()
            .withOptions("-proc:only")
            .withProcessors(new Generates(), new SqlGenProcessor())
            .compile(source);

    assertThat(errors(compilation))
        .isEqualTo(
            "3 [GeneratedSource] generated source cannot declare objects of the extension\n");
  }

  /** One line for each error: its line in the source and its message. */
  private static String errors(Compilation compilation) {
    return compilation.errors().stream()
        .sorted(
            Comparator.<Diagnostic<?>>comparingLong(Diagnostic::getLineNumber)
                .thenComparing(error -> error.getMessage(null)))
        .map(error -> error.getLineNumber() + " " + error.getMessage(null) + "\n")
        .collect(Collectors.joining());
  }

  /** Takes the name of the control file before the generator can. */
  private static final class WritesFirst extends OnceProcessor {

    @Override
    void once() throws IOException {
      processingEnv
          .getFiler()
          .createResource(StandardLocation.CLASS_OUTPUT, "", "shop.control")
          .openOutputStream()
          .close();
    }
  }

  /** Generates a class that declares a statement. */
  private static final class Generates extends OnceProcessor {

    @Override
    void once() throws IOException {
      try (Writer writer = processingEnv.getFiler().createSourceFile("demo.Late").openWriter()) {
        writer.write(
            "package demo;\n@dev.synchro.sqlgen.ExtensionSql(name = \"a\", statement = \"SELECT 1\")"
                + "\nfinal class Late {}\n");
      }
    }
  }

  private abstract static class OnceProcessor extends AbstractProcessor {

    private boolean done;

    abstract void once() throws IOException;

    @Override
    public Set<String> getSupportedAnnotationTypes() {
      return Set.of("*");
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
      return SourceVersion.latestSupported();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
      if (!done) {
        done = true;
        try {
          once();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      return false;
    }
  }
}
