package dev.synchro.suite.roles;

import dev.synchro.embedded.stack.EmbeddedStack;
import dev.synchro.embedded.stack.ProductFiles;
import dev.synchro.embedded.stack.StackOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/**
 * A server of these tests' own: roles belong to the whole server, and here they are broken on
 * purpose. The extension is a stand-in in plain SQL that does what the real script does about
 * ownership and grants, so that the check script can be tested without the rest of the product.
 */
final class RolesServer implements AutoCloseable {

  static final String DATABASE = "roles";
  static final String MIGRATION_ROLE = "app_owner";

  private static final String STAND_IN =
      """
      ALTER SCHEMA synchro OWNER TO synchro_owner;
      CREATE SCHEMA synchro_projection AUTHORIZATION synchro_owner;
      CREATE TYPE synchro.pair AS (a int, b int);
      CREATE FUNCTION synchro.answer() RETURNS int RETURN 42;
      CREATE TABLE synchro.facts (id int PRIMARY KEY, fact text);
      ALTER TYPE synchro.pair OWNER TO synchro_owner;
      ALTER FUNCTION synchro.answer() OWNER TO synchro_owner;
      ALTER TABLE synchro.facts OWNER TO synchro_owner;
      REVOKE ALL ON SCHEMA synchro, synchro_projection FROM PUBLIC;
      REVOKE ALL ON TYPE synchro.pair, synchro.facts FROM PUBLIC;
      REVOKE ALL ON FUNCTION synchro.answer() FROM PUBLIC;
      REVOKE ALL ON TABLE synchro.facts FROM PUBLIC;
      GRANT USAGE ON SCHEMA synchro TO synchro_adapter, synchro_worker;
      GRANT EXECUTE ON FUNCTION synchro.answer() TO synchro_adapter;
      GRANT SELECT, INSERT, UPDATE, DELETE ON synchro.facts TO synchro_worker;
      ALTER DEFAULT PRIVILEGES FOR ROLE synchro_owner REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
      ALTER DEFAULT PRIVILEGES FOR ROLE synchro_owner REVOKE USAGE ON TYPES FROM PUBLIC;
      """;

  private final EmbeddedStack stack;

  private RolesServer(EmbeddedStack stack) {
    this.stack = stack;
  }

  static RolesServer start() throws SQLException {
    ProductFiles files =
        ProductFiles.ofScripts(
            Map.of(
                "synchro_pg.control",
                "default_version = '0.3.1'\nrelocatable = false\nschema = synchro\n",
                "synchro_pg--0.3.1.sql",
                STAND_IN,
                "careless.control",
                "default_version = '1'\nrelocatable = false\nschema = careless\n",
                "careless--1.sql",
                "CREATE FUNCTION careless.one() RETURNS int RETURN 1;\n"));
    EmbeddedStack stack = EmbeddedStack.start(StackOptions.withoutJava().withProduct(files));
    RolesServer server = new RolesServer(stack);
    stack.provision(DATABASE);
    server.asSuperuser(
        "CREATE ROLE app_owner LOGIN",
        "GRANT CREATE ON DATABASE roles TO app_owner",
        "CREATE EXTENSION synchro_pg");
    server.asMigrationRole(
        script("40-publication.sql"),
        "CREATE SCHEMA app",
        "CREATE TABLE app.notes (id int PRIMARY KEY, owner_id text)",
        "ALTER PUBLICATION synchro_pub ADD TABLE app.notes");
    return server;
  }

  EmbeddedStack stack() {
    return stack;
  }

  Connection superuser() throws SQLException {
    return DriverManager.getConnection(stack.superuserUrl(DATABASE));
  }

  Connection login(String name) throws SQLException {
    return DriverManager.getConnection(stack.url(DATABASE, name));
  }

  void asSuperuser(String... statements) throws SQLException {
    try (Connection connection = superuser()) {
      run(connection, statements);
    }
  }

  void asMigrationRole(String... statements) throws SQLException {
    try (Connection connection = login(MIGRATION_ROLE)) {
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

  static String script(String name) {
    try (InputStream content = RolesServer.class.getResourceAsStream("/synchro/roles/" + name)) {
      return new String(content.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
  }

  @Override
  public void close() {
    stack.close();
  }
}
