package dev.synchro.worker.store;

import dev.synchro.core.position.Lsn;
import dev.synchro.worker.poison.PoisonDetail;
import dev.synchro.worker.poison.Poisoned;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** The record of what stopped capture: coordinates and a fixed word, no payload. Contract 9.5. */
public final class PoisonStore {
  private final StoreSession session;

  public PoisonStore(StoreSession session) {
    this.session = session;
  }

  /** The active poison; {@code commitLsn} is unsigned. */
  public record ActivePoison(long commitLsn, boolean retryRequested) {}

  /** Records what stopped capture; a further failure of the same poison counts as an attempt. */
  public void record(long streamGeneration, long commitLsn, Poisoned poisoned) {
    session.transaction(
        "record the poison",
        () -> {
          PreparedStatement statement = session.statement(Statement.RECORD_POISON);
          statement.setLong(1, streamGeneration);
          statement.setString(2, new Lsn(commitLsn).postgres());
          statement.setString(3, poisoned.detail().poisonClass().code());
          statement.setString(4, poisoned.detail().text());
          statement.setString(5, poisoned.relationId().orElse(null));
          statement.executeUpdate();
          if (poisoned.detail() == PoisonDetail.ENTRIES_INCONSISTENT) {
            recordFault(commitLsn);
          }
          return null;
        });
  }

  /** Readers must not trust the stored digests either until an operator has looked. */
  private void recordFault(long commitLsn) throws SQLException {
    PreparedStatement statement = session.statement(Statement.RECORD_FAULT);
    statement.setString(1, "scope_cardinality_mismatch");
    statement.setString(2, new Lsn(commitLsn).postgres());
    statement.executeUpdate();
  }

  public Optional<ActivePoison> active() {
    return session.transaction(
        "read the poison",
        () -> {
          try (ResultSet row = session.statement(Statement.ACTIVE_POISON).executeQuery()) {
            return row.next()
                ? Optional.of(new ActivePoison(ProgressStore.lsn(row, 1), row.getBoolean(2)))
                : Optional.empty();
          }
        });
  }

  /**
   * The end of the WAL that is on disk now, unsigned: what was repaired before a retry was asked
   * for stands before it.
   */
  public long flushedLsn() {
    return session.transaction(
        "read the end of the WAL",
        () -> {
          try (ResultSet row = session.statement(Statement.FLUSHED_WAL).executeQuery()) {
            row.next();
            return ProgressStore.lsn(row, 1);
          }
        });
  }
}
