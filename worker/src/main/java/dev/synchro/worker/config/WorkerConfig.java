package dev.synchro.worker.config;

import java.time.Duration;
import java.util.Optional;

/**
 * Everything the worker is told from outside.
 *
 * @param foldRows source rows after which no further transaction joins a materialization
 * @param foldTime age of the oldest waiting transaction after which none joins
 * @param chunkOctets decoded octets held in memory before a part of a transaction is written ahead
 * @param digestCacheOctets memory for the sorted entries of scopes that change often
 */
public record WorkerConfig(
    ConnectionConfig connection,
    Duration heartbeatInterval,
    int foldRows,
    Duration foldTime,
    long chunkOctets,
    long digestCacheOctets,
    LogLevel logLevel) {

  /**
   * How to reach the server.
   *
   * @param url a JDBC URL without credentials
   * @param replicationUrl the same server reached without a pooler, when the other URL has one
   */
  public record ConnectionConfig(
      String url, Optional<String> replicationUrl, String user, Optional<Password> password) {
    public String effectiveReplicationUrl() {
      return replicationUrl.orElse(url);
    }
  }
}
