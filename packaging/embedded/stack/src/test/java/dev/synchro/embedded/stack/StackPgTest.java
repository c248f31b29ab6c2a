package dev.synchro.embedded.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servers that outlive the process that started them, on purpose and by accident. */
class StackPgTest {

  private static Path folder;

  /** JUnit's own temporary folders are closed to the account root's servers run under. */
  @BeforeAll
  static void makeFolder() throws IOException {
    folder = Files.createTempDirectory("synchro-stack");
  }

  @AfterAll
  static void removeFolder() throws IOException {
    Folders.delete(folder);
  }

  @ParameterizedTest
  @CsvSource({
    "'', a command is expected",
    "jump, a command is expected",
    "start --port, option --port needs a value",
    "start --port x, 'a port is a number, found x'",
    "start --port 70000, 'port must be 1 to 65535, found 70000'",
    "start --fast, option --fast is unknown",
    "stop now, argument now is not expected"
  })
  void wrong_arguments_are_refused_with_the_usage(String line, String message) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    List<String> words = line.isEmpty() ? List.of() : List.of(line.split(" "));

    int status = Stack.run(words, System.out, new PrintStream(err, true, StandardCharsets.UTF_8));

    assertThat(status).isEqualTo(64);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .startsWith("stack: " + message + "\n")
        .contains("usage:");
  }

  @Test
  void a_kept_server_outlives_its_starter_and_any_sweep_until_it_is_stopped() throws Exception {
    String printed = startElsewhere("kept");
    Cache cache = Cache.open(Optional.of(folder), ServerAccount.ofThisProcess());
    RunFolder.sweep(cache);

    KeptServer server = KeptServer.all(cache).get(0);
    assertThat(server.isRunning()).isTrue();
    assertThat(printed).isEqualTo(server.psqlCommand("postgres"));
    ProcessHandle companion = companionOf(server.folder());
    assertThat(companion.isAlive()).isTrue();
    server.stop(cache);
    assertThat(server.isRunning()).isFalse();
    assertThat(companion.isAlive()).isFalse();
    assertThat(server.folder()).doesNotExist();
  }

  @Test
  void what_a_killed_process_left_running_is_removed_by_the_next_start() throws Exception {
    Process starter = starter(folder, "killed");
    starter.inputReader().readLine();
    starter.destroyForcibly().waitFor();
    Path run = onlyRun();
    ProcessHandle companion = companionOf(run);
    assertThat(Postmaster.isRunningOver(run.resolve("data"))).isTrue();
    assertThat(companion.isAlive()).isTrue();

    EmbeddedStack.start(StackOptions.withoutJava().withCache(folder)).close();

    assertThat(Postmaster.isRunningOver(run.resolve("data"))).isFalse();
    assertThat(companion.isAlive()).isFalse();
    assertThat(run).doesNotExist();
  }

  @Test
  void companions_are_closed_before_the_server_the_newest_first() {
    EmbeddedStack stack = EmbeddedStack.start(StackOptions.withoutJava().withCache(folder));
    List<String> closed = new ArrayList<>();
    Companion forgotten = () -> closed.add("forgotten");
    stack.closeFirst(() -> closed.add("first while " + isUp(stack)));
    stack.closeFirst(forgotten);
    stack.closeFirst(() -> closed.add("second"));
    stack.forget(forgotten);

    stack.close();
    stack.close();

    assertThat(closed).containsExactly("second", "first while true");
    assertThatThrownBy(() -> stack.closeFirst(() -> closed.add("late")))
        .isInstanceOf(StackFailure.class)
        .hasMessage("the embedded server has ended");
    assertThat(closed).endsWith("late");
  }

  private static boolean isUp(EmbeddedStack stack) {
    try (Socket connection = new Socket(stack.host(), stack.port())) {
      return connection.isConnected();
    } catch (IOException down) {
      return false;
    }
  }

  @Test
  void a_companion_that_cannot_be_closed_keeps_nothing_else_from_ending() {
    EmbeddedStack stack = EmbeddedStack.start(StackOptions.withoutJava().withCache(folder));
    stack.closeFirst(
        () -> {
          throw new IllegalStateException("will not close");
        });

    assertThatThrownBy(stack::close).hasMessage("will not close");

    assertThat(isUp(stack)).isFalse();
  }

  @Test
  void two_processes_that_start_at_once_in_an_empty_folder_both_get_a_server() throws Exception {
    Path empty = Files.createTempDirectory("synchro-at-once");
    Process first = starter(empty, "killed");
    Process second = starter(empty, "killed");

    List<String> printed = List.of(first.inputReader().readLine(), second.inputReader().readLine());

    assertThat(printed).doesNotHaveDuplicates().allMatch(line -> line.startsWith("PGPASSFILE="));
    first.destroy();
    second.destroy();
    first.waitFor();
    second.waitFor();
    assertThat(empty.resolve("run")).isEmptyDirectory();
    Folders.delete(empty);
  }

  @Test
  void a_folder_nobody_can_write_is_refused(@TempDir Path parent) throws IOException {
    Path file = Files.createFile(parent.resolve("file"));

    assertThat(
            catchThrowable(() -> EmbeddedStack.start(StackOptions.withoutJava().withCache(file))))
        .isInstanceOf(StackFailure.class)
        .hasMessageContaining("SYNCHRO_EMBEDDED_CACHE");
  }

  /** A program of this test's own that starts a server and then waits or ends. */
  public static final class Starter {

    private Starter() {}

    public static void main(String[] arguments) throws Exception {
      StackOptions options = StackOptions.withoutJava().withCache(Path.of(arguments[0]));
      boolean kept = arguments[1].equals("kept");
      EmbeddedStack stack = EmbeddedStack.start(options);
      stack.nameProcess(stack.createFolder("companion"), companion());
      if (kept) {
        stack.keepRunning();
      }
      System.out.println(stack.psqlCommand("postgres"));
      System.out.flush();
      if (!kept) {
        Thread.sleep(Duration.ofMinutes(2).toMillis());
      }
    }
  }

  private static ProcessHandle companion() throws IOException {
    return new ProcessBuilder("sleep", "300").start().toHandle();
  }

  private static String startElsewhere(String how) throws Exception {
    Process process = starter(folder, how);
    String printed = process.inputReader().readLine();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return printed;
  }

  private static Process starter(Path cache, String how) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Starter.class.getName(),
                cache.toString(),
                how));
    return new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  /** The start time in the file is not looked at: the process is younger than this test. */
  private static ProcessHandle companionOf(Path run) throws IOException {
    try (Stream<Path> folders = Files.list(run.resolve("with"))) {
      String named = Files.readString(folders.findFirst().orElseThrow().resolve("process"));
      return ProcessHandle.of(Long.parseLong(named.split(" ", 2)[0])).orElseThrow();
    }
  }

  private static Path onlyRun() throws IOException {
    try (Stream<Path> runs = Files.list(folder.resolve("run"))) {
      return runs.findFirst().orElseThrow();
    }
  }
}
