package dev.synchro.backend.session;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/**
 * The session of the backend that runs us. With {@link Query} and {@link Undo} the only code that
 * touches {@code java.sql}, because the default connection of a Java function has its own rules:
 * nothing in a statement may look like a comment, a parameter or a backslash that is none, every
 * statement is closed, and after an error only an undone savepoint leads back.
 */
public final class BackendSession {
  private final Connection connection;

  private BackendSession(Connection connection) {
    this.connection = connection;
  }

  /** The session of this call. Cheap; not kept between calls. */
  public static BackendSession open() throws SQLException {
    return new BackendSession(DriverManager.getConnection("jdbc:default:connection"));
  }

  /** Prepares a statement, {@code ?} for each parameter. Use it in try-with-resources. */
  public Query query(String sql) throws SQLException {
    return new Query(connection.prepareStatement(sql));
  }

  /** Runs a statement without parameters that returns no rows. */
  public int run(String sql) throws SQLException {
    try (Query query = query(sql)) {
      return query.run();
    }
  }

  /** Marks a point to which the work that follows can be undone. */
  public Undo undo() throws SQLException {
    return new Undo(connection, connection.setSavepoint());
  }

  /**
   * Raises a refusal as an SQL error. Declared to return what the caller throws, so that the
   * compiler sees the end of the function.
   */
  public SQLException raise(SqlRefusal refusal) throws SQLException {
    try (Query query = query("SELECT synchro.raise_error(?, ?, ?, ?)")) {
      query
          .text(refusal.sqlState())
          .text(refusal.raisedMessage())
          .text("")
          .text(refusal.hint().orElse(""))
          .next();
    }
    throw new IllegalStateException("raise_error returned");
  }
}
