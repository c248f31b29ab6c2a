package dev.synchro.suite.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.fixture.Login;
import dev.synchro.fixture.SynchroDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings, token keys, scopes of users and the functions anybody asks first. */
final class SettingsPgTest {
  private static SynchroDatabase database;

  @BeforeAll
  static void createDatabase() {
    database = SynchroDatabase.create();
  }

  @AfterAll
  static void dropDatabase() {
    database.close();
  }

  private static String ask(Login login, String query) throws SQLException {
    try (Connection connection = database.open(login);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    }
  }

  private static String state(Login login, String query) {
    try {
      ask(login, query);
      return "-";
    } catch (SQLException refused) {
      return refused.getSQLState();
    }
  }

  @Test
  void the_contract_is_told_to_the_adapter() throws SQLException {
    String info = ask(Login.ADAPTER, "SELECT synchro.synchro_contract_info()");
    String fingerprint = ask(Login.ADAPTER, "SELECT synchro.synchro_build_fingerprint()");

    assertThat(fingerprint).matches("[0-9a-f]{64}");
    assertThat(info)
        .isEqualTo(
            "{\"extension_objects_current\":true,\"extension_version\":\"0.3.1\","
                + "\"installed_build_fingerprint\":\""
                + fingerprint
                + "\",\"library_build_fingerprint\":\""
                + fingerprint
                + "\",\"protocol_version\":3,\"sql_contract_version\":1}");
  }

  @Test
  void a_setting_is_made_read_and_taken_back() throws SQLException {
    ask(Login.OPERATOR, "SELECT synchro.synchro_configure('synchro.max_scope_fanout', '20')");
    assertThat(ask(Login.OPERATOR, "SELECT synchro.synchro_settings()"))
        .contains("\"synchro.max_scope_fanout\":\"20\"")
        .contains("\"synchro.minimum_client_version\":null");

    ask(Login.OPERATOR, "SELECT synchro.synchro_configure('synchro.max_scope_fanout', NULL)");
    assertThat(ask(Login.OPERATOR, "SELECT synchro.synchro_settings()"))
        .contains("\"synchro.max_scope_fanout\":\"8\"");
  }

  @ParameterizedTest
  @CsvSource({
    "'synchro.user_id', 'x', 22023",
    "'work_mem', '1', 22023",
    "'synchro.max_wal_lag_bytes', '0', 22023",
    "'synchro.max_wal_lag_bytes', '1e9', 22023",
    "'synchro.replication_slot', 'A', 22023",
    "'synchro.minimum_client_version', '1.2', 22023",
  })
  void what_a_setting_does_not_accept_is_refused(String name, String value, String state) {
    assertThat(
            state(
                Login.OPERATOR,
                "SELECT synchro.synchro_configure('" + name + "', '" + value + "')"))
        .isEqualTo(state);
  }

  @Test
  void null_is_refused_where_none_is_allowed() {
    assertThat(state(Login.OPERATOR, "SELECT synchro.synchro_configure(NULL, 'x')"))
        .isEqualTo("22004");
  }

  @Test
  void a_refusal_ends_with_its_code_and_reason() {
    try {
      ask(Login.OPERATOR, "SELECT synchro.synchro_configure('synchro.max_wal_lag_bytes', 'x')");
      throw new AssertionError("accepted");
    } catch (SQLException refused) {
      assertThat(refused.getMessage().lines().findFirst().orElse(""))
          .endsWith("{\"error\":{\"code\":\"invalid_argument\",\"reason\":\"invalid_setting\"}}");
    }
  }

  @Test
  void placeholders_of_the_caller_are_no_settings() throws SQLException {
    try (Connection connection = database.open(Login.OPERATOR);
        Statement statement = connection.createStatement()) {
      statement.execute("SET synchro.max_wal_lag_bytes = '999'");
      try (ResultSet rows = statement.executeQuery("SELECT synchro.synchro_settings()")) {
        rows.next();
        assertThat(rows.getString(1)).contains("\"synchro.max_wal_lag_bytes\":\"67108864\"");
      }
    }
  }

  @Test
  void token_keys_are_rotated_and_retired() throws SQLException {
    String rotate = "SELECT synchro.synchro_rotate_token_key('seed_page')";
    String retire = "SELECT synchro.synchro_retire_token_key('seed_page-v1')";

    assertThat(state(Login.OPERATOR, retire)).isEqualTo("55000");
    assertThat(ask(Login.OPERATOR, rotate)).isEqualTo("seed_page-v2");
    assertThat(ask(Login.OPERATOR, retire)).isEqualTo("t");
    assertThat(ask(Login.OPERATOR, retire)).isEqualTo("f");
    assertThat(
            database.ask(
                "SELECT string_agg(key_id || ' ' || state || ' ' || coalesce(length(secret), 0),"
                    + " ',' ORDER BY number) FROM synchro.token_key WHERE purpose = 'seed_page'"))
        .contains("seed_page-v1 retired 0,seed_page-v2 active 32");
    assertThat(state(Login.OPERATOR, "SELECT synchro.synchro_rotate_token_key('other')"))
        .isEqualTo("22023");
    assertThat(state(Login.OPERATOR, "SELECT synchro.synchro_retire_token_key('other-v1')"))
        .isEqualTo("42704");
  }

