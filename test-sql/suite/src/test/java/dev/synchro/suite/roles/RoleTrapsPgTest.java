package dev.synchro.suite.roles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Behaviour of PostgreSQL 18 that the role design has to go around. Each test shows the trap and
 * then the cure, so that a server version that changes one of them is noticed.
 */
class RoleTrapsPgTest {

  private static RolesServer server;

  @BeforeAll
  static void start() throws SQLException {
    server = RolesServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void default_privileges_of_one_schema_take_nothing_from_public() throws SQLException {
    server.asSuperuser(
        "CREATE ROLE maker",
        "CREATE SCHEMA made AUTHORIZATION maker",
        "ALTER DEFAULT PRIVILEGES FOR ROLE maker IN SCHEMA made"
            + " REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC",
        "SET ROLE maker; CREATE FUNCTION made.open() RETURNS int RETURN 1");
    assertThat(executableByPublic("made.open()")).isTrue();

    server.asSuperuser(
        "ALTER DEFAULT PRIVILEGES FOR ROLE maker REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC",
        "SET ROLE maker; CREATE FUNCTION made.closed() RETURNS int RETURN 1");
    assertThat(executableByPublic("made.closed()")).isFalse();
  }

  @Test
  void default_privileges_miss_what_changes_its_owner_later() throws SQLException {
    server.asSuperuser(
        "CREATE FUNCTION synchro.handed_over() RETURNS int RETURN 1",
        "ALTER FUNCTION synchro.handed_over() OWNER TO synchro_owner");
    assertThat(executableByPublic("synchro.handed_over()")).isTrue();

    server.asSuperuser("REVOKE ALL ON FUNCTION synchro.handed_over() FROM PUBLIC");
    assertThat(executableByPublic("synchro.handed_over()")).isFalse();
    server.asSuperuser("DROP FUNCTION synchro.handed_over()");
  }

  @Test
  void create_extension_leaves_its_schema_to_the_installer_and_behind() throws SQLException {
    server.asSuperuser("CREATE EXTENSION careless");
    assertThat(
            single("SELECT nspowner::regrole::text FROM pg_namespace WHERE nspname = 'careless'"))
        .isEqualTo("postgres");

    server.asSuperuser("DROP EXTENSION careless");
    assertThat(single("SELECT count(*)::text FROM pg_namespace WHERE nspname = 'careless'"))
        .isEqualTo("1");
    assertThat(single("SELECT nspowner::regrole::text FROM pg_namespace WHERE nspname = 'synchro'"))
        .isEqualTo("synchro_owner");
  }

  @Test
  void slot_functions_look_at_the_current_role_and_the_protocol_at_the_login() throws SQLException {
    try (Connection worker = server.login("synchro_worker_login")) {
      RolesServer.run(worker, "SET ROLE synchro_worker");
      assertThatThrownBy(
              () ->
                  RolesServer.run(
                      worker, "SELECT pg_create_logical_replication_slot('s', 'pgoutput', true)"))
          .hasMessageContaining("permission denied to use replication slots");

      RolesServer.run(
          worker, "RESET ROLE", "SELECT pg_create_logical_replication_slot('s', 'pgoutput', true)");
    }
    String replication =
        server.stack().url(RolesServer.DATABASE, "synchro_worker_login")
            + "&replication=database&assumeMinServerVersion=18&preferQueryMode=simple";
    try (Connection stream = DriverManager.getConnection(replication)) {
      RolesServer.run(
          stream,
          "SET ROLE synchro_worker",
          "CREATE_REPLICATION_SLOT t TEMPORARY LOGICAL pgoutput (SNAPSHOT 'nothing')");
    }
  }

  @Test
  void the_older_backend_of_a_login_is_ended_by_the_login_not_by_its_group() throws SQLException {
    try (Connection older = server.login("synchro_worker_login");
        Connection newer = server.login("synchro_worker_login")) {
      String pid = single(older, "SELECT pg_backend_pid()::text");
      RolesServer.run(newer, "SET ROLE synchro_worker");
      assertThatThrownBy(() -> RolesServer.run(newer, "SELECT pg_terminate_backend(" + pid + ")"))
          .hasMessageContaining("permission denied to terminate process");

      RolesServer.run(newer, "RESET ROLE");
      assertThat(single(newer, "SELECT pg_terminate_backend(" + pid + ", 5000)::text"))
          .isEqualTo("true");
    }
  }

  @Test
  void noinherit_after_the_grant_changes_nothing() throws SQLException {
    server.asSuperuser(
        "CREATE ROLE late LOGIN", "GRANT synchro_worker TO late", "ALTER ROLE late NOINHERIT");
    assertThat(inherits("late")).isEqualTo("true");

    server.asSuperuser("GRANT synchro_worker TO late WITH INHERIT FALSE, SET TRUE, ADMIN FALSE");
    assertThat(inherits("late")).isEqualTo("false");
    try (Connection connection = server.login("late")) {
      assertThatThrownBy(() -> RolesServer.run(connection, "SELECT count(*) FROM synchro.facts"))
          .hasMessageContaining("permission denied for schema synchro");
      RolesServer.run(connection, "SET ROLE synchro_worker", "SELECT count(*) FROM synchro.facts");
    }
    server.asSuperuser("DROP ROLE late");
  }

  @Test
  void a_login_that_inherits_nothing_connects_only_by_a_right_of_its_own() throws SQLException {
    server.stack().provision("closed");
    try (Connection closed = DriverManager.getConnection(server.stack().superuserUrl("closed"))) {
      RolesServer.run(
          closed,
          "REVOKE CONNECT ON DATABASE closed FROM PUBLIC, synchro_worker_login",
          "GRANT CONNECT ON DATABASE closed TO synchro_worker");
      String url = server.stack().url("closed", "synchro_worker_login");
      assertThatThrownBy(() -> DriverManager.getConnection(url).close())
          .hasMessageContaining("permission denied for database");
      assertThatThrownBy(
              () ->
                  DriverManager.getConnection(url + "&replication=database&preferQueryMode=simple")
                      .close())
          .hasMessageContaining("permission denied for database");

      RolesServer.run(closed, RolesServer.script("30-worker-login.sql"));
      DriverManager.getConnection(url).close();
    }
    DriverManager.getConnection(server.stack().url("closed", "synchro_adapter_login")).close();
  }

  @Test
  void the_worker_empties_with_delete_and_needs_maintain_to_analyze() throws SQLException {
    try (Connection worker = server.login("synchro_worker_login")) {
      RolesServer.run(worker, "SET ROLE synchro_worker", "DELETE FROM synchro.facts");
      assertThatThrownBy(() -> RolesServer.run(worker, "TRUNCATE synchro.facts"))
          .hasMessageContaining("permission denied for table facts");
      assertThat(warningOf(worker, "ANALYZE synchro.facts"))
          .contains("permission denied to analyze \"facts\", skipping it");

      server.asSuperuser("GRANT MAINTAIN ON synchro.facts TO synchro_worker");
      assertThat(warningOf(worker, "ANALYZE synchro.facts")).isEmpty();
    }
  }

  private static String warningOf(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
      return statement.getWarnings() == null ? "" : statement.getWarnings().getMessage();
    }
  }

  private static boolean executableByPublic(String function) throws SQLException {
    return "true"
        .equals(
            single(
                "SELECT has_function_privilege('synchro_seed', '"
                    + function
                    + "'::regprocedure::oid, 'EXECUTE')::text"));
  }

  private static String inherits(String login) throws SQLException {
    return single(
        "SELECT inherit_option::text FROM pg_auth_members WHERE member = '" + login + "'::regrole");
  }

  private static String single(String query) throws SQLException {
    try (Connection connection = server.superuser()) {
      return single(connection, query);
    }
  }

  private static String single(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getString(1);
    }
  }
}
