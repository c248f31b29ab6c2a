package dev.synchro.embedded.handler;

import java.sql.SQLException;
import java.sql.Savepoint;

/**
 * A subtransaction of the server. Rolled back, it is gone but for one release, which then does
 * nothing; it cannot be rolled back twice.
 */
final class HandlerSavepoint implements Savepoint {
  private enum State {
    OPEN,
    ROLLED_BACK,
    RELEASED
  }

  private final String name;
  private final int id;
  private State state = State.OPEN;

  HandlerSavepoint(String name, int id) {
    this.name = name;
    this.id = id;
  }

  static HandlerSavepoint of(Savepoint savepoint) throws SQLException {
    if (savepoint instanceof HandlerSavepoint own) {
      return own;
    }
    throw new SQLException("expected a savepoint of this connection", "3B001");
  }

  void release() throws SQLException {
    if (state == State.RELEASED) {
      throw ended();
    }
    if (state == State.OPEN) {
      Backend.release(id);
    }
    state = State.RELEASED;
  }

  void rollback() throws SQLException {
    if (state != State.OPEN) {
      throw ended();
    }
    Backend.rollback(id);
    state = State.ROLLED_BACK;
  }

  private static SQLException ended() {
    return new SQLException(
        "the savepoint was released or rolled back before; set a new one", "3B001");
  }

  @Override
  public int getSavepointId() throws SQLException {
    if (name != null) {
      throw new SQLException("a named savepoint has no number", "3B001");
    }
    return id;
  }

  @Override
  public String getSavepointName() throws SQLException {
    if (name == null) {
      throw new SQLException("the savepoint has no name", "3B001");
    }
    return name;
  }
}
