package dev.synchro.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final List<String> FORBIDDEN =
      List.of(
          "java.sql",
          "java.lang.reflect",
          "java.util.ServiceLoader",
          "java.util.logging",
          "java.util.Random",
          "java.util.UUID",
          "java.time.Clock",
          "java.net",
          "java.io.File");

  private static List<String> imports() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .flatMap(ArchitectureTest::lines)
          .filter(line -> line.startsWith("import "))
          .map(line -> line.replaceAll("^import (static )?|;$", ""))
          .distinct()
          .collect(Collectors.toList());
    }
  }

  private static Stream<String> lines(Path file) {
    try {
      return Files.readAllLines(file).stream();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void the_core_needs_the_jdk_only() throws IOException {
    assertThat(imports())
        .isNotEmpty()
        .allMatch(name -> name.startsWith("java.") || name.startsWith("dev.synchro.core."));
  }

  @Test
  void the_core_touches_no_database_no_clock_and_no_reflection() throws IOException {
    for (String forbidden : FORBIDDEN) {
      assertThat(imports()).noneMatch(name -> name.startsWith(forbidden));
    }
  }
}
