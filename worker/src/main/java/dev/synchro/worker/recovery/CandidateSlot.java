package dev.synchro.worker.recovery;

import dev.synchro.core.position.Lsn;
import dev.synchro.worker.fault.FaultKind;
import dev.synchro.worker.fault.SqlFaults;
import dev.synchro.worker.fault.WorkerFault;
import dev.synchro.worker.store.ServerIdentity;
import dev.synchro.worker.stream.WorkerConnections;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A slot just created, together with the snapshot exported at its consistent point. The snapshot
 * lives as long as this object is open; every row is either in the snapshot or decoded after the
 * point, never in both. The slot itself stays.
 */
public final class CandidateSlot implements AutoCloseable {
  private final Connection connection;
  private final String name;
  private final long consistentPoint;
  private final String snapshot;
  private final ServerIdentity server;

  private CandidateSlot(
      Connection connection,
      String name,
      long consistentPoint,
      String snapshot,
      ServerIdentity server) {
    this.connection = connection;
    this.name = name;
    this.consistentPoint = consistentPoint;
    this.snapshot = snapshot;
    this.server = server;
  }

  /** Creates the permanent slot; the name must be free. */
  static CandidateSlot create(WorkerConnections connections, String name, long databaseOid) {
    return create(connections, name, "", "SNAPSHOT 'export', FAILOVER true", databaseOid);
  }

  /** Creates a slot that goes when this object is closed. */
  static CandidateSlot createTemporary(
      WorkerConnections connections, String name, long databaseOid) {
    return create(connections, name, "TEMPORARY ", "SNAPSHOT 'export'", databaseOid);
  }

  private static CandidateSlot create(
      WorkerConnections connections, String name, String life, String options, long databaseOid) {
    Connection connection = connections.openForReplication();
    try (Statement statement = connection.createStatement()) {
      ServerIdentity server = identify(statement, databaseOid);
      try (ResultSet row =
          statement.executeQuery(
              "CREATE_REPLICATION_SLOT "
                  + SnapshotReader.quoted(name)
                  + " "
                  + life
                  + "LOGICAL pgoutput ("
                  + options
                  + ")")) {
        row.next();
        return new CandidateSlot(
            connection,
            name,
            Lsn.parsePostgres(row.getString("consistent_point")).bits(),
            row.getString("snapshot_name"),
            server);
      }
    } catch (SQLException e) {
      WorkerConnections.closeQuietly(connection);
      if ("42710".equals(e.getSQLState())) {
        throw new WorkerFault(
            FaultKind.CONFIGURATION,
            "a replication slot of the configured name exists and is not ours: drop it or set"
                + " synchro.replication_slot");
      }
      throw SqlFaults.classify("create the replication slot", e);
    }
  }

  /** The server in front of us. */
  public static ServerIdentity identify(WorkerConnections connections, long databaseOid) {
    Connection connection = connections.openForReplication();
    try (Statement statement = connection.createStatement()) {
      return identify(statement, databaseOid);
    } catch (SQLException e) {
      throw SqlFaults.classify("identify the server", e);
    } finally {
      WorkerConnections.closeQuietly(connection);
    }
  }

  static ServerIdentity identify(Statement statement, long databaseOid) throws SQLException {
    try (ResultSet row = statement.executeQuery("IDENTIFY_SYSTEM")) {
      row.next();
      return new ServerIdentity(row.getString("systemid"), databaseOid, row.getLong("timeline"));
    }
  }

  /** Drops a slot left over by an attempt that did not finish; a missing one is fine. */
  public static void drop(WorkerConnections connections, String name) {
    Connection connection = connections.openForReplication();
    try (Statement statement = connection.createStatement()) {
      statement.execute("DROP_REPLICATION_SLOT " + SnapshotReader.quoted(name) + " WAIT");
    } catch (SQLException e) {
      if (!"42704".equals(e.getSQLState())) {
        throw SqlFaults.classify("drop the unneeded replication slot", e);
      }
    } finally {
      WorkerConnections.closeQuietly(connection);
    }
  }

  String name() {
    return name;
  }

  /** Unsigned. */
  long consistentPoint() {
    return consistentPoint;
  }

  String snapshot() {
    return snapshot;
  }

  ServerIdentity server() {
    return server;
  }

  @Override
  public void close() {
    WorkerConnections.closeQuietly(connection);
  }
}
