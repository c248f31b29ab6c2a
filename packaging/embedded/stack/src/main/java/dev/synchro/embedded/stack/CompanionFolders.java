package dev.synchro.embedded.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Files of the programs that work with a server lie in its run folder and go with it. A folder may
 * name the process it belongs to, so that who ends the server later, knowing only the folder, can
 * end that process first.
 */
record CompanionFolders(Path path) {

  private static final String PROCESS = "process";
  private static final Duration ORDERLY_END = Duration.ofSeconds(10);

  /** Position of the start time among the fields that follow the name in {@code /proc/PID/stat}. */
  private static final int START_TIME = 19;

  static CompanionFolders of(Path runFolder) {
    return new CompanionFolders(runFolder.resolve("with"));
  }

  /** A new folder that only its owner can read. */
  Path create(String name) throws IOException {
    return Files.createTempDirectory(Files.createDirectories(path), name + "-");
  }

  static void name(Path folder, ProcessHandle process) throws IOException {
    Optional<String> start = startTime(process.pid());
    if (start.isPresent()) {
      Files.writeString(folder.resolve(PROCESS), process.pid() + " " + start.get());
    }
  }

  /** Ends every process that is named here and still runs. */
  void endProcesses() throws IOException {
    List<ProcessHandle> running;
    try (Stream<Path> folders = Files.list(path)) {
      running = folders.map(CompanionFolders::running).flatMap(Optional::stream).toList();
    } catch (NoSuchFileException none) {
      return;
    }
    running.forEach(ProcessHandle::destroy);
    for (ProcessHandle process : running) {
      if (!Postmaster.await(ORDERLY_END, () -> !process.isAlive())) {
        process.destroyForcibly();
        Postmaster.await(ORDERLY_END, () -> !process.isAlive());
      }
    }
  }

  /** Process ids are used again; together with its start time a process is named for good. */
  private static Optional<ProcessHandle> running(Path folder) {
    try {
      String[] words = Files.readString(folder.resolve(PROCESS)).split(" ", 2);
      long id = Long.parseLong(words[0]);
      return startTime(id).filter(words[1]::equals).flatMap(same -> ProcessHandle.of(id));
    } catch (IOException none) {
      return Optional.empty();
    }
  }

  private static Optional<String> startTime(long id) {
    try {
      String stat = Files.readString(Path.of("/proc", String.valueOf(id), "stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return Optional.of(fields[START_TIME]);
    } catch (IOException gone) {
      return Optional.empty();
    }
  }
}
