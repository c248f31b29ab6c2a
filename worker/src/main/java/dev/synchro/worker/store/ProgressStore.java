package dev.synchro.worker.store;

import dev.synchro.core.position.Lsn;
import dev.synchro.worker.fault.FaultKind;
import dev.synchro.worker.fault.WorkerFault;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads and writes the progress row outside of materializations. */
public final class ProgressStore {
  private final StoreSession session;

  public ProgressStore(StoreSession session) {
    this.session = session;
  }

  public Optional<StoredProgress> read() {
    return session.transaction("read progress", this::readRow);
  }

  private Optional<StoredProgress> readRow() throws SQLException {
    try (ResultSet row = session.statement(Statement.READ_PROGRESS).executeQuery()) {
      if (!row.next()) {
        return Optional.empty();
      }
      return Optional.of(
          new StoredProgress(
              row.getLong(1),
              row.getString(2),
              row.getString(3) == null ? OptionalLong.empty() : OptionalLong.of(lsn(row, 3)),
              lsn(row, 4),
              lsn(row, 5),
              row.getLong(6),
              row.getLong(7),
              lsn(row, 8),
              new ServerIdentity(row.getString(9), row.getLong(10), row.getLong(11)),
              row.getLong(12)));
    }
  }

  /** Makes every earlier worker's next commit fail. Returns the epoch of this one. */
  public long takeEpoch() {
    return session.transaction(
        "take over progress",
        () -> {
          try (ResultSet row = session.statement(Statement.TAKE_EPOCH).executeQuery()) {
            row.next();
            return row.getLong(1);
          }
        });
  }

  /**
   * Remembers that nothing relevant stands before {@code lsn}.
   *
   * @throws WorkerFault temporary, when another worker has taken over
   */
  public void acknowledge(long lsn, long epoch) {
    session.transaction(
        "store the acknowledged position",
        () -> {
          PreparedStatement statement = session.statement(Statement.ACKNOWLEDGE);
          String text = new Lsn(lsn).postgres();
          statement.setString(1, text);
          statement.setLong(2, epoch);
          statement.setString(3, text);
          if (statement.executeUpdate() == 0) {
            refuseReplaced(epoch);
          }
          return null;
        });
  }

  private void refuseReplaced(long epoch) throws SQLException {
    if (readRow().filter(row -> row.workerEpoch() == epoch).isEmpty()) {
      throw replaced();
    }
  }

  static WorkerFault replaced() {
    return new WorkerFault(FaultKind.TEMPORARY, "another worker has taken over");
  }

  static long lsn(ResultSet row, int column) throws SQLException {
    return Lsn.parsePostgres(row.getString(column)).bits();
  }
}
