package dev.synchro.worker.store;

import dev.synchro.core.position.Lsn;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** The record of the operation under way. Contract 9.7. */
public final class OperationStore {
  private final StoreSession session;

  public OperationStore(StoreSession session) {
    this.session = session;
  }

  /** An operation that is not terminal. */
  public record OpenOperation(String kind, String state, Optional<String> candidateSlot) {}

  public Optional<OpenOperation> open() {
    return session.transaction(
        "read the operation",
        () -> {
          try (ResultSet row = session.statement(Statement.OPEN_OPERATION).executeQuery()) {
            return row.next()
                ? Optional.of(
                    new OpenOperation(
                        row.getString(2), row.getString(3), Optional.ofNullable(row.getString(4))))
                : Optional.empty();
          }
        });
  }

  /** Records that the first stream generation is wanted. */
  public void request() {
    session.transaction(
        "record the operation",
        () -> session.statement(Statement.REQUEST_OPERATION).executeUpdate());
  }

  /** Records a state in a transaction of its own. */
  public void enter(String state, Optional<String> candidateSlot, long consistentPoint) {
    session.transaction(
        "record the operation's state",
        () -> {
          advance(session, state, candidateSlot.orElse(null), consistentPoint);
          return null;
        });
  }

  /** Records a state as part of the open transaction; position zero stands for none. */
  static void advance(StoreSession session, String state, String slot, long consistentPoint)
      throws SQLException {
    PreparedStatement statement = session.statement(Statement.ADVANCE_OPERATION);
    statement.setString(1, state);
    statement.setString(2, slot);
    statement.setString(3, consistentPoint == 0 ? null : new Lsn(consistentPoint).postgres());
    statement.executeUpdate();
  }
}
