package dev.synchro.worker.config;

import dev.synchro.worker.config.WorkerConfig.ConnectionConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Makes the worker's configuration of what is given. */
public final class ConfigReader {
  private static final long MEBIOCTET = 1L << 20;

  private final ConfigText<WorkerKey> text;
  private final long heapOctets;

  private ConfigReader(ConfigText<WorkerKey> text, long heapOctets) {
    this.text = text;
    this.heapOctets = heapOctets;
  }

  /**
   * Reads every source.
   *
   * @param heapOctets the largest heap of this process, from which memory defaults follow
   * @throws ConfigRefused naming every problem
   */
  public static WorkerConfig read(
      Map<WorkerKey, String> options,
      Map<String, String> environment,
      Optional<Path> file,
      long heapOctets) {
    ConfigText<WorkerKey> text = ConfigText.collect(WorkerKey.class, options, environment, file);
    WorkerConfig config = new ConfigReader(text, heapOctets).build();
    text.finish();
    return config;
  }

  /** Every key with its value, one a line, secrets masked by being file names only. */
  public static String print(
      Map<WorkerKey, String> options, Map<String, String> environment, Optional<Path> file) {
    ConfigText<WorkerKey> text = ConfigText.collect(WorkerKey.class, options, environment, file);
    text.finish();
    return text.print();
  }

  private WorkerConfig build() {
    long heapShare = Math.max(heapOctets, 64 * MEBIOCTET);
    return new WorkerConfig(
        connection(),
        Duration.ofMillis(text.number(WorkerKey.HEARTBEAT_MILLIS, 100, 5000, 0)),
        (int) text.number(WorkerKey.FOLD_ROWS, 1, 1_000_000, 0),
        Duration.ofMillis(text.number(WorkerKey.FOLD_MILLIS, 1, 60_000, 0)),
        text.number(WorkerKey.CHUNK_OCTETS, 65_536, Long.MAX_VALUE, heapShare / 16),
        text.number(WorkerKey.DIGEST_CACHE_OCTETS, 1, Long.MAX_VALUE, heapShare / 4),
        text.logLevel(WorkerKey.LOG_LEVEL));
  }

  private ConnectionConfig connection() {
    String url = text.requiredUrl(WorkerKey.DATABASE_URL);
    String user = text.required(WorkerKey.WORKER_USER);
    return new ConnectionConfig(
        url,
        text.url(WorkerKey.REPLICATION_URL),
        user,
        text.password(WorkerKey.WORKER_PASSWORD_FILE, "worker-password"));
  }
}
