package dev.synchro.worker.config;

import java.util.Optional;

/** The configuration keys of the worker. */
public enum WorkerKey implements ConfigKey {
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

  WorkerKey(String key, String defaultText, String help) {
    this.key = key;
    this.defaultText = defaultText;
    this.help = help;
  }

  @Override
  public String key() {
    return key;
  }

  @Override
  public Optional<String> defaultText() {
    return defaultText.isEmpty() ? Optional.empty() : Optional.of(defaultText);
  }

  @Override
  public String help() {
    return help;
  }
}
