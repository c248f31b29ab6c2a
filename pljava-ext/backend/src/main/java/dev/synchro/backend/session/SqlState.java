package dev.synchro.backend.session;

import java.sql.SQLException;

/** Reads which error PostgreSQL raised. */
public final class SqlState {
  /** A call into the database was made after an error that nothing was rolled back for. */
  private static final String FAILED_TRANSACTION = "25P02";

  private static final String UNKNOWN = "XX000";

  private SqlState() {}

  /**
   * The SQLSTATE of an error. PL/Java tidies up after an error that comes when rows are there
   * already, as a failed foreign key does behind RETURNING; that fails too, and the first error is
   * then but the cause of the second.
   */
  public static String of(SQLException error) {
    if (FAILED_TRANSACTION.equals(error.getSQLState())
        && error.getCause() instanceof SQLException first) {
      return of(first);
    }
    return error.getSQLState() == null ? UNKNOWN : error.getSQLState();
  }
}
