package dev.synchro.suite.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Temporary objects under the names of ours, first on the caller's search path, change no result.
 * Contract 3.2, negative control 40.
 */
class ShadowPgTest {

  private static final String SET_UP =
      """
      DO $$
      DECLARE
        v_table record;
      BEGIN
        FOR v_table IN
          SELECT relname, (
            SELECT string_agg(format('%I %s', attname, format_type(atttypid, atttypmod)), ', ')
            FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0) AS columns
          FROM pg_class WHERE relnamespace = 'synchro'::regnamespace AND relkind = 'r'
        LOOP
          EXECUTE format('CREATE TEMPORARY TABLE %I (%s)', v_table.relname, v_table.columns);
        END LOOP;
        INSERT INTO pg_temp.setting VALUES ('synchro.database', 'forged');
        CREATE FUNCTION pg_temp.raise_error(text, text, text, text) RETURNS void RETURN NULL;
        CREATE FUNCTION pg_temp.installed_build_fingerprint() RETURNS text RETURN 'forged';
        CREATE FUNCTION pg_temp.octet_length(text) RETURNS int RETURN 0;
        SET search_path = pg_temp, synchro, public, pg_catalog;
      END
      $$""";

  private static InstalledDatabase database;

  @BeforeAll
  static void install() throws SQLException {
    database = InstalledDatabase.installed();
    database.run("GRANT TEMPORARY ON DATABASE " + database.name() + " TO PUBLIC");
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          synchro_adapter_login  | SELECT synchro.synchro_contract_info() | returned
          synchro_adapter_login  | SELECT synchro.synchro_build_fingerprint() | returned
          synchro_adapter_login  | SELECT synchro.synchro_readiness() | returned
          synchro_adapter_login  | SELECT synchro.synchro_schema_manifest() | raised 55000
          synchro_adapter_login  | SELECT synchro.synchro_tables() | raised 55000
          synchro_operator_login | SELECT synchro.synchro_settings() | returned
          synchro_operator_login | SELECT synchro.synchro_coordination_status() | returned
          synchro_operator_login | SELECT synchro.synchro_retry_wal_poison() | returned
          """)
  void answerIsTheSameWithTemporaryObjectsOfOurNames(String login, String call, String outcome)
      throws SQLException {
    try (Connection connection = database.login(login)) {
      String before = answer(connection, call);
      assertThat(before).startsWith(outcome);
      InstalledDatabase.run(connection, SET_UP);

      assertThat(answer(connection, call)).isEqualTo(before);
    }
  }

  @Test
  void changeReachesTheTableOfTheExtension() throws SQLException {
    try (Connection connection = database.login("synchro_operator_login")) {
      InstalledDatabase.run(
          connection,
          SET_UP,
          "SELECT synchro.synchro_configure('synchro.publication_name', 'shadow_test')");

      assertThat(
              InstalledDatabase.ask(
                  connection, "SELECT count(*) FROM pg_temp.setting WHERE value = 'shadow_test'"))
          .containsExactly("0");
    }
    assertThat(database.ask("SELECT name FROM synchro.setting WHERE value = 'shadow_test'"))
        .containsExactly("synchro.publication_name");
  }

  /** What a call returns, or the error it raises. */
  private static String answer(Connection connection, String call) {
    try {
      List<String> rows = InstalledDatabase.ask(connection, call);
      return "returned " + rows;
    } catch (SQLException raised) {
      return "raised " + raised.getSQLState() + " " + raised.getMessage();
    }
  }
}
