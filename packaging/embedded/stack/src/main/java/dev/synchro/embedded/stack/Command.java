package dev.synchro.embedded.stack;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * One run of another program to its end: both outputs are read together and only their last part is
 * kept, and a program that does not end in time is killed with everything it started.
 */
final class Command {

  private static final int KEPT_OUTPUT_OCTETS = 16_384;

  private final List<String> words;
  private final Map<String, String> environment = new TreeMap<>();
  private Optional<Path> folder = Optional.empty();
  private boolean ofServer;

  private Command(List<String> words) {
    this.words = List.copyOf(words);
  }

  static Command of(List<String> words) {
    return new Command(words);
  }

  static Command of(String... words) {
    return new Command(List.of(words));
  }

  Command in(Path workingFolder) {
    folder = Optional.of(workingFolder);
    return this;
  }

  Command with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  /** The program sees the server's environment in place of this process's. */
  Command withEnvironmentOfServer() {
    ofServer = true;
    return this;
  }

  /** What a finished program left: its exit status and the last part of what it printed. */
  record Result(String program, int status, String output) {

    boolean succeeded() {
      return status == 0;
    }

    /** Refuses any status but zero, with the program's last lines in the message. */
    Result orFail(String purpose) {
      if (!succeeded()) {
        throw new StackFailure(
            purpose + ": " + program + " ended with status " + status + ": " + lastLines(12));
      }
      return this;
    }

    String lastLines(int count) {
      List<String> lines = output.strip().lines().toList();
      return String.join("\n", lines.subList(Math.max(0, lines.size() - count), lines.size()));
    }
  }

  /** Whether a program of this name can be started at all. */
  static boolean exists(String program) {
    return of("sh", "-c", "command -v \"$1\" >/dev/null 2>&1", "sh", program)
        .run(Duration.ofSeconds(20))
        .succeeded();
  }

  Result run(Duration deadline) {
    Process process = start();
    Tail tail = new Tail(process.getInputStream());
    tail.start();
    try {
      if (!process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new StackFailure(
            words.get(0) + " did not end within " + deadline.toSeconds() + " s: " + tail.text());
      }
      tail.join(TimeUnit.SECONDS.toMillis(5));
      return new Result(words.get(0), process.exitValue(), tail.text());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new StackFailure("interrupted while waiting for " + words.get(0), interrupted);
    } finally {
      new ArrayList<>(process.descendants().toList()).forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private Process start() {
    ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
    folder.ifPresent(path -> builder.directory(path.toFile()));
    if (ofServer) {
      ServerEnvironment.applyTo(builder.environment());
    }
    environment.forEach(builder.environment()::put);
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      return process;
    } catch (IOException notStarted) {
      throw new StackFailure("cannot start " + words.get(0) + ": it is not installed", notStarted);
    }
  }

  /** Reads to the end so that the program never blocks on a full pipe, and keeps the last part. */
  private static final class Tail extends Thread {

    private final InputStream source;
    private final StringBuilder kept = new StringBuilder();

    Tail(InputStream source) {
      super("output of a command");
      setDaemon(true);
      this.source = source;
    }

    @Override
    public void run() {
      byte[] buffer = new byte[8192];
      try {
        for (int count = source.read(buffer); count >= 0; count = source.read(buffer)) {
          keep(new String(buffer, 0, count, StandardCharsets.UTF_8));
        }
      } catch (IOException closed) {
        // The program was killed; what came before is all there is.
        return;
      }
    }

    private synchronized void keep(String text) {
      kept.append(text);
      if (kept.length() > KEPT_OUTPUT_OCTETS) {
        kept.delete(0, kept.length() - KEPT_OUTPUT_OCTETS);
      }
    }

    synchronized String text() {
      return kept.toString();
    }
  }
}
