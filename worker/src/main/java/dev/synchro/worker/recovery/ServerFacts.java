package dev.synchro.worker.recovery;

import dev.synchro.core.position.Lsn;
import dev.synchro.worker.fault.FaultKind;
import dev.synchro.worker.fault.SqlFaults;
import dev.synchro.worker.fault.WorkerFault;
import dev.synchro.worker.store.ServerIdentity;
import dev.synchro.worker.store.StoreSession;
import dev.synchro.worker.store.StoredProgress;
import dev.synchro.worker.stream.WorkerConnections;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Compares what progress remembers with the server in front of us. A slot that was lost or created
 * anew, another history, a restored copy: each would lose changes in silence, so capture fails
 * closed and only a stream reset goes on.
 */
public final class ServerFacts {
  private ServerFacts() {}

  /**
   * Refuses a server that progress does not belong to, and a slot that cannot continue it.
   *
   * @throws WorkerFault of kind protocol; the message says what differs
   */
  public static void verify(
      WorkerConnections connections, StoreSession session, StoredProgress progress) {
    Connection replication = connections.openForReplication();
    try (Statement statement = replication.createStatement()) {
      ServerIdentity server = CandidateSlot.identify(statement, progress.server().databaseOid());
      require(
          server.systemIdentifier().equals(progress.server().systemIdentifier()),
          "this is another server than the one progress belongs to");
      require(
          server.timeline() >= progress.server().timeline(),
          "this server is on an older timeline than progress");
      require(
          session.databaseOid() == progress.server().databaseOid(),
          "this is another database than the one progress belongs to");
      session.transaction(
          "verify the replication slot",
          () -> {
            verifySlot(session, progress);
            return null;
          });
    } catch (SQLException e) {
      throw SqlFaults.classify("verify the replication slot", e);
    } finally {
      try {
        replication.close();
      } catch (SQLException e) {
        // It served its purpose.
      }
    }
  }

  private static void verifySlot(StoreSession session, StoredProgress progress)
      throws SQLException {
    PreparedStatement statement = session.statement(dev.synchro.worker.store.Statement.SLOT);
    statement.setString(1, progress.slotName());
    try (ResultSet row = statement.executeQuery()) {
      require(row.next(), "the replication slot is gone");
      require(
          row.getString(1).equals("logical")
              && "pgoutput".equals(row.getString(2))
              && row.getBoolean(3)
              && !row.getBoolean(4)
              && !row.getBoolean(5),
          "the replication slot is not a permanent one of pgoutput in this database");
      require(
          !row.getString(6).equals("lost") && row.getString(7).isEmpty(),
          "the replication slot was invalidated: " + invalidation(row.getString(7)));
      require(
          row.getString(8) != null && row.getString(9) != null,
          "the replication slot has no position");
      long confirmed = Lsn.parsePostgres(row.getString(8)).bits();
      long current = Lsn.parsePostgres(row.getString(10)).bits();
      require(
          Long.compareUnsigned(confirmed, progress.acknowledgedLsn()) <= 0,
          "the replication slot is ahead of what is stored");
      require(
          Long.compareUnsigned(current, progress.materializedEndLsn()) >= 0,
          "the server's log ends before what is stored");
    }
  }

  /** A word of the server's fixed list, or nothing. */
  private static String invalidation(String reason) {
    return reason.matches("[a-z_]{1,40}") ? reason : "wal_removed";
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new WorkerFault(FaultKind.PROTOCOL, otherwise + "; only a stream reset can go on");
    }
  }
}
