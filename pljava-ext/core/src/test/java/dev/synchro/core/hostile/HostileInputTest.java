package dev.synchro.core.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostileInputTest {
  /** For the Java machine itself, one MiB of input and whatever is made of it. */
  private static final String HEAP = "-Xmx64m";

  private static final int DEADLINE_MINUTES = 10;

  @TempDir private Path folder;

  @Test
  void every_reader_answers_every_shape_in_a_small_heap() throws Exception {
    Path said = folder.resolve("said.txt");
    Process process = start(said);
    boolean ended = process.waitFor(DEADLINE_MINUTES, TimeUnit.MINUTES);
    process.destroyForcibly();
    assertThat(Files.readString(said, StandardCharsets.UTF_8)).isEmpty();
    assertThat(ended).isTrue();
    assertThat(process.exitValue()).isZero();
  }

  private static Process start(Path said) throws IOException {
    String java =
        System.getProperty("java.home") + File.separator + "bin" + File.separator + "java";
    List<String> command =
        List.of(
            java,
            HEAP,
            "-Xss256k",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            Readers.class.getName());
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(said.toFile())
        .start();
  }
}
