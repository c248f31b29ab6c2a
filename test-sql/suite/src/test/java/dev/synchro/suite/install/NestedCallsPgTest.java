package dev.synchro.suite.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.fixture.Registration;
import dev.synchro.fixture.SynchroDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every public function called from inside other functions, as an application does that puts a name
 * or a check of its own around a call. What a method in Java leaves behind when it returns must
 * suit the executor of the function around it, not only that of a statement.
 */
class NestedCallsPgTest {

  private static final String PUBLIC_FUNCTIONS =
      "SELECT p.oid::regproc::text, coalesce((SELECT string_agg(format_type(t, NULL), ',' ORDER BY"
          + " n) FROM unnest(p.proargtypes::oid[]) WITH ORDINALITY AS a(t, n)), '')"
          + " FROM pg_proc p WHERE p.pronamespace = 'synchro'::regnamespace AND p.proname LIKE"
          + " 'synchro\\_%' AND p.prorettype <> 'trigger'::regtype ORDER BY p.oid";

  /** Arguments with which a function does its work; the others are called with any value. */
  private static final Map<String, String> ARGUMENTS =
      Map.of(
          "synchro.synchro_configure", "'synchro.max_wal_lag_seconds', '31'",
          "synchro.synchro_registration_sql", "'app.other', 'read_only', NULL, NULL, NULL",
          "synchro.synchro_unregister_table", "'app.other'",
          "synchro.synchro_readiness", "",
          "synchro.synchro_health_detail", "",
          "synchro.synchro_compact", "'30 days', 10",
          "synchro.synchro_rotate_token_key", "'incremental_cursor'");

  private static final Map<String, String> VALUES =
      Map.of("integer", "1", "bigint", "1", "boolean", "true", "json", "'{}'", "text[]", "'{}'");

  private static SynchroDatabase database;
  private static List<String> calls;

  @BeforeAll
  static void create() throws SQLException {
    database = SynchroDatabase.create();
    database.asMigration(
        "CREATE TABLE app.item (id bigint PRIMARY KEY, name text)",
        "CREATE TABLE app.other (id bigint PRIMARY KEY, name text)");
    database.register(
        Registration.readOnly("app.item", "catalog"),
        Registration.readOnly("app.other", "catalog"));
    calls = calls();
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "LANGUAGE sql AS $$ SELECT %s::text $$",
        "LANGUAGE sql AS $$ SELECT count(x)::text FROM (SELECT %s AS x FROM generate_series(1, 1))"
            + " AS t $$",
        "LANGUAGE plpgsql AS $$ BEGIN RETURN %s; END $$",
        "LANGUAGE plpgsql AS $$ DECLARE v text; BEGIN SELECT %s INTO v; RETURN v; END $$",
        "LANGUAGE plpgsql AS $$ DECLARE v record; BEGIN FOR v IN SELECT %s LOOP NULL; END LOOP;"
            + " RETURN ''; END $$",
        "LANGUAGE plpgsql AS $$ BEGIN PERFORM %s; RETURN ''; EXCEPTION WHEN division_by_zero THEN"
            + " RETURN NULL; END $$"
      })
  void every_public_function_can_be_called_from_inside_a_function(String body) throws SQLException {
    List<String> failures = new ArrayList<>();
    try (Connection connection = database.openSuperuser();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      for (String call : calls) {
        try {
          statement.execute(
              "CREATE FUNCTION app.around() RETURNS text " + String.format(body, call));
          statement.execute("SELECT app.around()");
        } catch (SQLException refused) {
          if (refused.getSQLState().startsWith("XX") || worksAlone(call)) {
            failures.add(call + ": " + refused.getSQLState() + " " + refused.getMessage());
          }
        }
        connection.rollback();
      }
    }
    assertThat(failures).isEmpty();
  }

  private static boolean worksAlone(String call) {
    return ARGUMENTS.containsKey(call.substring(0, call.indexOf('(')));
  }

  private static List<String> calls() throws SQLException {
    List<String> calls = new ArrayList<>();
    try (Connection connection = database.openSuperuser();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(PUBLIC_FUNCTIONS)) {
      while (rows.next()) {
        String name = rows.getString(1);
        calls.add(name + "(" + ARGUMENTS.getOrDefault(name, values(rows.getString(2))) + ")");
      }
    }
    return calls;
  }

  private static String values(String types) {
    return types.isEmpty()
        ? ""
        : List.of(types.split(",")).stream()
            .map(type -> VALUES.getOrDefault(type, "'x'"))
            .collect(Collectors.joining(", "));
  }
}
