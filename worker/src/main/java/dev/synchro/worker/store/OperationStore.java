package dev.synchro.worker.store;

import dev.synchro.core.position.Lsn;
import dev.synchro.worker.fault.FaultKind;
import dev.synchro.worker.fault.WorkerFault;
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

  /**
   * An operation that is not terminal.
   *
   * @param consistentPoint of the candidate slot, unsigned; zero before it is known
   */
  public record OpenOperation(
      String kind,
      String state,
      Optional<String> candidateSlot,
      long targetGeneration,
      long consistentPoint,
      boolean abortRequested) {}

  public Optional<OpenOperation> open() {
    return session.transaction(
        "read the operation",
        () -> {
          try (ResultSet row = session.statement(Statement.OPEN_OPERATION).executeQuery()) {
            return row.next() ? Optional.of(read(row)) : Optional.empty();
          }
        });
  }

  private static OpenOperation read(ResultSet row) throws SQLException {
    return new OpenOperation(
        row.getString(2),
        row.getString(3),
        Optional.ofNullable(row.getString(4)),
        row.getLong(5),
        row.getString(6) == null ? 0 : ProgressStore.lsn(row, 6),
        row.getBoolean(7));
  }

  /** Records that the rows a pending generation needs are to be read. */
  public void requestBootstrap(long generation) {
    session.transaction(
        "record the operation",
        () -> {
          PreparedStatement statement = session.statement(Statement.REQUEST_BOOTSTRAP);
          statement.setLong(1, generation);
          return statement.executeUpdate();
        });
  }

  /** Records which generation the operation ends in. */
  public void target(long generation) {
    session.transaction(
        "record the operation's target",
        () -> {
          PreparedStatement statement = session.statement(Statement.TARGET_OPERATION);
          statement.setLong(1, generation);
          return statement.executeUpdate();
        });
  }

  /** Ends the operation without an effect; the reason is one word of a fixed list. */
  static void endWithoutEffect(StoreSession session, String reason) throws SQLException {
    PreparedStatement statement = session.statement(Statement.ABORT_OPERATION);
    statement.setString(1, reason);
    statement.executeUpdate();
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

  /**
   * Records that the operation goes on from one state to the next, in a transaction of its own.
   *
   * @param knownSlot the slot of the operation so far
   * @throws WorkerFault when it was given up meanwhile
   */
  public void proceed(
      String from, Optional<String> knownSlot, String to, String slot, long consistentPoint) {
    session.transaction(
        "record the operation's state",
        () -> {
          proceed(session, from, knownSlot, to, slot, consistentPoint);
          return null;
        });
  }

  /** As {@link #proceed}, as part of the open transaction. */
  static void proceed(
      StoreSession session,
      String from,
      Optional<String> knownSlot,
      String to,
      String slot,
      long consistentPoint)
      throws SQLException {
    PreparedStatement statement = session.statement(Statement.ADVANCE_OWN_OPERATION);
    statement.setString(1, to);
    statement.setString(2, slot);
    statement.setString(3, consistentPoint == 0 ? null : new Lsn(consistentPoint).postgres());
    statement.setString(4, from);
    statement.setString(5, knownSlot.orElse(null));
    if (statement.executeUpdate() != 1) {
      throw givenUp();
    }
  }

  /**
   * Makes sure, until the end of the open transaction, that what it writes for the operation of
   * this slot is not discarded before it is committed.
   *
   * @throws WorkerFault when the operation was given up; nothing may be committed then
   */
  static void hold(StoreSession session, String slot) throws SQLException {
    PreparedStatement statement = session.statement(Statement.HOLD_OWN_OPERATION);
    statement.setString(1, slot);
    try (ResultSet row = statement.executeQuery()) {
      if (!row.next()) {
        throw givenUp();
      }
    }
  }

  private static WorkerFault givenUp() {
    return new WorkerFault(FaultKind.TEMPORARY, "staging was given up");
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
