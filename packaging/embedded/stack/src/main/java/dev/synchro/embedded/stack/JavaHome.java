package dev.synchro.embedded.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A JDK whose virtual machine runs inside the server's backends.
 *
 * @param release what the JDK says of itself, its version and maker
 */
record JavaHome(Path path, String release) {

  static final String VARIABLE = "SYNCHRO_EMBEDDED_JAVA_HOME";

  private static final int OLDEST = 17;

  /** The chosen JDK, else the one the environment names, else the one that runs this code. */
  static JavaHome find(Optional<Path> chosen, ServerAccount account) {
    Path home = chosen.orElseGet(JavaHome::usual).toAbsolutePath().normalize();
    for (String needed : List.of("include/jni.h", "lib/server/libjvm.so", "bin/java", "release")) {
      if (!Files.isReadable(home.resolve(needed))) {
        throw new StackFailure(
            "language java needs a whole JDK 17 or newer, "
                + home
                + " has no "
                + needed
                + ": name another in "
                + VARIABLE);
      }
    }
    account.requireReadable(home.resolve("lib/server/libjvm.so"), "the JDK");
    JavaHome found = new JavaHome(home, release(home));
    if (found.version() < OLDEST) {
      throw new StackFailure(
          "language java needs a JDK 17 or newer, " + home + " is version " + found.version());
    }
    return found;
  }

  Path machine() {
    return path.resolve("lib/server/libjvm.so");
  }

  /** The feature version, such as 17. */
  int version() {
    return release
        .lines()
        .filter(line -> line.startsWith("JAVA_VERSION="))
        .map(line -> line.replaceAll("^JAVA_VERSION=\"?(1\\.)?([0-9]+).*$", "$2"))
        .filter(number -> number.matches("[0-9]{1,4}"))
        .map(Integer::parseInt)
        .findFirst()
        .orElse(0);
  }

  private static Path usual() {
    String named = System.getenv(VARIABLE);
    return Path.of(
        named == null || named.isBlank() ? System.getProperty("java.home") : named.strip());
  }

  private static String release(Path home) {
    try {
      return Files.readString(home.resolve("release"));
    } catch (IOException failed) {
      throw new StackFailure("cannot read " + home.resolve("release"), failed);
    }
  }
}