  @Test
  void every_installation_has_secrets_of_its_own() throws SQLException {
    String secrets = "SELECT count(DISTINCT secret) FROM synchro.token_key WHERE number = 1";
    assertThat(database.ask(secrets + " AND state = 'active'"))
        .isEqualTo(
            database.ask(
                "SELECT count(*) FROM synchro.token_key WHERE number = 1 AND state = 'active'"));
    for (Login login : Login.values()) {
      assertThat(state(login, "SELECT secret FROM synchro.token_key")).isEqualTo("42501");
    }
  }

  @Test
  void shared_scopes_reach_every_active_client_at_once() throws SQLException {
    database.asSuperuser(
        "INSERT INTO synchro.client (user_id, client_id, platform, app_version) VALUES ('u1', 'c',"
            + " '', '1.0.0'), ('u2', 'c', '', '1.0.0')",
        "UPDATE synchro.client SET generation_expired = true WHERE user_id = 'u2'");
    String seen =
        "SELECT string_agg(c.user_id || ' ' || c.scope_set_version || ' ' || s.assigned || ' ' ||"
            + " s.changed_version, ',') FROM synchro.client c JOIN synchro.client_scope s USING"
            + " (client_pk) WHERE s.scope_id = 'catalog'";

    ask(Login.OPERATOR, "SELECT synchro.synchro_register_shared_scope('catalog')");
    assertThat(database.ask(seen)).contains("u1 2 true 2");
    ask(Login.OPERATOR, "SELECT synchro.synchro_register_shared_scope('catalog', true)");
    assertThat(database.ask(seen)).contains("u1 2 true 2");
    assertThat(database.ask("SELECT portable FROM synchro.shared_scope")).contains("t");
    ask(Login.OPERATOR, "SELECT synchro.synchro_unregister_shared_scope('catalog')");
    assertThat(database.ask(seen)).contains("u1 3 false 3");
    assertThat(state(Login.OPERATOR, "SELECT synchro.synchro_unregister_shared_scope('catalog')"))
        .isEqualTo("42704");
    assertThat(state(Login.OPERATOR, "SELECT synchro.synchro_register_shared_scope('user:u1')"))
        .isEqualTo("22023");
    assertThat(state(Login.OPERATOR, "SELECT synchro.synchro_register_shared_scope('')"))
        .isEqualTo("22023");
  }

  @Test
  void scopes_are_granted_to_and_revoked_from_single_users() throws SQLException {
    String call = "SELECT synchro.synchro_%s_user_scope('%s', '%s')";
    ask(Login.OPERATOR, String.format(call, "grant", "u7", "team:1"));
    ask(Login.OPERATOR, String.format(call, "revoke", "u7", "user:u7"));
    assertThat(
            database.ask(
                "SELECT string_agg(scope_id || ' ' || granted, ',' ORDER BY scope_id) FROM"
                    + " synchro.user_scope WHERE user_id = 'u7'"))
        .contains("team:1 true,user:u7 false");
    ask(Login.OPERATOR, String.format(call, "revoke", "u7", "team:1"));
    assertThat(database.ask("SELECT granted FROM synchro.user_scope WHERE scope_id = 'team:1'"))
        .contains("f");
    assertThat(state(Login.OPERATOR, String.format(call, "grant", "u7", "user:u8")))
        .isEqualTo("22023");
    assertThat(state(Login.OPERATOR, String.format(call, "grant", "", "team:1")))
        .isEqualTo("22023");
    assertThat(state(Login.OPERATOR, String.format(call, "grant", "u7", "x".repeat(513))))
        .isEqualTo("22023");
  }

  @Test
  void nothing_is_published_before_the_worker_has_started() {
    assertThat(state(Login.ADAPTER, "SELECT synchro.synchro_schema_manifest()")).isEqualTo("55000");
    assertThat(state(Login.SEED, "SELECT synchro.synchro_schema_manifest()")).isEqualTo("55000");
    assertThat(state(Login.ADAPTER, "SELECT synchro.synchro_tables()")).isEqualTo("55000");
  }

