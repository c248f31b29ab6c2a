package dev.synchro.suite.roles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The life of the DBA's scripts: run, run again, refused, undone. */
class RoleScriptsPgTest {

  private static final List<String> SUPERUSER_SCRIPTS =
      List.of(
          "10-create-group-roles.sql",
          "20-create-logins.sql",
          "30-worker-login.sql",
          "50-pljava.sql");
  private static final String STATE =
      "SELECT string_agg(t::text, E'\\n' ORDER BY t::text) FROM (SELECT row(rolname, rolcanlogin,"
          + " rolinherit, rolreplication, rolsuper)::text FROM pg_roles UNION ALL SELECT"
          + " row(roleid::regrole, member::regrole, admin_option, inherit_option,"
          + " set_option)::text FROM pg_auth_members UNION ALL SELECT row(datname, a.grantee,"
          + " a.privilege_type)::text FROM pg_database, aclexplode(datacl) AS a UNION ALL SELECT row(pubname, pubviaroot, pubgencols,"
          + " pubtruncate)::text FROM pg_publication) AS t";

  private static RolesServer server;

  @BeforeAll
  static void start() throws SQLException {
    server = RolesServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** The scripts are safe to repeat, so they also put back what a test took away. */
  @AfterEach
  void restore() throws SQLException {
    for (String script : SUPERUSER_SCRIPTS) {
      server.asSuperuser(RolesServer.script(script));
    }
    server.asSuperuser(
        "GRANT CREATE ON DATABASE roles TO app_owner",
        "ALTER ROLE app_owner NOCREATEROLE",
        "DROP PUBLICATION IF EXISTS synchro_pub",
        "DROP ROLE IF EXISTS other",
        "DROP EXTENSION IF EXISTS synchro_pg",
        "DROP SCHEMA IF EXISTS synchro",
        "CREATE EXTENSION synchro_pg");
    server.asMigrationRole(RolesServer.script("40-publication.sql"));
  }

  @Test
  void every_script_is_safe_to_repeat() throws SQLException {
    String before = state();

    for (String script : SUPERUSER_SCRIPTS) {
      server.asSuperuser(RolesServer.script(script));
    }
    server.asMigrationRole(RolesServer.script("40-publication.sql"));

    assertThat(state()).isEqualTo(before);
  }

  @Test
  void repeated_scripts_mend_attributes_and_options() throws SQLException {
    String before = state();
    server.asSuperuser(
        "ALTER ROLE synchro_owner LOGIN CREATEDB",
        "GRANT synchro_worker TO synchro_worker_login WITH INHERIT TRUE",
        "REVOKE CONNECT ON DATABASE roles FROM synchro_worker_login",
        "ALTER PUBLICATION synchro_pub SET (publish = 'insert')");

    for (String script : SUPERUSER_SCRIPTS) {
      server.asSuperuser(RolesServer.script(script));
    }
    server.asMigrationRole(RolesServer.script("40-publication.sql"));

    assertThat(state()).isEqualTo(before);
  }

  @Test
  void group_roles_need_a_superuser() throws SQLException {
    server.asSuperuser("ALTER ROLE app_owner CREATEROLE");

    assertThatThrownBy(
            () -> server.asMigrationRole(RolesServer.script("10-create-group-roles.sql")))
        .hasMessageContaining("the group roles must be created by a superuser");
  }

  @Test
  void publication_needs_create_on_the_database() throws SQLException {
    server.asMigrationRole("DROP PUBLICATION synchro_pub");
    server.asSuperuser("REVOKE CREATE ON DATABASE roles FROM app_owner");

    assertThatThrownBy(() -> server.asMigrationRole(RolesServer.script("40-publication.sql")))
        .hasMessageContaining("role app_owner must have CREATE on database roles");
  }

  @Test
  void a_strangers_publication_is_left_alone() throws SQLException {
    server.asMigrationRole("DROP PUBLICATION synchro_pub");
    server.asSuperuser("CREATE PUBLICATION synchro_pub");
    String before = state();

    assertThatThrownBy(() -> server.asMigrationRole(RolesServer.script("40-publication.sql")))
        .hasMessageContaining(
            "must belong to the role that owns the tables, its owner is postgres");
    assertThat(state()).isEqualTo(before);
  }

  @Test
  void a_publication_for_all_tables_is_refused() throws SQLException {
    server.asSuperuser(
        "DROP PUBLICATION synchro_pub", "CREATE PUBLICATION synchro_pub FOR ALL TABLES");

    assertThatThrownBy(() -> server.asSuperuser(RolesServer.script("40-publication.sql")))
        .hasMessageContaining("must list its tables");
  }

  @Test
  void drop_is_refused_while_the_extension_a_slot_or_another_login_is_there() throws SQLException {
    assertThatThrownBy(this::drop)
        .hasMessageContaining("extension synchro_pg must be dropped first");
    server.asSuperuser(
        "DROP EXTENSION synchro_pg",
        "SELECT pg_create_logical_replication_slot('synchro_slot', 'pgoutput')");
    assertThatThrownBy(this::drop)
        .hasMessageContaining("replication slot synchro_slot must be dropped first");
    server.asSuperuser(
        "SELECT pg_drop_replication_slot('synchro_slot')",
        "CREATE ROLE other LOGIN",
        "GRANT synchro_seed TO other");
    assertThatThrownBy(this::drop).hasMessageContaining("login other must be dropped or leave");
    assertThat(roles()).contains("synchro_owner", "synchro_worker_login");
  }

  @Test
  void drop_removes_all_that_the_scripts_made_and_may_be_repeated() throws SQLException {
    server.asMigrationRole("ALTER TABLE app.notes ENABLE ROW LEVEL SECURITY");
    server.asMigrationRole(
        "CREATE POLICY synchro_push ON app.notes TO synchro_owner USING (true)",
        "GRANT USAGE ON SCHEMA app TO synchro_owner, synchro_worker",
        "GRANT SELECT ON app.notes TO synchro_owner, synchro_worker");
    server.asSuperuser("DROP EXTENSION synchro_pg");

    drop();
    drop();

    assertThat(roles()).doesNotContain("synchro");
    assertThat(single("SELECT count(*) FROM pg_policies WHERE tablename = 'notes'")).isEqualTo("0");
    assertThat(single("SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'synchro%'"))
        .isEqualTo("0");
    assertThat(single("SELECT count(*) FROM pg_publication")).isEqualTo("0");
  }

  /** Contract 3.3: the three refusals of an external worker connection. */
  @Test
  void worker_login_gets_in_to_its_database_with_its_password_only() throws SQLException {
    server.stack().restrictLogin("synchro_worker_login", RolesServer.DATABASE);
    server.login("synchro_worker_login").close();
    String wrong =
        server
            .stack()
            .url(RolesServer.DATABASE, "synchro_worker_login")
            .replaceAll("password=.*", "password=x");

    assertThatThrownBy(() -> DriverManager.getConnection(wrong).close())
        .hasMessageContaining("password authentication failed");
    assertThatThrownBy(
            () ->
                DriverManager.getConnection(server.stack().url("postgres", "synchro_worker_login"))
                    .close())
        .hasMessageContaining("pg_hba.conf rejects connection");
    assertThatThrownBy(
            () -> DriverManager.getConnection(wrong.replaceAll("&password=.*", "")).close())
        .isInstanceOfSatisfying(
            SQLException.class, refused -> assertThat(refused.getSQLState()).startsWith("08"));
  }

  private void drop() throws SQLException {
    server.asSuperuser(RolesServer.script("90-drop.sql"));
  }

  private String state() throws SQLException {
    return single(STATE);
  }

  private String roles() throws SQLException {
    return single("SELECT string_agg(rolname, ' ') FROM pg_roles");
  }

  private String single(String query) throws SQLException {
    try (Connection connection = server.superuser();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getString(1);
    }
  }
}
