package dev.synchro.backend.release;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.backend.Synchro;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The tracked copies of the install script and the control file are what this build wrote, byte for
 * byte. Contract 4.6.
 */
class GoldenScriptTest {

  private static final Path TRACKED = Path.of("src/main/sql");

  @ParameterizedTest
  @ValueSource(strings = {"synchro_pg--" + Synchro.VERSION + ".sql", "synchro_pg.control"})
  void trackedCopyIsWhatTheBuildWrites(String name) throws IOException {
    byte[] built = built(name);
    Path tracked = TRACKED.resolve(name);
    if (Boolean.getBoolean("synchro.accept")) {
      Files.write(tracked, built);
    }

    assertThat(new String(Files.readAllBytes(tracked), UTF_8))
        .as("%s; to accept what the build wrote: make accept-sql", tracked)
        .isEqualTo(new String(built, UTF_8));
    assertThat(Files.readAllBytes(tracked)).isEqualTo(built);
  }

  private static byte[] built(String name) throws IOException {
    try (InputStream content = GoldenScriptTest.class.getResourceAsStream("/" + name)) {
      assertThat(content).as("the build writes %s", name).isNotNull();
      return content.readAllBytes();
    }
  }
}
