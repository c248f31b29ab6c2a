package dev.synchro.sqlgen.processor;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.Compiler;
import com.google.testing.compile.JavaFileObjects;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.StandardLocation;

/**
 * Sources to compile and what is expected of it, one folder a case. With {@code
 * -Dsynchro.accept=true} the expectations are written instead of compared; review them as a diff.
 */
final class Cases {

  private static final Path RESOURCES = Path.of("src/test/resources");
  private static final boolean ACCEPT = Boolean.getBoolean("synchro.accept");

  private Cases() {}

  /** The folders of one kind of case, by name. */
  static List<Path> of(String kind) {
    try (Stream<Path> folders = Files.list(RESOURCES.resolve(kind))) {
      return folders.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The source of a case, with the extension of {@code common} unless it declares one or says that
   * there is none.
   */
  static List<JavaFileObject> sources(Path folder) {
    String text = read(folder.resolve("Source.java"));
    List<JavaFileObject> sources = new ArrayList<>();
    sources.add(JavaFileObjects.forSourceString("demo.Source", text));
    if (!text.contains("@Extension(")) {
      sources.add(
          JavaFileObjects.forSourceString(
              "demo.Shop", read(RESOURCES.resolve("common/Shop.java"))));
    }
    return sources;
  }

  /** Runs the processor alone; no class is written. */
  static Compilation process(List<JavaFileObject> sources) {
    return Compiler.javac()
        .withOptions("-proc:only")
        .withProcessors(new SqlGenProcessor())
        .compile(sources);
  }

  /** Runs the processor and compiles everything, what it generated included. */
  static Compilation compile(List<JavaFileObject> sources) {
    return Compiler.javac().withProcessors(new SqlGenProcessor()).compile(sources);
  }

  /** A file the processor wrote. */
  static String output(Compilation compilation, String name) {
    try {
      return compilation
          .generatedFile(StandardLocation.CLASS_OUTPUT, "", name)
          .orElseThrow(() -> new AssertionError(name + " was not written: " + compilation.errors()))
          .getCharContent(false)
          .toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a case expects; when accepting, the actual text. */
  static String expected(Path file, String actual) {
    try {
      if (ACCEPT) {
        Files.writeString(file, actual, UTF_8);
      }
      return read(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String read(Path file) {
    try {
      return Files.readString(file, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
