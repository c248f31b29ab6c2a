package dev.synchro.worker.store;

import dev.synchro.worker.fault.SqlFaults;
import dev.synchro.worker.fault.WorkerFault;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import org.postgresql.PGConnection;
import org.postgresql.PGStatement;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyManager;

/**
 * One SQL connection that has become {@code synchro_worker}, with its prepared statements. Commits
 * only when told to.
 */
public final class StoreSession implements AutoCloseable {
  private final Connection connection;
  private final CopyManager copies;
  private final Map<Statement, PreparedStatement> prepared = new EnumMap<>(Statement.class);

  /** Takes over the connection. */
  public StoreSession(Connection connection) {
    this.connection = connection;
    try {
      connection.setAutoCommit(false);
      copies = connection.unwrap(PGConnection.class).getCopyAPI();
      try (java.sql.Statement statement = connection.createStatement()) {
        // The arrays we join with have no statistics; every such join is an index look-up.
        statement.execute("SET enable_hashjoin = off; SET enable_mergejoin = off");
      }
      connection.commit();
    } catch (SQLException e) {
      throw SqlFaults.classify("prepare the store session", e);
    }
  }

  /**
   * Takes the lock that only one worker per database holds, until this session ends. Two numbers
   * name it; nothing else in the database uses them.
   */
  public boolean tryLockDatabase() {
    return transaction(
        "lock the database for this worker",
        () -> {
          try (ResultSet row = statement(Statement.LOCK_DATABASE).executeQuery()) {
            row.next();
            return row.getBoolean(1);
          }
        });
  }

  public long databaseOid() {
    return transaction(
        "identify the database",
        () -> {
          try (ResultSet row = statement(Statement.DATABASE_OID).executeQuery()) {
            row.next();
            return row.getLong(1);
          }
        });
  }

  public int backendPid() throws SQLException {
    return connection.unwrap(PGConnection.class).getBackendPID();
  }

  /** The statement, prepared once and kept; parameters of the last use are overwritten. */
  public PreparedStatement statement(Statement statement) throws SQLException {
    PreparedStatement known = prepared.get(statement);
    if (known == null) {
      known = connection.prepareStatement(statement.sql());
      prepared.put(statement, known);
    }
    return known;
  }

  /**
   * A statement of its own, to be closed: for results that are read while the same statement runs
   * again.
   */
  PreparedStatement open(Statement statement) throws SQLException {
    return connection.prepareStatement(statement.sql());
  }

  /**
   * A statement of its own, to be closed, whose result is fetched piece by piece.
   *
   * @param fetchRows rows of a piece
   */
  PreparedStatement openLarge(Statement statement, int fetchRows) throws SQLException {
    PreparedStatement large = connection.prepareStatement(statement.sql());
    large.setFetchSize(fetchRows);
    // Negative: values come as octets from the first execution on, which is the only one.
    large.unwrap(PGStatement.class).setPrepareThreshold(-1);
    return large;
  }

  /** A statement made for one generation of the registry, to be closed. */
  PreparedStatement open(String sql) throws SQLException {
    return connection.prepareStatement(sql);
  }

  Array array(String type, Object[] elements) throws SQLException {
    return connection.createArrayOf(type, elements);
  }

  CopyIn copyIn(Statement statement) throws SQLException {
    return copies.copyIn(statement.sql());
  }

  CopyManager copies() {
    return copies;
  }

  Connection connection() {
    return connection;
  }

  /**
   * Runs a statement over whole tables, whose joins the server may choose itself, and which may
   * sort and hash in a little more memory than is usual.
   */
  <T> T joiningFreely(Work<T> work) throws SQLException {
    try (java.sql.Statement settings = connection.createStatement()) {
      settings.execute(
          "SET LOCAL enable_hashjoin = on; SET LOCAL enable_mergejoin = on;"
              + " SET LOCAL work_mem = '64MB'");
      T result = work.run();
      settings.execute(
          "SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off;"
              + " SET LOCAL work_mem TO DEFAULT");
      return result;
    }
  }

  /**
   * Runs a statement that calls functions of the application. What they read is planned once and
   * then kept, maybe while it was still empty, so an index is never passed over for that reason.
   */
  <T> T lookingUp(Work<T> work) throws SQLException {
    try (java.sql.Statement settings = connection.createStatement()) {
      settings.execute("SET LOCAL enable_seqscan = off");
      T result = work.run();
      settings.execute("SET LOCAL enable_seqscan = on");
      return result;
    }
  }

  public void commit() throws SQLException {
    connection.commit();
  }

  /**
   * Commits without waiting for the server's disk. A crash of the server may undo it, but never
   * without whatever is committed after it.
   */
  void commitUnawaited() throws SQLException {
    try (java.sql.Statement setting = connection.createStatement()) {
      setting.execute("SET LOCAL synchronous_commit = off");
    }
    connection.commit();
  }

  /** Gives the open transaction up; what broke the connection is reported by its next use. */
  public void rollback() {
    try {
      connection.rollback();
    } catch (SQLException e) {
      // The connection is broken: the server has rolled back already.
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      // It is being given up; there is nothing left to report.
    }
  }

  /** Work on the session that may fail in the database. */
  @FunctionalInterface
  public interface Work<T> {
    T run() throws SQLException;
  }

  /** Runs a transaction of its own; the database error becomes a classified fault. */
  public <T> T transaction(String doing, Work<T> work) {
    try {
      T result = work.run();
      connection.commit();
      return result;
    } catch (SQLException e) {
      rollback();
      throw SqlFaults.classify(doing, e);
    } catch (WorkerFault e) {
      rollback();
      throw e;
    }
  }
}
