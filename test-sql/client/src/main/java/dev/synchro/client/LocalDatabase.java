package dev.synchro.client;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;

/**
 * The SQLite file of one client, one connection, used by one thread at a time. Statements are
 * prepared once and kept; every change happens inside {@link #transaction}.
 */
final class LocalDatabase implements AutoCloseable {

  private static final int BUSY_TIMEOUT_MILLIS = 10_000;

  /** Reads one row. */
  @FunctionalInterface
  interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  /** Takes one row. */
  @FunctionalInterface
  interface RowVisitor {
    void visit(ResultSet row) throws SQLException;
  }

  private final Connection connection;
  private final StepObserver observer;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();
  private boolean inTransaction;

  private LocalDatabase(Connection connection, StepObserver observer) {
    this.connection = connection;
    this.observer = observer;
  }

  static LocalDatabase open(Path file, StepObserver observer) {
    SQLiteConfig config = new SQLiteConfig();
    config.setJournalMode(JournalMode.WAL);
    config.setSynchronous(SynchronousMode.FULL);
    config.setBusyTimeout(BUSY_TIMEOUT_MILLIS);
    config.enforceForeignKeys(true);
    try {
      return new LocalDatabase(config.createConnection("jdbc:sqlite:" + file), observer);
    } catch (SQLException failed) {
      throw new LocalDatabaseFailure("cannot open the local database", failed);
    }
  }

  /** Runs {@code work} in one transaction that is durable afterwards, or leaves nothing of it. */
  void transaction(DurableStep step, Runnable work) {
    if (inTransaction) {
      throw new IllegalStateException("a local transaction is already open");
    }
    run("BEGIN IMMEDIATE");
    inTransaction = true;
    boolean committed = false;
    try {
      work.run();
      observer.beforeCommit(step);
      run("COMMIT");
      committed = true;
    } finally {
      inTransaction = false;
      if (!committed) {
        run("ROLLBACK");
      }
    }
    observer.afterCommit(step);
  }

  /** Runs statements that have no parameters and are not worth keeping, such as DDL. */
  void run(String sql) {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    } catch (SQLException failed) {
      throw new LocalDatabaseFailure("the local database refused a statement", failed);
    }
  }

  /** Changes rows and returns their number. */
  int change(String sql, Object... values) {
    try {
      return bound(sql, values).executeUpdate();
    } catch (SQLException failed) {
      throw new LocalDatabaseFailure("the local database refused a change", failed);
    }
  }

  <T> Optional<T> first(String sql, RowReader<T> reader, Object... values) {
    try (ResultSet rows = bound(sql, values).executeQuery()) {
      return rows.next() ? Optional.of(reader.read(rows)) : Optional.empty();
    } catch (SQLException failed) {
      throw new LocalDatabaseFailure("the local database refused a query", failed);
    }
  }

  <T> List<T> list(String sql, RowReader<T> reader, Object... values) {
    List<T> found = new ArrayList<>();
    each(sql, row -> found.add(reader.read(row)), values);
    return found;
  }

  /** Visits rows as they are read; the visitor must not use the same statement. */
  void each(String sql, RowVisitor visitor, Object... values) {
    try (ResultSet rows = bound(sql, values).executeQuery()) {
      while (rows.next()) {
        visitor.visit(rows);
      }
    } catch (SQLException failed) {
      throw new LocalDatabaseFailure("the local database refused a query", failed);
    }
  }

  long count(String sql, Object... values) {
    return first(sql, row -> row.getLong(1), values).orElseThrow();
  }

  /** Forgets statements that name tables which are about to be dropped. */
  void forgetStatements() {
    try {
      for (PreparedStatement statement : prepared.values()) {
        statement.close();
      }
      prepared.clear();
    } catch (SQLException failed) {
      throw new LocalDatabaseFailure("cannot close a statement of the local database", failed);
    }
  }

  private PreparedStatement bound(String sql, Object... values) throws SQLException {
    PreparedStatement statement = prepared.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      prepared.put(sql, statement);
    }
    for (int index = 0; index < values.length; index++) {
      bind(statement, index + 1, values[index]);
    }
    return statement;
  }

  /** An empty {@code Optional} is null; otherwise what it holds is bound. */
  private static void bind(PreparedStatement statement, int parameter, Object value)
      throws SQLException {
    if (value instanceof Optional<?> optional) {
      bind(statement, parameter, optional.orElse(null));
    } else if (value instanceof byte[] octets) {
      statement.setBytes(parameter, octets);
    } else if (value instanceof Boolean flag) {
      statement.setInt(parameter, flag ? 1 : 0);
    } else {
      statement.setObject(parameter, value);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException failed) {
      throw new LocalDatabaseFailure("cannot close the local database", failed);
    }
  }
}
