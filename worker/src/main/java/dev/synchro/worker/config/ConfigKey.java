package dev.synchro.worker.config;

import java.util.Locale;
import java.util.Optional;

/**
 * The configuration keys. A key {@code a-b} is the option {@code --a-b}, the environment variable
 * {@code SYNCHRO_A_B} and the line {@code a-b = value} of the file.
 */
public enum ConfigKey {
  DATABASE_URL("database-url", "", "postgresql://host:port/database, without user and password"),
  REPLICATION_URL(
      "replication-url", "", "the same server reached directly, when database-url has a pooler"),
  WORKER_USER("worker-user", "", "login of the worker"),
  WORKER_PASSWORD_FILE("worker-password-file", "", "file holding the worker's password, one line"),
  HEARTBEAT_MILLIS("heartbeat-millis", "1000", "time between heartbeats, 100 to 5000"),
  FOLD_ROWS("fold-rows", "20000", "source rows that close a materialization, 1 to 1000000"),
  FOLD_MILLIS("fold-millis", "1000", "age of waiting work that closes it, 1 to 60000"),
  CHUNK_OCTETS(
      "chunk-octets", "", "decoded octets held in memory; default a sixteenth of the heap"),
  DIGEST_CACHE_OCTETS(
      "digest-cache-octets", "", "memory for scope digests; default a quarter of the heap"),
  LOG_LEVEL("log-level", "info", "error, warn, info or debug");

  private final String key;
  private final String defaultText;
  private final String help;

  ConfigKey(String key, String defaultText, String help) {
    this.key = key;
    this.defaultText = defaultText;
    this.help = help;
  }

  public String key() {
    return key;
  }

  public String variable() {
    return "SYNCHRO_" + key.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  public Optional<String> defaultText() {
    return defaultText.isEmpty() ? Optional.empty() : Optional.of(defaultText);
  }

  public String help() {
    return help;
  }

  static Optional<ConfigKey> find(String key) {
    for (ConfigKey candidate : values()) {
      if (candidate.key.equals(key)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }
}
