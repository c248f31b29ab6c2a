package dev.synchro.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.fixture.Poll;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The demo as a process of its own, ended by a signal in the middle. */
class InterruptedDemoPgTest {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String TITLE_OR_STEP = "synchro: .*|  [a-zA-Z0-9 -]{11} .* s";

  @TempDir private Path folder;

  /** INT goes to the whole group, as from a terminal; TERM to the demo alone, as from a service. */
  @ParameterizedTest
  @CsvSource({"INT, -, 130, database", "TERM, '', 143, alice"})
  void a_signal_leaves_no_process_no_file_and_no_word(
      String signal, String group, int status, String step) throws Exception {
    Path temporary = Files.createDirectory(folder.resolve("tmp"));
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Process demo = start(temporary, out, err);
    Poll.until(
        "step " + step, PATIENCE, () -> text(out).contains("  " + step + " "), () -> text(err));
    List<ProcessHandle> started = demo.toHandle().descendants().toList();
    Path dataFolder = started.stream().flatMap(each -> dataFolder(each).stream()).findFirst().get();

    new ProcessBuilder("kill", "-s", signal, "--", group + demo.pid()).start().waitFor();

    assertThat(demo.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(demo.exitValue()).isEqualTo(status);
    assertThat(started).noneMatch(ProcessHandle::isAlive);
    assertThat(dataFolder.getParent()).doesNotExist();
    assertThat(temporary).isEmptyDirectory();
    assertThat(text(err)).isEmpty();
    assertThat(text(out).lines()).allMatch(line -> line.matches(TITLE_OR_STEP));
  }

  /**
   * In a group of its own, and with SIGINT as a terminal leaves it, however the build was begun.
   */
  private static Process start(Path temporary, Path out, Path err) throws IOException {
    return new ProcessBuilder(
            "env",
            "--default-signal=INT",
            "setsid",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-Djava.io.tmpdir=" + temporary,
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            Demo.class.getName())
        .redirectOutput(out.toFile())
        .redirectError(err.toFile())
        .start();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** The folder in the command line of a server. */
  private static Optional<Path> dataFolder(ProcessHandle process) {
    try {
      String line = Files.readString(Path.of("/proc", String.valueOf(process.pid()), "cmdline"));
      List<String> words = List.of(line.split("\0"));
      return words.get(0).endsWith("/bin/postgres")
          ? Optional.of(Path.of(words.get(words.indexOf("-D") + 1)))
          : Optional.empty();
    } catch (IOException gone) {
      return Optional.empty();
    }
  }
}
