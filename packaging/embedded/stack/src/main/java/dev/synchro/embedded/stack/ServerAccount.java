package dev.synchro.embedded.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The operating system account the server runs under: the one that starts the stack, or, because
 * PostgreSQL refuses to run as root, the overflow account when root starts it.
 */
enum ServerAccount {
  /** The account of this JVM. */
  OWN,
  /** User and group 65534, which own nothing else on the machine. */
  OVERFLOW;

  private static final int OVERFLOW_ID = 65_534;

  static ServerAccount ofThisProcess() {
    return userId() == 0 ? OVERFLOW : OWN;
  }

  private static int userId() {
    try {
      return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    } catch (IOException | UnsupportedOperationException noProc) {
      throw new StackFailure("the embedded stack needs Linux with /proc mounted", noProc);
    }
  }

  /** The command that runs {@code words} under this account, without any way back. */
  List<String> running(List<String> words) {
    if (this == OWN) {
      return words;
    }
    List<String> wrapped =
        new ArrayList<>(
            List.of(
                "setpriv",
                "--reuid=" + OVERFLOW_ID,
                "--regid=" + OVERFLOW_ID,
                "--clear-groups",
                "--inh-caps=-all",
                "--no-new-privs"));
    wrapped.addAll(words);
    return wrapped;
  }

  /** Hands a folder and everything in it to this account. */
  void own(Path folder) {
    if (this == OWN) {
      return;
    }
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        Files.setAttribute(path, "unix:uid", OVERFLOW_ID, LinkOption.NOFOLLOW_LINKS);
        Files.setAttribute(path, "unix:gid", OVERFLOW_ID, LinkOption.NOFOLLOW_LINKS);
      }
    } catch (IOException failed) {
      throw new StackFailure(
          "cannot hand " + folder + " to user " + OVERFLOW_ID + ", under which the server runs",
          failed);
    }
  }

  /** Refuses a path this account cannot reach, such as one below root's home folder. */
  void requireReadable(Path path, String what) {
    boolean readable =
        Command.of(running(List.of("test", "-r", path.toString())))
            .run(Duration.ofSeconds(20))
            .succeeded();
    if (!readable) {
      throw new StackFailure(
          what
              + " must be readable by "
              + (this == OWN
                  ? "this user"
                  : "user " + OVERFLOW_ID + ", under which root's server runs")
              + ": "
              + path
              + " is not");
    }
  }
}
