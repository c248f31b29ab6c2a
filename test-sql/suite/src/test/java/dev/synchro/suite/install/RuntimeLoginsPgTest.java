package dev.synchro.suite.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a runtime login may not do is refused when it tries, not only by the catalogue's word; what
 * proves an installation is called as such a login. Contract 3.1, 3.2, 4.6.
 */
class RuntimeLoginsPgTest {

  private static InstalledDatabase database;

  @BeforeAll
  static void install() throws SQLException {
    database = InstalledDatabase.installed();
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  @ParameterizedTest
  @CsvSource({
    "synchro_adapter_login, synchro_adapter",
    "synchro_seed_login, synchro_seed",
    "synchro_monitor_login, synchro_monitor",
    "synchro_operator_login, synchro_operator",
    "synchro_worker_login, synchro_worker"
  })
  void functionsOfOtherRolesAreRefused(String login, String role) throws SQLException {
    // Constant NULLs would let the planner answer for a STRICT function without calling it.
    List<String> calls =
        database.ask(
            """
            SELECT format('SELECT %%I.%%I(%%s)', 'synchro', proname,
              (SELECT string_agg(format('(SELECT NULL::%%s)', format_type(t, NULL)), ', ' ORDER BY n)
                 FROM unnest(proargtypes) WITH ORDINALITY AS u(t, n)))
            FROM pg_proc
            WHERE pronamespace = 'synchro'::regnamespace
              AND prorettype <> 'trigger'::regtype
              AND NOT has_function_privilege('%s', oid, 'EXECUTE')"""
                .formatted(role));

    assertThat(calls).isNotEmpty();
    assertThat(notRefused(login, role, calls)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "synchro_adapter_login, synchro_adapter",
    "synchro_seed_login, synchro_seed",
    "synchro_monitor_login, synchro_monitor",
    "synchro_operator_login, synchro_operator"
  })
  void tablesAndSequencesAreRefused(String login, String role) throws SQLException {
    List<String> statements =
        database.ask(
            """
            SELECT format(statement, relname)
            FROM pg_class, unnest(CASE relkind WHEN 'S'
              THEN ARRAY['SELECT nextval(''synchro.%I'')', 'SELECT * FROM synchro.%I']
              ELSE ARRAY['SELECT FROM synchro.%I', 'DELETE FROM synchro.%I',
                'TRUNCATE synchro.%I', 'COPY synchro.%I TO STDOUT']
              END) AS statement
            WHERE relnamespace = 'synchro'::regnamespace AND relkind IN ('r', 'S')""");

    assertThat(statements).isNotEmpty();
    assertThat(notRefused(login, role, statements)).isEmpty();
  }

  @Test
  void workerIsRefusedWhatItsTablesDoNotGrant() throws SQLException {
    List<String> statements =
        database.ask(
            """
            SELECT format(statement, relname)
            FROM pg_class, (VALUES
              ('SELECT', 'SELECT * FROM synchro.%I'), ('DELETE', 'DELETE FROM synchro.%I'),
              ('INSERT', 'INSERT INTO synchro.%I DEFAULT VALUES'),
              ('TRUNCATE', 'TRUNCATE synchro.%I'))
              AS attempt(privilege, statement)
            WHERE relnamespace = 'synchro'::regnamespace AND relkind = 'r'
              AND NOT has_table_privilege('synchro_worker', pg_class.oid, privilege)""");

    assertThat(statements).isNotEmpty();
    assertThat(notRefused("synchro_worker_login", "synchro_worker", statements)).isEmpty();
  }

  @Test
  void loginOfNoGroupSeesNothing() throws SQLException {
    try (Connection connection = database.superuser()) {
      connection.setAutoCommit(false);
      InstalledDatabase.run(
          connection, "CREATE ROLE synchro_stranger", "SET ROLE synchro_stranger");

      assertThatThrownBy(
              () -> InstalledDatabase.run(connection, "SELECT synchro.synchro_readiness()"))
          .hasMessageContaining("permission denied for schema synchro");
      connection.rollback();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"synchro_adapter_login", "synchro_monitor_login"})
  void readinessOfAFreshInstallationIsNotReady(String login) throws SQLException {
    try (Connection connection = database.login(login)) {
      assertThat(InstalledDatabase.ask(connection, "SELECT synchro.synchro_readiness()"))
          .containsExactly("{\"ready\":false}");
    }
  }

  @Test
  void contractOfAFreshInstallationIsThatOfTheLibrary() throws SQLException {
    String fingerprint = database.ask("SELECT synchro.installed_build_fingerprint()").get(0);

    assertThat(fingerprint).matches("[0-9a-f]{64}");
    try (Connection connection = database.login("synchro_adapter_login")) {
      assertThat(InstalledDatabase.ask(connection, "SELECT synchro.synchro_contract_info()"))
          .containsExactly(
              """
              {"extension_objects_current":true,"extension_version":"0.3.1",\
              "installed_build_fingerprint":"%1$s","library_build_fingerprint":"%1$s",\
              "protocol_version":3,"sql_contract_version":1}"""
                  .formatted(fingerprint));
    }
  }

  /** The statements that did anything else than fail for lack of a privilege. */
  private static List<String> notRefused(String login, String role, List<String> statements)
      throws SQLException {
    List<String> passed = new ArrayList<>();
    try (Connection connection = database.login(login)) {
      InstalledDatabase.run(connection, "SET ROLE " + role);
      for (String statement : statements) {
        try {
          InstalledDatabase.run(connection, statement);
          passed.add(statement);
        } catch (SQLException refused) {
          if (!"42501".equals(refused.getSQLState())) {
            passed.add(statement + ": " + refused.getMessage());
          }
        }
      }
    }
    return passed;
  }
}
