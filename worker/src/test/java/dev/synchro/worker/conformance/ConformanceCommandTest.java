package dev.synchro.worker.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ConformanceCommandTest {
  @TempDir private Path folder;
  private final StringWriter printed = new StringWriter();

  private int run(String... arguments) {
    CommandLine command = new CommandLine(new ConformanceCommand());
    command.setOut(new PrintWriter(printed, true));
    command.setErr(new PrintWriter(printed, true));
    return command.execute(arguments);
  }

  @Test
  void what_it_generates_it_accepts() {
    assertThat(run(folder.toString(), "--generate", "--seed", "7")).isZero();
    assertThat(run(folder.toString())).as(printed.toString()).isZero();
    assertThat(printed.toString()).contains("ok   row-digests.json: 60 reproduced, 0 refused");
  }

  @Test
  void a_changed_digest_is_shown_and_fails() throws Exception {
    run(folder.toString(), "--generate");
    Path rows = folder.resolve("row-digests.json");
    String text = Files.readString(rows, StandardCharsets.UTF_8);
    int at = text.indexOf("\"row_digest\":\"") + "\"row_digest\":\"".length();
    char other = text.charAt(at) == '0' ? '1' : '0';
    Files.writeString(rows, text.substring(0, at) + other + text.substring(at + 1));
    assertThat(run(folder.toString())).isEqualTo(1);
    assertThat(printed.toString())
        .contains("FAIL row-digests.json: 59 reproduced, 0 refused, 1 different")
        .contains("row_digest expected");
  }

  @Test
  void a_file_it_does_not_know_fails() throws Exception {
    Files.writeString(folder.resolve("other.json"), "{\"format\":1,\"cases\":[{\"x\":1}]}");
    assertThat(run(folder.toString())).isEqualTo(1);
    assertThat(printed.toString()).contains("unknown kind of vectors");
  }

  @Test
  void an_empty_or_missing_folder_is_no_success() {
    assertThat(run(folder.toString())).isEqualTo(1);
    assertThat(run(folder.resolve("missing").toString())).isEqualTo(2);
  }
}
