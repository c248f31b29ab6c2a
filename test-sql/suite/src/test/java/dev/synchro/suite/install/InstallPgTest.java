package dev.synchro.suite.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.util.PSQLException;

/**
 * The extension installs where everything is in place, refuses where something is not, and can be
 * removed. Roles belong to the whole server, so they are changed only inside transactions that are
 * rolled back. Contract 3.1, 4.6.
 */
@Isolated("renames and alters roles of the whole server")
class InstallPgTest {

  private static InstalledDatabase database;

  @BeforeAll
  static void prepare() {
    database = InstalledDatabase.prepared();
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "synchro_owner",
        "synchro_adapter",
        "synchro_seed",
        "synchro_monitor",
        "synchro_operator",
        "synchro_worker"
      })
  void missingRoleIsRefused(String role) throws SQLException {
    assertRefused(
        "ALTER ROLE " + role + " RENAME TO synchro_elsewhere",
        "55000",
        "group roles are not as synchro_pg needs them: " + role + " is missing",
        "Run roles/10-create-group-roles.sql as a superuser first.");
  }

  @ParameterizedTest
  @CsvSource({
    "synchro_owner, LOGIN",
    "synchro_adapter, SUPERUSER",
    "synchro_seed, CREATEDB",
    "synchro_monitor, CREATEROLE",
    "synchro_operator, BYPASSRLS",
    "synchro_worker, REPLICATION"
  })
  void roleWithAnotherAttributeIsRefused(String role, String attribute) throws SQLException {
    assertRefused(
        "ALTER ROLE " + role + " " + attribute,
        "55000",
        "group roles are not as synchro_pg needs them: " + role + " has " + attribute,
        "Run roles/10-create-group-roles.sql as a superuser first.");
  }

  @Test
  void everyDeviationOfTheRolesIsToldAtOnce() throws SQLException {
    assertRefused(
        "ALTER ROLE synchro_seed RENAME TO synchro_elsewhere;"
            + " ALTER ROLE synchro_worker LOGIN CREATEDB",
        "55000",
        "group roles are not as synchro_pg needs them: synchro_seed is missing;"
            + " synchro_worker has LOGIN, CREATEDB",
        "Run roles/10-create-group-roles.sql as a superuser first.");
  }

  @Test
  void schemaThatHoldsAnythingIsRefused() throws SQLException {
    assertRefused(
        "CREATE SCHEMA synchro; CREATE FUNCTION synchro.planted() RETURNS int RETURN 1",
        "55000",
        "schema synchro must be empty, it holds 1 objects",
        "Move what lies in it elsewhere, or drop the schema.");
  }

  @Test
  void databaseWithAnotherEncodingIsRefused() throws SQLException {
    String name = database.name() + "_latin1";
    database.run(
        "CREATE DATABASE "
            + name
            + " ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0");
    try (Connection connection = DriverManager.getConnection(database.stack().superuserUrl(name))) {
      assertThatThrownBy(() -> InstalledDatabase.run(connection, "CREATE EXTENSION synchro_pg"))
          .hasMessageContaining(
              "synchro_pg needs a database with encoding UTF8, this one has LATIN1");
      assertNothingLeft(connection);
    } finally {
      database.stack().dropDatabase(name);
    }
  }

  @Test
  void databaseWithoutTheLanguageIsRefused() throws SQLException {
    String name = database.name() + "_plain";
    database.run("CREATE DATABASE " + name + " TEMPLATE template0");
    try (Connection connection = DriverManager.getConnection(database.stack().superuserUrl(name))) {
      assertThatThrownBy(() -> InstalledDatabase.run(connection, "CREATE EXTENSION synchro_pg"))
          .hasMessageContaining("synchro_pg needs the language java, this database has none");
      assertNothingLeft(connection);
    } finally {
      database.stack().dropDatabase(name);
    }
  }

  @Test
  void otherSchemaIsRefused() throws SQLException {
    try (Connection connection = database.superuser()) {
      assertThatThrownBy(
              () ->
                  InstalledDatabase.run(
                      connection, "CREATE EXTENSION synchro_pg WITH SCHEMA public"))
          .hasMessageContaining("must be installed in schema \"synchro\"");
    }
  }

  @Test
  void ordinaryUserCannotInstall() throws SQLException {
    try (Connection connection = database.superuser()) {
      connection.setAutoCommit(false);
      InstalledDatabase.run(
          connection,
          "CREATE ROLE synchro_install_test",
          "GRANT CREATE ON DATABASE " + database.name() + " TO synchro_install_test",
          "SET ROLE synchro_install_test");

      assertThatThrownBy(() -> InstalledDatabase.run(connection, "CREATE EXTENSION synchro_pg"))
          .hasMessageContaining("permission denied to create extension \"synchro_pg\"");
      connection.rollback();
    }
  }

  @Test
  void removalLeavesOnlyTheEmptySchemaAndItCanBeInstalledAgain() throws SQLException {
    try (InstalledDatabase own = InstalledDatabase.installed()) {
      own.run("DROP EXTENSION synchro_pg");

      assertThat(
              own.ask(
                  """
                  SELECT nspname FROM pg_namespace WHERE nspname LIKE 'synchro%'
                  UNION ALL SELECT relname FROM pg_class
                  WHERE relnamespace = to_regnamespace('synchro')
                  UNION ALL SELECT proname FROM pg_proc
                  WHERE pronamespace = to_regnamespace('synchro')
                  UNION ALL SELECT typname FROM pg_type
                  WHERE typnamespace = to_regnamespace('synchro')
                  UNION ALL SELECT evtname FROM pg_event_trigger WHERE evtname LIKE 'synchro%'"""))
          .containsExactly("synchro");
      own.run("CREATE EXTENSION synchro_pg");
      assertThat(own.ask("SELECT extversion FROM pg_extension WHERE extname = 'synchro_pg'"))
          .containsExactly("0.3.1");
    }
  }

  /** Breaks something, tries to install, and puts everything back. */
  private static void assertRefused(String breaking, String state, String message, String hint)
      throws SQLException {
    try (Connection connection = database.superuser()) {
      connection.setAutoCommit(false);
      InstalledDatabase.run(connection, breaking);
      assertThatThrownBy(() -> InstalledDatabase.run(connection, "CREATE EXTENSION synchro_pg"))
          .asInstanceOf(InstanceOfAssertFactories.throwable(PSQLException.class))
          .extracting(PSQLException::getServerErrorMessage)
          .satisfies(
              error -> {
                assertThat(error.getSQLState()).isEqualTo(state);
                assertThat(error.getMessage()).isEqualTo(message);
                assertThat(error.getHint()).isEqualTo(hint);
              });
      connection.rollback();
      assertNothingLeft(connection);
    }
  }

  private static void assertNothingLeft(Connection connection) throws SQLException {
    assertThat(
            InstalledDatabase.ask(
                connection,
                "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'synchro%' UNION ALL"
                    + " SELECT extname FROM pg_extension WHERE extname = 'synchro_pg'"))
        .isEmpty();
  }
}
