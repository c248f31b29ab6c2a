package dev.synchro.embedded.language;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** The classes of {@link Functions} in a jar that the server's user can read. */
final class FunctionJar {
  private FunctionJar() {}

  static Path write() {
    try {
      Path folder = Files.createTempDirectory("functions");
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
      Path jar = folder.resolve("functions.jar");
      // What was named last goes first, and only an empty folder can go.
      folder.toFile().deleteOnExit();
      jar.toFile().deleteOnExit();
      write(jar);
      return jar;
    } catch (IOException | URISyntaxException failed) {
      throw new IllegalStateException("cannot write the jar of the test functions", failed);
    }
  }

  private static void write(Path jar) throws IOException, URISyntaxException {
    Path classes =
        Path.of(Functions.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        Stream<Path> found = Files.walk(classes)) {
      List<Path> own =
          found.filter(path -> path.getFileName().toString().startsWith("Functions")).toList();
      for (Path path : own) {
        out.putNextEntry(new JarEntry(classes.relativize(path).toString().replace('\\', '/')));
        out.write(Files.readAllBytes(path));
        out.closeEntry();
      }
    }
  }
}
