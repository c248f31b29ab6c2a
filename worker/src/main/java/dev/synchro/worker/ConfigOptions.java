package dev.synchro.worker;

import dev.synchro.worker.config.ConfigReader;
import dev.synchro.worker.config.WorkerConfig;
import dev.synchro.worker.config.WorkerKey;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * The options every verb of the worker has. Each is also an environment variable and a file key.
 */
final class ConfigOptions {
  @Option(names = "--config", paramLabel = "<file>", description = "file of key = value lines")
  private Path file;

  private final Map<WorkerKey, String> options = new EnumMap<>(WorkerKey.class);

  @Option(names = "--database-url", description = "postgresql://host:port/database")
  void databaseUrl(String text) {
    options.put(WorkerKey.DATABASE_URL, text);
  }

  @Option(names = "--replication-url", description = "the same server without a pooler")
  void replicationUrl(String text) {
    options.put(WorkerKey.REPLICATION_URL, text);
  }

  @Option(names = "--worker-user", description = "login of the worker")
  void workerUser(String text) {
    options.put(WorkerKey.WORKER_USER, text);
  }

  @Option(names = "--worker-password-file", description = "file with the worker's password")
  void workerPasswordFile(String text) {
    options.put(WorkerKey.WORKER_PASSWORD_FILE, text);
  }

  @Option(names = "--heartbeat-millis", description = "time between heartbeats")
  void heartbeatMillis(String text) {
    options.put(WorkerKey.HEARTBEAT_MILLIS, text);
  }

  @Option(names = "--fold-rows", description = "source rows that close a materialization")
  void foldRows(String text) {
    options.put(WorkerKey.FOLD_ROWS, text);
  }

  @Option(names = "--fold-millis", description = "age of waiting work that closes one")
  void foldMillis(String text) {
    options.put(WorkerKey.FOLD_MILLIS, text);
  }

  @Option(names = "--chunk-octets", description = "decoded octets held in memory")
  void chunkOctets(String text) {
    options.put(WorkerKey.CHUNK_OCTETS, text);
  }

  @Option(names = "--digest-cache-octets", description = "memory for scope digests")
  void digestCacheOctets(String text) {
    options.put(WorkerKey.DIGEST_CACHE_OCTETS, text);
  }

  @Option(names = "--log-level", description = "error, warn, info or debug")
  void logLevel(String text) {
    options.put(WorkerKey.LOG_LEVEL, text);
  }

  WorkerConfig read() {
    WorkerConfig config =
        ConfigReader.read(options, System.getenv(), configFile(), Runtime.getRuntime().maxMemory());
    Logging.level(config.logLevel());
    return config;
  }

  String print() {
    return ConfigReader.print(options, System.getenv(), configFile());
  }

  private Optional<Path> configFile() {
    String variable = System.getenv("SYNCHRO_CONFIG");
    return Optional.ofNullable(file)
        .or(() -> Optional.ofNullable(variable).filter(name -> !name.isEmpty()).map(Path::of));
  }
}
