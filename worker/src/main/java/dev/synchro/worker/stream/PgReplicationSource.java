package dev.synchro.worker.stream;

import dev.synchro.worker.fault.FaultKind;
import dev.synchro.worker.fault.SqlFaults;
import dev.synchro.worker.fault.WorkerFault;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.postgresql.PGConnection;
import org.postgresql.replication.LogSequenceNumber;
import org.postgresql.replication.PGReplicationStream;

/**
 * The replication API of pgjdbc. The connection is owned by a field: a stream alone does not keep
 * it from the driver's cleaner, which would close the socket in mid-stream.
 */
public final class PgReplicationSource implements ReplicationSource {
  private static final int STATUS_INTERVAL_SECONDS = 1;

  private final Connection connection;
  private final PGReplicationStream stream;

  private PgReplicationSource(Connection connection, PGReplicationStream stream) {
    this.connection = connection;
    this.stream = stream;
  }

  /**
   * Starts streaming from {@code startLsn}, or from where the slot was last acknowledged.
   *
   * @throws WorkerFault temporary when another connection holds the slot
   */
  public static PgReplicationSource start(
      WorkerConnections connections, String slot, String publication, long startLsn) {
    Connection connection = connections.openForReplication();
    try {
      PGReplicationStream stream =
          connection
              .unwrap(PGConnection.class)
              .getReplicationAPI()
              .replicationStream()
              .logical()
              .withSlotName(slot)
              .withStartPosition(LogSequenceNumber.valueOf(startLsn))
              .withSlotOption("proto_version", "1")
              .withSlotOption("publication_names", publicationList(publication))
              .withSlotOption("messages", "true")
              .withStatusInterval(STATUS_INTERVAL_SECONDS, TimeUnit.SECONDS)
              // Otherwise the driver acknowledges WAL on keepalives that was never stored.
              .withAutomaticFlush(false)
              .start();
      return new PgReplicationSource(connection, stream);
    } catch (SQLException e) {
      WorkerConnections.closeQuietly(connection);
      throw SqlFaults.classify("start replication from the slot", e);
    }
  }

  /** The driver puts the option between quotes as it is, and the server reads a list of names. */
  private static String publicationList(String publication) {
    return ("\"" + publication.replace("\"", "\"\"") + "\"").replace("'", "''");
  }

  @Override
  public Optional<ByteBuffer> poll() {
    try {
      ByteBuffer message = stream.readPending();
      refuseWarnings();
      return Optional.ofNullable(message);
    } catch (SQLException e) {
      throw SqlFaults.classify("read the replication stream", e);
    }
  }

  /**
   * PostgreSQL 18 only warns when the publication does not exist at a place of the WAL, sends
   * nothing and moves on: changes would be lost in silence.
   */
  private void refuseWarnings() throws SQLException {
    SQLWarning warning = connection.getWarnings();
    if (warning != null) {
      throw new WorkerFault(
          FaultKind.PROTOCOL, "the server warned while decoding: the publication is incomplete");
    }
  }

  @Override
  public long receivedLsn() {
    return stream.getLastReceiveLSN().asLong();
  }

  @Override
  public void acknowledge(long storedLsn) {
    LogSequenceNumber lsn = LogSequenceNumber.valueOf(storedLsn);
    stream.setAppliedLSN(lsn);
    stream.setFlushedLSN(lsn);
    try {
      stream.forceUpdateStatus();
    } catch (SQLException e) {
      throw SqlFaults.classify("acknowledge to the slot", e);
    }
  }

  @Override
  public void close() {
    try {
      stream.close();
    } catch (SQLException e) {
      // Closing the connection below ends the stream as well.
    }
    WorkerConnections.closeQuietly(connection);
  }
}
