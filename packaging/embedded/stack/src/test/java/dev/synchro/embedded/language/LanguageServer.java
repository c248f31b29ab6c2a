package dev.synchro.embedded.language;

import dev.synchro.embedded.stack.EmbeddedStack;
import dev.synchro.embedded.stack.StackOptions;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.StringJoiner;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** A server with the test functions, and short ways to ask it. */
final class LanguageServer implements AutoCloseable {
  private static final String DATABASE = "language";

  private static LanguageServer shared;

  private final EmbeddedStack stack;

  private LanguageServer(EmbeddedStack stack) {
    this.stack = stack;
  }

  /** One for all tests that leave it in good health. */
  static synchronized LanguageServer shared() {
    if (shared == null) {
      shared = start(StackOptions.defaults());
    }
    return shared;
  }

  static LanguageServer start(StackOptions options) {
    Path jar = FunctionJar.write();
    LanguageServer server =
        new LanguageServer(
            EmbeddedStack.start(options.withSetting("synchro_java.classpath", jar.toString())));
    try {
      server.createFunctions();
    } catch (SQLException failed) {
      server.close();
      throw new IllegalStateException("cannot create the test functions", failed);
    }
    return server;
  }

  private void createFunctions() throws SQLException {
    stack.createDatabase(DATABASE);
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      for (String line : FunctionDefinitions.ALL) {
        statement.execute(line);
      }
    }
  }

  String url() {
    return stack.superuserUrl(DATABASE);
  }

  Connection connect() throws SQLException {
    return DriverManager.getConnection(url());
  }

  /** A session whose settings are given as {@code -c name=value ...}. */
  Connection connectWith(String settings) throws SQLException {
    return DriverManager.getConnection(
        url() + "&options=" + URLEncoder.encode(settings, StandardCharsets.UTF_8));
  }

  String logTail(int lines) {
    return stack.logTail(lines);
  }

  /** First column of every row, separated by {@code |}, or the SQLSTATE after a {@code !}. */
  static String answer(Connection connection, String sql) {
    try (Statement statement = connection.createStatement()) {
      if (!statement.execute(sql)) {
        return "";
      }
      StringJoiner out = new StringJoiner("|");
      try (ResultSet rows = statement.getResultSet()) {
        while (rows.next()) {
          out.add(String.valueOf(rows.getString(1)));
        }
      }
      return out.toString();
    } catch (SQLException error) {
      return "!" + error.getSQLState();
    }
  }

  /** The error a statement ends with. */
  static ServerErrorMessage error(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (PSQLException error) {
      ServerErrorMessage message = error.getServerErrorMessage();
      if (message != null) {
        return message;
      }
      throw error;
    }
    throw new AssertionError("expected an error from: " + sql);
  }

  @Override
  public void close() {
    stack.close();
  }
}
