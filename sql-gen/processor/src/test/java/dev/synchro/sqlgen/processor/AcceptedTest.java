package dev.synchro.sqlgen.processor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.JavaFileObjects;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compiles right sources and compares every file that is written with the expected one. */
class AcceptedTest {

  private static final String SCRIPT = "shop--1.0.0.sql";

  static List<Path> cases() {
    return Cases.of("accepted");
  }

  @ParameterizedTest
  @MethodSource("cases")
  void scriptAndManifestAreTheExpectedOnes(Path folder) {
    Compilation compilation = Cases.process(Cases.sources(folder));
    String script = Cases.output(compilation, SCRIPT);
    String manifest = Cases.output(compilation, "shop--1.0.0.objects.json");

    assertThat(script).isEqualTo(Cases.expected(folder.resolve("expected.sql"), script));
    assertThat(manifest).isEqualTo(Cases.expected(folder.resolve("expected.json"), manifest));
  }

  @Test
  void controlFileFixesSchemaAndEncoding() {
    Compilation compilation =
        Cases.process(Cases.sources(Path.of("src/test/resources/accepted/smallest")));

    assertThat(Cases.output(compilation, "shop.control"))
        .isEqualTo(
            """
            comment = 'A shop'
            default_version = '1.0.0'
            encoding = 'UTF8'
            schema = 'shop'
            relocatable = false
            superuser = true
            trusted = false
            """);
  }

  @Test
  void fingerprintOfClassAndScriptAreEqualAndDependOnTheObjects() {
    Compilation compilation =
        Cases.compile(Cases.sources(Path.of("src/test/resources/accepted/fingerprint")));
    String source =
        compilation
            .generatedSourceFile("demo.Fingerprint")
            .map(AcceptedTest::content)
            .orElseThrow();
    String value = source.replaceAll("(?s).*VALUE = \"([0-9a-f]{64})\".*", "$1");

    assertThat(value).hasSize(64).isNotEqualTo("0".repeat(64));
    assertThat(Cases.output(compilation, SCRIPT)).contains("RETURN '" + value + "'::text");
  }

  @Test
  void orderOfSourcesDoesNotMatter() {
    List<JavaFileObject> sources = new ArrayList<>();
    for (String name : List.of("Delta", "Alpha", "Charlie", "Bravo")) {
      sources.add(
          JavaFileObjects.forSourceString(
              "demo." + name,
              """
              package demo;
              import dev.synchro.sqlgen.*;
              @SqlTable(
                  name = "%1$s_b",
                  comment = "Second",
                  columns = @Column(name = "id", type = "bigint", primaryKey = true))
              @SqlTable(
                  name = "%1$s_a",
                  comment = "First",
                  columns = @Column(name = "id", type = "bigint"),
                  foreignKeys = @ForeignKey(columns = "id", references = "%1$s_b"))
              public final class %2$s {
                /** Answers. */
                @SqlFunction(name = "%1$s_answer")
                public static long answer() {
                  return 42;
                }
              }
              """
                  .formatted(name.toLowerCase(Locale.ROOT), name)));
    }
    sources.add(
        JavaFileObjects.forSourceString(
            "demo.Shop", Cases.read(Path.of("src/test/resources/common/Shop.java"))));
    Compilation first = Cases.process(sources);

    Random random = new Random(5);
    for (int round = 0; round < 5; round++) {
      Collections.shuffle(sources, random);
      Compilation other = Cases.process(sources);
      assertThat(Cases.output(other, SCRIPT)).isEqualTo(Cases.output(first, SCRIPT));
      assertThat(Cases.output(other, "shop--1.0.0.objects.json"))
          .isEqualTo(Cases.output(first, "shop--1.0.0.objects.json"));
    }
  }

  private static String content(JavaFileObject file) {
    try {
      return file.getCharContent(false).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
