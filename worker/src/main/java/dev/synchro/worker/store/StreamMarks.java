package dev.synchro.worker.store;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Places in the stream, as known from the database. */
public final class StreamMarks {
  private static final long POLL_NANOS = Duration.ofMillis(1).toNanos();

  private final StoreSession session;

  public StreamMarks(StoreSession session) {
    this.session = session;
  }

  /** The 32-bit id of a transaction just committed, whose only content is a message of ours. */
  public int write() {
    return session.transaction(
        "mark a place in the stream",
        () -> {
          try (ResultSet row = session.statement(Statement.MARK_STREAM).executeQuery()) {
            row.next();
            return Integer.parseUnsignedInt(row.getString(1));
          }
        });
  }

  /** Up to where the server has been told to forget; unsigned, zero when it does not say. */
  public long confirmed(String slotName) {
    return session.transaction(
        "read the slot's position",
        () -> {
          PreparedStatement statement = session.statement(Statement.CONFIRMED_POSITION);
          statement.setString(1, slotName);
          try (ResultSet row = statement.executeQuery()) {
            return row.next() && row.getString(1) != null ? ProgressStore.lsn(row, 1) : 0L;
          }
        });
  }

  /** A position by which a relation had lost its registered shape, unsigned; zero for none. */
  public long drift() {
    return session.transaction(
        "compare the relations with the registry",
        () -> {
          try (ResultSet row = session.statement(Statement.DRIFT).executeQuery()) {
            row.next();
            return row.getBoolean(1) ? ProgressStore.lsn(row, 2) : 0L;
          }
        });
  }

  /** A commit can be decoded a moment before other sessions see it; waits until we do. */
  public void awaitVisible(int transactionId, Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    while (isRunning(transactionId) && System.nanoTime() < deadline) {
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private boolean isRunning(int transactionId) {
    return session.transaction(
        "look for a transaction",
        () -> {
          PreparedStatement statement = session.statement(Statement.RUNNING_TRANSACTIONS);
          Object[] ids = {Integer.toUnsignedString(transactionId)};
          statement.setArray(1, session.array("text", ids));
          try (ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1) != 0;
          }
        });
  }

  /** Deletes what is staged under these numbers and ends the operation, in one commit. */
  public void discard(Iterable<Integer> numbers, String reason) {
    session.transaction(
        "discard what was staged",
        () -> {
          // First of all, so that whoever still writes rows has either committed them or cannot.
          OperationStore.endWithoutEffect(session, reason);
          removeStaged(numbers);
          return null;
        });
  }

  /** Deletes what is staged under these numbers; the operation begins anew, in one commit. */
  public void beginAnew(Iterable<Integer> numbers) {
    session.transaction(
        "begin the operation anew",
        () -> {
          OperationStore.advance(session, "requested", null, 0);
          removeStaged(numbers);
          return null;
        });
  }

  private void removeStaged(Iterable<Integer> numbers) throws SQLException {
    for (int number : numbers) {
      for (Statement removal :
          new Statement[] {Statement.REMOVE_STAGED_IMAGES, Statement.REMOVE_HEADS}) {
        PreparedStatement statement = session.statement(removal);
        statement.setInt(1, number);
        session.joiningFreely(statement::executeUpdate);
      }
    }
  }
}
