package dev.synchro.suite.install;

import dev.synchro.embedded.stack.EmbeddedStack;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A database of these tests' own on the shared server, made as a DBA makes it. */
final class InstalledDatabase implements AutoCloseable {

  private static final SecureRandom RANDOM = new SecureRandom();

  private final EmbeddedStack stack;
  private final String name;

  private InstalledDatabase(EmbeddedStack stack, String name) {
    this.stack = stack;
    this.name = name;
  }

  /** Roles and an empty database, ready for {@code CREATE EXTENSION}. */
  static InstalledDatabase prepared() {
    EmbeddedStack stack = EmbeddedStack.shared();
    String name = "install_" + new BigInteger(48, RANDOM).toString(36);
    stack.provision(name);
    return new InstalledDatabase(stack, name);
  }

  static InstalledDatabase installed() throws SQLException {
    InstalledDatabase database = prepared();
    database.run("CREATE EXTENSION synchro_pg");
    return database;
  }

  /** What the build declared, as the SQL generator wrote it down. */
  static String manifest() {
    try (InputStream content =
        InstalledDatabase.class.getResourceAsStream("/synchro_pg--0.3.1.objects.json")) {
      return new String(content.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String name() {
    return name;
  }

  EmbeddedStack stack() {
    return stack;
  }

  Connection superuser() throws SQLException {
    return DriverManager.getConnection(stack.superuserUrl(name));
  }

  Connection login(String login) throws SQLException {
    return DriverManager.getConnection(stack.url(name, login));
  }

  void run(String... statements) throws SQLException {
    try (Connection connection = superuser()) {
      run(connection, statements);
    }
  }

  static void run(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** The first column of every row. */
  List<String> ask(String query) throws SQLException {
    try (Connection connection = superuser()) {
      return ask(connection, query);
    }
  }

  static List<String> ask(Connection connection, String query, String... arguments)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(query)) {
      for (int index = 0; index < arguments.length; index++) {
        statement.setString(index + 1, arguments[index]);
      }
      List<String> answers = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          answers.add(rows.getString(1));
        }
      }
      return answers;
    }
  }

  /** The first column of every row of a query whose one argument is the manifest. */
  List<String> askManifest(String query) throws SQLException {
    try (Connection connection = superuser()) {
      return ask(connection, query, manifest());
    }
  }

  @Override
  public void close() {
    stack.dropDatabase(name);
  }
}
