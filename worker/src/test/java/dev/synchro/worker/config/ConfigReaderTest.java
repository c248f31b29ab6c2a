package dev.synchro.worker.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.synchro.worker.config.WorkerConfig.ConnectionConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigReaderTest {
  private static final long HEAP = 256L << 20;
  private static final Map<WorkerKey, String> LEAST =
      Map.of(
          WorkerKey.DATABASE_URL, "postgresql://localhost:5432/app",
          WorkerKey.WORKER_USER, "worker");

  @TempDir private Path directory;

  @Test
  void defaults_hold_when_only_the_necessary_is_given() {
    WorkerConfig config = ConfigReader.read(LEAST, Map.of(), Optional.empty(), HEAP);
    assertThat(config)
        .isEqualTo(
            new WorkerConfig(
                new ConnectionConfig(
                    "jdbc:postgresql://localhost:5432/app",
                    Optional.empty(),
                    "worker",
                    Optional.empty()),
                Duration.ofSeconds(1),
                20_000,
                Duration.ofSeconds(1),
                16L << 20,
                64L << 20,
                LogLevel.INFO));
  }

  @Test
  void every_key_can_be_given_by_environment() throws IOException {
    Path password = Files.writeString(directory.resolve("password"), "a secret\n");
    WorkerConfig config =
        ConfigReader.read(
            Map.of(),
            Map.of(
                "SYNCHRO_DATABASE_URL", "jdbc:postgresql://pooler/app",
                "SYNCHRO_REPLICATION_URL", "postgres://direct/app",
                "SYNCHRO_WORKER_USER", "w",
                "SYNCHRO_WORKER_PASSWORD_FILE", password.toString(),
                "SYNCHRO_HEARTBEAT_MILLIS", "500",
                "SYNCHRO_FOLD_ROWS", "1",
                "SYNCHRO_FOLD_MILLIS", "2",
                "SYNCHRO_CHUNK_OCTETS", "65536",
                "SYNCHRO_DIGEST_CACHE_OCTETS", "1",
                "SYNCHRO_LOG_LEVEL", "debug"),
            Optional.empty(),
            HEAP);
    assertThat(config.connection().password()).map(Password::reveal).contains("a secret");
    assertThat(config.connection().effectiveReplicationUrl())
        .isEqualTo("jdbc:postgresql://direct/app");
    assertThat(config.heartbeatInterval()).isEqualTo(Duration.ofMillis(500));
    assertThat(config.foldRows()).isEqualTo(1);
    assertThat(config.foldTime()).isEqualTo(Duration.ofMillis(2));
    assertThat(config.chunkOctets()).isEqualTo(65_536);
    assertThat(config.digestCacheOctets()).isEqualTo(1);
    assertThat(config.logLevel()).isEqualTo(LogLevel.DEBUG);
    assertThat(config.toString()).doesNotContain("a secret");
  }

  @Test
  void options_win_over_environment_and_environment_over_the_file() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("worker.conf"),
            "# comment\n\nfold-rows = 10\nfold-millis=20\nheartbeat-millis = 300\n");
    WorkerConfig config =
        ConfigReader.read(
            with(LEAST, WorkerKey.FOLD_ROWS, "12"),
            Map.of("SYNCHRO_FOLD_ROWS", "11", "SYNCHRO_FOLD_MILLIS", "21"),
            Optional.of(file),
            HEAP);
    assertThat(config.foldRows()).isEqualTo(12);
    assertThat(config.foldTime()).isEqualTo(Duration.ofMillis(21));
    assertThat(config.heartbeatInterval()).isEqualTo(Duration.ofMillis(300));
  }

  @Test
  void all_problems_are_reported_at_once_and_none_repeats_a_secret() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("worker.conf"),
            "fold-rows\nunknown = 1\nfold-millis = 1\nfold-millis = 2\n");
    ConfigRefused refused =
        catchThrowableOfType(
            ConfigRefused.class,
            () ->
                ConfigReader.read(
                    Map.of(WorkerKey.DATABASE_URL, "postgresql://u:hidden@localhost/app"),
                    Map.of(
                        "SYNCHRO_FOLD_ROWS", "0",
                        "SYNCHRO_HEARTBEAT_MILLIS", "1e3",
                        "SYNCHRO_LOG_LEVEL", "loud",
                        "SYNCHRO_WORKER_PASSWORD_FILE", directory.resolve("none").toString()),
                    Optional.of(file),
                    HEAP));
    assertThat(refused.problems())
        .containsExactly(
            "line 1 is not of the form key = value",
            "line 2 has an unknown key",
            "line 4 repeats key fold-millis",
            "database-url must be postgresql://host:port/database without user and password",
            "worker-user is missing: give --worker-user, SYNCHRO_WORKER_USER or a line of the"
                + " configuration file",
            "the file of worker-password-file cannot be read",
            "heartbeat-millis must be a whole number of at least 100 and at most 5000",
            "fold-rows must be a whole number of at least 1 and at most 1000000",
            "log-level must be error, warn, info or debug");
    assertThat(refused.getMessage()).doesNotContain("hidden");
  }

  @Test
  void numbers_are_accepted_at_their_bounds_and_refused_beyond() {
    assertThat(heartbeat("100")).isEqualTo(Duration.ofMillis(100));
    assertThat(heartbeat("5000")).isEqualTo(Duration.ofSeconds(5));
    assertThat(catchThrowableOfType(ConfigRefused.class, () -> heartbeat("99"))).isNotNull();
    assertThat(catchThrowableOfType(ConfigRefused.class, () -> heartbeat("5001"))).isNotNull();
  }

  private static Duration heartbeat(String text) {
    return ConfigReader.read(
            with(LEAST, WorkerKey.HEARTBEAT_MILLIS, text), Map.of(), Optional.empty(), HEAP)
        .heartbeatInterval();
  }

  private static Map<WorkerKey, String> with(
      Map<WorkerKey, String> base, WorkerKey key, String text) {
    Map<WorkerKey, String> options = new java.util.EnumMap<>(base);
    options.put(key, text);
    return options;
  }
}
