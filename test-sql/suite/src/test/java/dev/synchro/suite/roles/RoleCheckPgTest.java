package dev.synchro.suite.roles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code roles/80-check.sql} says: nothing when all is well, and every deviation by name. */
class RoleCheckPgTest {

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
  void a_provisioned_database_has_no_deviation() throws SQLException {
    try (Connection connection = server.superuser()) {
      assertThat(deviations(connection)).isEmpty();
    }
  }

  @Test
  void any_login_may_run_the_check_and_sees_the_same() throws SQLException {
    try (Connection connection = server.login("synchro_monitor_login")) {
      assertThat(deviations(connection)).isEmpty();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("breakages")
  void deviation_is_named(String broken, List<String> named) throws SQLException {
    try (Connection connection = server.superuser()) {
      connection.setAutoCommit(false);
      RolesServer.run(connection, broken);

      assertThat(deviations(connection)).containsExactlyElementsOf(named);
      connection.rollback();
    }
  }

  private static Stream<Arguments> breakages() {
    return Stream.of(
        broken(
            "DROP OWNED BY synchro_seed; DROP ROLE synchro_seed",
            "role synchro_seed | exists | missing"),
        broken("ALTER ROLE synchro_owner LOGIN", "role synchro_owner | NOLOGIN | LOGIN"),
        broken(
            "ALTER ROLE synchro_adapter SUPERUSER",
            "role synchro_adapter | NOSUPERUSER | SUPERUSER"),
        broken(
            "ALTER ROLE synchro_seed CREATEDB CREATEROLE",
            "role synchro_seed | NOCREATEDB | CREATEDB",
            "role synchro_seed | NOCREATEROLE | CREATEROLE"),
        broken(
            "ALTER ROLE synchro_worker REPLICATION BYPASSRLS",
            "role synchro_worker | NOBYPASSRLS | BYPASSRLS",
            "role synchro_worker | NOREPLICATION | REPLICATION"),
        broken(
            "GRANT pg_read_all_data TO synchro_owner",
            "role synchro_owner | member of no role | member of pg_read_all_data"),
        broken(
            "GRANT synchro_monitor TO synchro_operator",
            "role synchro_operator | member of no role | member of synchro_monitor"),
        broken(
            "GRANT synchro_owner TO app_owner",
            "role synchro_owner | no members | member app_owner"),
        broken(
            "GRANT synchro_seed TO synchro_adapter_login",
            "login synchro_adapter_login | member of synchro_adapter only | member of synchro_seed",
            "login synchro_adapter_login | member of synchro_seed only | member of synchro_adapter"),
        broken(
            "GRANT app_owner TO synchro_operator_login",
            "login synchro_operator_login | member of synchro_operator only | member of app_owner"),
        broken(
            "ALTER ROLE synchro_monitor_login BYPASSRLS NOINHERIT",
            "login synchro_monitor_login | INHERIT | NOINHERIT",
            "login synchro_monitor_login | NOBYPASSRLS | BYPASSRLS"),
        broken(
            "GRANT synchro_monitor TO synchro_monitor_login WITH INHERIT FALSE",
            "membership of synchro_monitor_login in synchro_monitor | INHERIT TRUE | INHERIT FALSE"),
        broken(
            "GRANT synchro_seed TO synchro_seed_login WITH ADMIN TRUE",
            "membership of synchro_seed_login in synchro_seed | ADMIN FALSE | ADMIN TRUE"),
        broken(
            "GRANT synchro_worker TO synchro_worker_login WITH INHERIT TRUE",
            "membership of synchro_worker_login in synchro_worker | INHERIT FALSE | INHERIT TRUE"),
        broken(
            "GRANT synchro_worker TO synchro_worker_login WITH SET FALSE",
            "membership of synchro_worker_login in synchro_worker | SET TRUE | SET FALSE"),
        broken(
            "ALTER ROLE synchro_worker_login NOREPLICATION INHERIT",
            "login synchro_worker_login | NOINHERIT | INHERIT",
            "login synchro_worker_login | REPLICATION | NOREPLICATION"),
        broken(
            "REVOKE synchro_worker FROM synchro_worker_login",
            "login synchro_worker_login | NOREPLICATION | REPLICATION",
            "role synchro_worker | one worker login | 0 worker logins"),
        broken(
            "CREATE ROLE second LOGIN REPLICATION NOINHERIT;"
                + " GRANT synchro_worker TO second WITH INHERIT FALSE;"
                + " GRANT CONNECT ON DATABASE roles TO second",
            "role synchro_worker | one worker login | 2 worker logins"),
        broken(
            "CREATE ROLE copier LOGIN REPLICATION", "login copier | NOREPLICATION | REPLICATION"),
        broken(
            "REVOKE CONNECT ON DATABASE roles FROM synchro_worker_login",
            "database roles | CONNECT granted to synchro_worker_login itself | not granted"),
        broken(
            "REVOKE CONNECT ON DATABASE roles FROM PUBLIC, synchro_monitor",
            "database roles | CONNECT for synchro_monitor_login | none"),
        broken("CREATE SCHEMA sqlj", "schema sqlj | USAGE for synchro_owner | none"),
        broken("DROP PUBLICATION synchro_pub", "publication synchro_pub | exists | missing"),
        broken(
            "ALTER PUBLICATION synchro_pub SET (publish = 'insert, update',"
                + " publish_via_partition_root = false, publish_generated_columns = none)",
            "publication synchro_pub | publish_generated_columns = stored"
                + " | publish_generated_columns = none",
            "publication synchro_pub | publish_via_partition_root = true"
                + " | publish_via_partition_root = false",
            "publication synchro_pub | publishes delete | delete not published",
            "publication synchro_pub | publishes truncate | truncate not published"),
        broken(
            "ALTER PUBLICATION synchro_pub SET TABLE app.notes (id)",
            "publication synchro_pub | no column list and no row filter on app.notes"
                + " | column list or row filter"),
        broken(
            "ALTER PUBLICATION synchro_pub SET TABLE app.notes WHERE (id > 0)",
            "publication synchro_pub | no column list and no row filter on app.notes"
                + " | column list or row filter"),
        broken(
            "ALTER PUBLICATION synchro_pub SET TABLES IN SCHEMA app",
            "publication synchro_pub | lists its tables | FOR TABLES IN SCHEMA"),
        broken(
            "ALTER TABLE app.notes OWNER TO postgres",
            "publication synchro_pub | owned by the owner of app.notes | owner app_owner"),
        broken(
            "CREATE FUNCTION synchro.late() RETURNS int RETURN 1",
            "function synchro.late() | explicit grants only | the built-in default grants",
            "function synchro.late() | owner synchro_owner | owner postgres"),
        broken(
            "GRANT EXECUTE ON FUNCTION synchro.answer() TO PUBLIC, app_owner",
            "function synchro.answer() | grants to the synchro groups only | grant to app_owner",
            "function synchro.answer() | nothing for PUBLIC | EXECUTE"),
        broken(
            "GRANT SELECT, INSERT ON synchro.facts TO synchro_operator",
            "table synchro.facts | nothing for synchro_operator | INSERT, SELECT"),
        broken(
            "ALTER SCHEMA synchro OWNER TO postgres",
            "schema synchro | grants to the synchro groups only | grant to postgres",
            "schema synchro | owner synchro_owner | owner postgres"),
        broken(
            "ALTER DEFAULT PRIVILEGES FOR ROLE synchro_owner GRANT EXECUTE ON FUNCTIONS TO PUBLIC",
            "default privileges of synchro_owner | nothing for PUBLIC on new functions"
                + " | the built-in default grants"));
  }

  private static Arguments broken(String sql, String... named) {
    return arguments(sql, List.of(named));
  }

  private static List<String> deviations(Connection connection) throws SQLException {
    List<String> found = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(RolesServer.script("80-check.sql"))) {
      while (rows.next()) {
        found.add(rows.getString(1) + " | " + rows.getString(2) + " | " + rows.getString(3));
      }
    }
    return found;
  }
}
