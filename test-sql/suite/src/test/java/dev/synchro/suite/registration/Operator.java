package dev.synchro.suite.registration;

import dev.synchro.fixture.Login;
import dev.synchro.fixture.SynchroDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Calls the operator's functions, over one connection, and tells how they ended. */
final class Operator implements AutoCloseable {
  private final SynchroDatabase database;
  private final Connection connection;

  Operator(SynchroDatabase database) throws SQLException {
    this.database = database;
    this.connection = database.open(Login.OPERATOR);
  }

  /** The first column of every row. */
  List<String> rows(String query) throws SQLException {
    return rows(connection, query);
  }

  static List<String> rows(Connection connection, String query) throws SQLException {
    List<String> values = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(query)) {
      while (found.next()) {
        values.add(found.getString(1));
      }
    }
    return values;
  }

  /** The error of a statement; empty when there is none. */
  Optional<SQLException> error(String query) {
    try {
      rows(query);
      return Optional.empty();
    } catch (SQLException refused) {
      return Optional.of(refused);
    }
  }

  /** The error of a statement that leaves nothing behind, whatever it does. */
  Optional<SQLException> errorRolledBack(String query) throws SQLException {
    connection.setAutoCommit(false);
    try {
      return error(query);
    } finally {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  /** The reason of a refusal, or {@code -} when there is none, always at the end of the message. */
  String reason(String query) {
    Optional<SQLException> error = error(query);
    if (error.isEmpty()) {
      return "-";
    }
    String message = error.get().getMessage().lines().findFirst().orElse("");
    int at = message.lastIndexOf("\"reason\":\"");
    return at < 0 || !message.endsWith("\"}}")
        ? "no reason in: " + error.get().getMessage()
        : message.substring(at + "\"reason\":\"".length(), message.length() - "\"}}".length());
  }

  /** What a refusal tells a reader: the message before its codes, then the hint. */
  String explanation(String query) {
    String text = error(query).map(SQLException::getMessage).orElse("not refused");
    int codes = text.indexOf(" {\"error\"");
    int hint = text.indexOf("Hint: ");
    return (codes < 0 ? text : text.substring(0, codes)).replace("ERROR: ", "")
        + (hint < 0
            ? ""
            : " | " + text.substring(hint + "Hint: ".length()).lines().findFirst().orElse(""));
  }

  /** The statements printed for a table, each run by the migration role. */
  List<String> prepare(String arguments) throws SQLException {
    List<String> statements = print(arguments);
    database.asMigration(statements.toArray(String[]::new));
    return statements;
  }

  /** The statements printed for a table. */
  List<String> print(String arguments) throws SQLException {
    return rows("SELECT * FROM synchro.synchro_registration_sql(" + arguments + ")");
  }

  /** A registration call with the arguments behind composition. */
  static String register(String table, String arguments) {
    return "SELECT synchro.synchro_register_table("
        + literal(table)
        + ", NULL, 'multi_scope'"
        + (arguments.isEmpty() ? "" : ", " + arguments)
        + ")";
  }

  static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