  @Test
  void an_installation_without_worker_is_not_ready_and_says_why() throws SQLException {
    assertThat(ask(Login.ADAPTER, "SELECT synchro.synchro_readiness()"))
        .isEqualTo("{\"ready\":false}");
    String detail = ask(Login.MONITOR, "SELECT synchro.synchro_health_detail()");

    assertThat(detail)
        .startsWith("{\"checks\":{\"database_contract\":{\"reason\":null,\"state\":\"ok\"}")
        .contains("\"poison\":{\"reason\":null,\"state\":\"ok\"}")
        .contains(
            "\"replication_slot\":{\"reason\":\"replication_slot_not_configured\","
                + "\"state\":\"failed\"}")
        .contains(
            "\"schema_generation\":{\"reason\":\"schema_generation_missing\","
                + "\"state\":\"failed\"}")
        .contains("\"heartbeat\":{\"reason\":\"heartbeat_unknown\",\"state\":\"unknown\"}")
        .contains("\"wal_byte_lag\":{\"reason\":\"wal_lag_unknown\",\"state\":\"unknown\"}")
        .endsWith(
            "\"observations\":{\"heartbeat_age_seconds\":null,\"wal_lag_bytes\":null,"
                + "\"wal_lag_seconds\":null},\"ready\":false}");
    assertThat(state(Login.ADAPTER, "SELECT synchro.synchro_health_detail()")).isEqualTo("42501");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "1.5::numeric, t",
        "'NaN'::numeric, f",
        "'-Infinity'::numeric, f",
        "1e300::float8, t",
        "'NaN'::float8, f",
        "'Infinity'::float8, f",
        "'9999-12-31 23:59:59.999999+00'::timestamptz, t",
        "'10000-01-01 00:00:00+00'::timestamptz, f",
        "'infinity'::timestamptz, f",
        "'0001-01-01 00:00:00'::timestamp, t",
        "'0001-12-31 00:00:00 BC'::timestamp, f",
        "'-infinity'::timestamp, f",
        "'9999-12-31'::date, t",
        "'10000-01-01'::date, f",
        "'infinity'::date, f",
        "'23:59:59.999999'::time, t",
        "'24:00:00'::time, f",
        "NULL::date, ",
      })
  void unportable_values_are_told_from_portable_ones(String value, String portable) {
    assertThat(database.ask("SELECT synchro.synchro_portable(" + value + ")"))
        .isEqualTo(Optional.ofNullable(portable));
  }

  @Test
  void unportable_json_is_told_from_portable_json() {
    String[][] cases = {
      {"{\"a\": 1, \"b\": [null, 1.50]}", "t", "t"},
      {"{\"a\":1,\"a\":2}", "f", "t"},
      {"9007199254740991", "t", "t"},
      {"9007199254740992", "f", "f"},
      {"1e400", "f", "f"},
      {"\"\\u0000\"", "t", null},
      {"\"\\ud800\"", "f", null},
    };
    for (String[] given : cases) {
      assertThat(database.ask("SELECT synchro.synchro_portable_json('" + given[0] + "'::json)"))
          .as(given[0])
          .contains(given[1]);
      if (given[2] != null) {
        assertThat(database.ask("SELECT synchro.synchro_portable_json('" + given[0] + "'::jsonb)"))
            .as(given[0])
            .contains(given[2]);
      }
    }
    for (Login login : Login.values()) {
      assertThat(state(login, "SELECT synchro.synchro_portable(1.5)")).isEqualTo("42501");
    }
  }

  @Test
  void no_operation_and_no_poison_is_told_as_such() throws SQLException {
    assertThat(ask(Login.OPERATOR, "SELECT synchro.synchro_coordination_status()"))
        .isEqualTo(
            "{\"kind\":null,\"operation_id\":null,\"registry_generation\":null,"
                + "\"requested_at\":null,\"state\":null}");
    assertThat(ask(Login.OPERATOR, "SELECT synchro.synchro_retry_wal_poison()")).isEqualTo("f");
    database.asSuperuser(
        "INSERT INTO synchro.poison (stream_generation, commit_lsn, class, detail) VALUES (1,"
            + " '0/1', 'validation_failed', 'x')");
    assertThat(ask(Login.OPERATOR, "SELECT synchro.synchro_retry_wal_poison()")).isEqualTo("t");
    assertThat(database.ask("SELECT retry_requested FROM synchro.poison")).contains("t");
    database.asSuperuser("DELETE FROM synchro.poison");
  }

  @Test
  void a_reader_of_projections_needs_select_on_the_source() throws SQLException {
    database.asMigration("CREATE TABLE app.source (id int PRIMARY KEY)");
    String call = "SELECT synchro.synchro_assert_projection_reader('app.source'::regclass)";
    String oid = database.ask("SELECT 'app.source'::regclass::oid").orElseThrow();
    String byOid = "SELECT synchro.synchro_assert_projection_reader(" + oid + ")";

    assertThat(state(Login.OPERATOR, byOid)).isEqualTo("42501");
    assertThat(state(Login.OPERATOR, "SELECT synchro.synchro_assert_projection_reader(1)"))
        .isEqualTo("42501");
    database.asMigration(
        "GRANT USAGE ON SCHEMA app TO synchro_operator",
        "GRANT SELECT ON app.source TO synchro_operator");
    assertThat(ask(Login.OPERATOR, call)).isEqualTo("t");
    assertThat(state(Login.ADAPTER, byOid)).isEqualTo("42501");
  }
}
