package dev.synchro.embedded.stack;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The server process over one data folder: started until it accepts connections, and ended. */
final class Postmaster {

  private static final Duration START_DEADLINE = Duration.ofSeconds(90);
  private static final Duration ORDERLY_END = Duration.ofSeconds(5);
  private static final Duration IMMEDIATE_END = Duration.ofSeconds(15);
  private static final int POLL_MILLISECONDS = 10;
  private static final int STATUS_LINE = 7;
  private static final int LOG_LINES = 15;

  private final Path data;
  private final ProcessHandle process;

  private Postmaster(Path data, ProcessHandle process) {
    this.data = data;
    this.process = process;
  }

  /** Starts the server and waits until it is ready; a server that is not ready in time is ended. */
  static Postmaster start(ServerFiles server, ServerAccount account, Path data, Path log) {
    List<String> words = new ArrayList<>(List.of("setsid"));
    words.addAll(
        account.running(List.of(server.program("postgres").toString(), "-D", data.toString())));
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .directory(data.toFile());
    ServerEnvironment.applyTo(builder.environment());
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      Postmaster postmaster = new Postmaster(data, process.toHandle());
      postmaster.awaitReady(log);
      return postmaster;
    } catch (IOException failed) {
      throw new StackFailure(
          "cannot start the server: setsid and setpriv of util-linux must be installed", failed);
    }
  }

  private void awaitReady(Path log) throws IOException {
    boolean settled =
        await(START_DEADLINE, () -> !process.isAlive() || "ready".equals(status().orElse("")));
    if (process.isAlive() && settled) {
      return;
    }
    end();
    throw new StackFailure(
        (settled ? "the server ended while starting: " : "the server was not ready in time: ")
            + lastLines(log));
  }

  /** The word the server keeps in its pid file on how far it is. */
  private Optional<String> status() {
    List<String> lines = pidFile(data);
    return lines.size() > STATUS_LINE
        ? Optional.of(lines.get(STATUS_LINE).strip())
        : Optional.empty();
  }

  boolean isRunning() {
    return process.isAlive();
  }

  long processId() {
    return process.pid();
  }

  /**
   * Ends the server: open transactions are rolled back and sessions closed; when that takes longer
   * than 5 s, for example because a backend is inside Java code, it ends as by a power failure.
   */
  void end() {
    end(process);
  }

  /** Ends the server as by a power failure, so that the next start has to recover. */
  void crash() {
    signal("QUIT", process);
    if (!await(IMMEDIATE_END, () -> !process.isAlive())) {
      throw new StackFailure("the server did not end on an immediate shutdown");
    }
  }

  /** Ends the server that runs over a data folder, whoever started it, if there is one. */
  static void endStray(Path data) {
    running(data).ifPresent(Postmaster::end);
  }

  static boolean isRunningOver(Path data) {
    return running(data).isPresent();
  }

  /** The process a data folder's pid file names, when it really is a server. */
  private static Optional<ProcessHandle> running(Path data) {
    List<String> lines = pidFile(data);
    if (lines.size() < 2 || !lines.get(1).equals(data.toString())) {
      return Optional.empty();
    }
    return ProcessHandle.of(Long.parseLong(lines.get(0).strip()))
        .filter(ProcessHandle::isAlive)
        .filter(Postmaster::isPostgres);
  }

  /** Process ids are used again, and a stranger must never be signalled. */
  private static boolean isPostgres(ProcessHandle process) {
    try {
      byte[] words = Files.readAllBytes(Path.of("/proc", String.valueOf(process.pid()), "cmdline"));
      return new String(words, StandardCharsets.UTF_8).split("\0", 2)[0].endsWith("/bin/postgres");
    } catch (IOException gone) {
      return false;
    }
  }

  private static void end(ProcessHandle process) {
    signal("INT", process);
    if (await(ORDERLY_END, () -> !process.isAlive())) {
      return;
    }
    signal("QUIT", process);
    if (await(IMMEDIATE_END, () -> !process.isAlive())) {
      return;
    }
    List<ProcessHandle> family = new ArrayList<>(process.descendants().toList());
    family.add(process);
    family.forEach(ProcessHandle::destroyForcibly);
    await(IMMEDIATE_END, () -> family.stream().noneMatch(ProcessHandle::isAlive));
  }

  private static void signal(String name, ProcessHandle process) {
    if (process.isAlive()) {
      Command.of("sh", "-c", "kill -s \"$1\" \"$2\"", "sh", name, String.valueOf(process.pid()))
          .run(Duration.ofSeconds(20));
    }
  }

  private static List<String> pidFile(Path data) {
    try {
      return Files.readAllLines(data.resolve("postmaster.pid"));
    } catch (NoSuchFileException notYet) {
      return List.of();
    } catch (IOException unreadable) {
      return List.of();
    }
  }

  private static String lastLines(Path log) throws IOException {
    List<String> lines = Files.readAllLines(log);
    return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
  }

  static boolean await(Duration deadline, BooleanSupplier condition) {
    long end = System.nanoTime() + deadline.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        return false;
      }
      try {
        Thread.sleep(POLL_MILLISECONDS);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return condition.getAsBoolean();
      }
    }
    return true;
  }
}
