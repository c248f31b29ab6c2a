package dev.synchro.backend.session;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;

/**
 * A point to which the work of this session can be undone. An error of the database is expected
 * only between {@link BackendSession#undo} and {@link #back}: without the way back no further call
 * into the database is possible.
 *
 * <pre>{@code
 * Undo undo = session.undo();
 * try {
 *   ...
 *   undo.keep();
 * } catch (SQLException e) {
 *   String state = undo.back(e);
 *   ...
 * }
 * }</pre>
 */
public final class Undo {
  private final Connection connection;
  private final Savepoint savepoint;

  Undo(Connection connection, Savepoint savepoint) {
    this.connection = connection;
    this.savepoint = savepoint;
  }

  /** Keeps the work done since. */
  public void keep() throws SQLException {
    connection.releaseSavepoint(savepoint);
  }

  /** Undoes the work done since. */
  public void back() throws SQLException {
    connection.rollback(savepoint);
    connection.releaseSavepoint(savepoint);
  }

  /**
   * Undoes the work done since because of an error of the database, and returns its SQLSTATE. That
   * is all that is kept of the error: its text may hold values.
   */
  public String back(SQLException error) throws SQLException {
    back();
    return SqlState.of(error);
  }
}
