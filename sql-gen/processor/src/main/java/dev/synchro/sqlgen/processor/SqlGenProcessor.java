package dev.synchro.sqlgen.processor;

import dev.synchro.sqlgen.Extension;
import dev.synchro.sqlgen.ExtensionSql;
import dev.synchro.sqlgen.SettingsProfile;
import dev.synchro.sqlgen.SqlFunction;
import dev.synchro.sqlgen.SqlRoutine;
import dev.synchro.sqlgen.SqlSchema;
import dev.synchro.sqlgen.SqlTable;
import dev.synchro.sqlgen.SqlType;
import dev.synchro.sqlgen.processor.check.Place;
import dev.synchro.sqlgen.processor.check.Refusals;
import dev.synchro.sqlgen.processor.check.Rule;
import dev.synchro.sqlgen.processor.read.Compiler;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.annotation.Annotation;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;

/**
 * Collects the annotated elements of the first round that has any and hands them to {@link
 * Generation}. All of them belong to one script, so nothing that appears later can join.
 */
public final class SqlGenProcessor extends AbstractProcessor {

  private static final List<Class<? extends Annotation>> ANNOTATIONS =
      List.of(
          Extension.class,
          SqlSchema.class,
          SqlSchema.List.class,
          SettingsProfile.class,
          SettingsProfile.List.class,
          SqlType.class,
          SqlType.List.class,
          SqlTable.class,
          SqlTable.List.class,
          SqlRoutine.class,
          SqlRoutine.List.class,
          SqlFunction.class,
          ExtensionSql.class,
          ExtensionSql.List.class);

  private boolean done;

  /** Made by the compiler. */
  public SqlGenProcessor() {}

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latestSupported();
  }

  @Override
  public Set<String> getSupportedAnnotationTypes() {
    return ANNOTATIONS.stream().map(Class::getCanonicalName).collect(Collectors.toSet());
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    List<Element> elements = elements(round);
    if (elements.isEmpty()) {
      return false;
    }
    try {
      generate(elements);
    } catch (RuntimeException e) {
      crash(elements.get(0), e);
    }
    return false;
  }

  private void generate(List<Element> elements) {
    Compiler compiler = new Compiler(processingEnv);
    Refusals refusals = new Refusals();
    if (done) {
      refusals.refuse(
          new Place(elements.get(0), Optional.empty()),
          Rule.GENERATED_SOURCE,
          "generated source cannot declare objects of the extension");
    } else {
      new Generation(compiler, refusals).run(elements);
    }
    done = true;
    refusals.report(processingEnv.getMessager(), compiler.trees());
  }

  /** The annotated elements by name and, within a class, as they are written. */
  private static List<Element> elements(RoundEnvironment round) {
    Stream<? extends Element> all =
        ANNOTATIONS.stream()
            .flatMap(annotation -> round.getElementsAnnotatedWith(annotation).stream());
    Set<Element> distinct = new LinkedHashSet<>();
    all.forEach(distinct::add);
    return distinct.stream()
        .sorted(
            Comparator.comparing(SqlGenProcessor::className)
                .thenComparing(SqlGenProcessor::position))
        .toList();
  }

  private static String className(Element element) {
    Element type =
        element.getKind() == ElementKind.METHOD ? element.getEnclosingElement() : element;
    return type.toString();
  }

  private static int position(Element element) {
    return element.getKind() == ElementKind.METHOD
        ? 1 + element.getEnclosingElement().getEnclosedElements().indexOf(element)
        : 0;
  }

  /** A fault of ours must fail the build, not vanish in a log. */
  private void crash(Element element, RuntimeException fault) {
    StringWriter trace = new StringWriter();
    fault.printStackTrace(new PrintWriter(trace));
    processingEnv
        .getMessager()
        .printMessage(
            Diagnostic.Kind.ERROR, "[" + Rule.PROCESSOR_CRASHED.title() + "] " + trace, element);
  }
}
