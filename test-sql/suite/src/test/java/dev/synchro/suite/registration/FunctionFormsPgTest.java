package dev.synchro.suite.registration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.synchro.fixture.Registration;
import dev.synchro.fixture.SynchroDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which functions may file rows, and what they may read. Contract 7.3 to 7.5 and 8.3. */
class FunctionFormsPgTest {
  private static final String FORM = "LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp";
  private static final String RIGHT = "SELECT d.title #>> '{}' FROM synchro_projection.docs d";
  private static SynchroDatabase database;

  @BeforeAll
  static void start() {
    database = SynchroDatabase.create();
    database.asSuperuser(
        "GRANT USAGE ON SCHEMA synchro, synchro_projection TO app_owner",
        "GRANT USAGE ON TYPE synchro.synchro_row_ref TO app_owner");
    database.asMigration(
        "CREATE TABLE app.docs (id uuid PRIMARY KEY, title text)",
        "CREATE TABLE app.others (id uuid PRIMARY KEY, title text, body text)",
        "CREATE FUNCTION app.helper(text) RETURNS text LANGUAGE sql IMMUTABLE RETURN 'h:' || $1",
        "CREATE FUNCTION app.dynamic(text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS"
            + " 'BEGIN EXECUTE ''SELECT 1''; RETURN $1; END'",
        "CREATE FUNCTION app.peeking() RETURNS text LANGUAGE sql IMMUTABLE"
            + " RETURN (SELECT d.title FROM app.docs d LIMIT 1)");
    database.register(
        Registration.readOnly("app.docs", "docs"), Registration.readOnly("app.others", "others"));
    database.asOperator(
        "SELECT synchro.synchro_prepare_projection_view('app.docs', 'docs', '{title}')",
        "SELECT synchro.synchro_prepare_projection_view('app.others', 'others', '{title,body}')");
  }

  @AfterAll
  static void stop() {
    database.close();
  }

  private static void create(String arguments, String returns, String form, String body) {
    database.asMigration(
        "DROP FUNCTION IF EXISTS app.f",
        "CREATE FUNCTION app.f(" + arguments + ") RETURNS " + returns + " " + form + " " + body,
        "REVOKE EXECUTE ON FUNCTION app.f FROM PUBLIC",
        "GRANT EXECUTE ON FUNCTION app.f TO synchro_owner, synchro_worker");
  }

  private static void create(String query) {
    create("k uuid", "SETOF text", FORM, "BEGIN ATOMIC " + query + "; END");
  }

  private static void register(String function) {
    database.asOperator(
        "SELECT synchro.synchro_register_table('app.docs', "
            + function
            + ", 'multi_scope', p_push_policy => 'read_only')");
  }

  private static void refused(String why) {
    String before = registered();
    assertThatThrownBy(() -> register("'app.f'"))
        .hasMessageContaining("\"reason\":\"invalid_scope_function\"")
        .hasMessageContaining(why);
    assertThat(registered()).isEqualTo(before);
  }

  private static String registered() {
    return database
        .ask("SELECT string_agg(content::text, '') FROM synchro.registry_generation")
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT d.title FROM app.docs d WHERE d.id = k | app.docs",
        "SELECT app.peeking() | app.docs",
        "SELECT app.dynamic('x') | app.dynamic",
        "SELECT random()::text | pg_catalog.random",
        "SELECT gen_random_uuid()::text | pg_catalog.gen_random_uuid",
        "SELECT current_setting('synchro.user_id') | pg_catalog.current_setting",
        "SELECT now()::text | pg_catalog.now",
        "SELECT statement_timestamp()::text | pg_catalog.statement_timestamp",
        "SELECT pg_backend_pid()::text | pg_catalog.pg_backend_pid",
        "SELECT current_user::text | identity of the session",
        "SELECT current_date::text | no clock",
        "SELECT r.rolname::text FROM pg_catalog.pg_roles r | pg_catalog.pg_roles",
        "SELECT s.scope_id FROM synchro_projection.docs d, LATERAL (SELECT query_to_xml('SELECT 1',"
            + " true, true, '')::text) s (scope_id) | query_to_xml",
      })
  void what_depends_on_more_than_captured_rows_is_refused(String query, String found) {
    create(query);
    refused(found);
  }

  @Test
  void a_function_of_another_form_is_refused() {
    String body = "BEGIN ATOMIC " + RIGHT + "; END";
    create("k uuid", "SETOF text", FORM.replace("STABLE", "VOLATILE"), body);
    refused("expected a stable function");
    create("k uuid", "SETOF text", FORM.replace("STABLE", "IMMUTABLE"), body);
    refused("expected a stable function");
    create("k uuid", "SETOF text", FORM + " SECURITY DEFINER", body);
    refused("expected a function with its caller's privileges");
    create("k uuid", "SETOF text", "LANGUAGE sql STABLE", body);
    refused("expected a fixed search_path");
    create("k uuid", "SETOF text", FORM, "AS 'SELECT ''a''::text'");
    refused("expected a body that is parsed at once");
    create("k uuid", "SETOF text", "LANGUAGE plpgsql STABLE", "AS 'BEGIN RETURN NEXT 1; END'");
    refused("expected a function in language sql");
    create("k text", "SETOF text", FORM, body);
    refused("expected a function of uuid that returns a set of text");
    create("k uuid, l uuid", "SETOF text", FORM, body);
    refused("expected a function of uuid that returns a set of text");
    create("k uuid", "text", FORM, body);
    refused("expected a function of uuid that returns a set of text");
    create("k uuid", "SETOF integer", FORM, "BEGIN ATOMIC SELECT 1; END");
    refused("expected a function of uuid that returns a set of text");
  }

  @Test
  void who_may_execute_it_is_part_of_the_form() {
    create(RIGHT);
    database.asMigration("GRANT EXECUTE ON FUNCTION app.f TO PUBLIC");
    refused("expected no EXECUTE for PUBLIC");
    database.asMigration("REVOKE EXECUTE ON FUNCTION app.f FROM PUBLIC, synchro_worker");
    refused("expected EXECUTE for synchro_worker");
    database.asMigration(
        "REVOKE EXECUTE ON FUNCTION app.f FROM synchro_owner",
        "GRANT EXECUTE ON FUNCTION app.f TO synchro_worker");
    refused("expected EXECUTE for synchro_owner");
  }

  @ParameterizedTest
  @ValueSource(strings = {"'app.nowhere'", "'f'", "'app.many'"})
  void exactly_one_function_is_named_with_its_schema(String name) {
    database.asMigration(
        "CREATE OR REPLACE FUNCTION app.many(uuid) RETURNS text LANGUAGE sql RETURN 'a'",
        "CREATE OR REPLACE FUNCTION app.many(text) RETURNS text LANGUAGE sql RETURN 'a'");
    assertThatThrownBy(() -> register(name))
        .hasMessageContaining("\"reason\":\"invalid_scope_function\"");
  }

  @Test
  void a_function_of_the_right_form_may_use_helpers_and_is_registered_once() {
    create(RIGHT.replace("d.title #>> '{}'", "app.helper(d.title #>> '{}')"));
    database.asMigration("GRANT EXECUTE ON FUNCTION app.helper TO synchro_owner, synchro_worker");
    register("'app.f'");
    String once = registered();
    register("'app.f'");
    assertThat(registered()).isEqualTo(once);
    assertThatThrownBy(
            () ->
                database.asOperator(
                    "SELECT synchro.synchro_register_table('app.docs', 'app.f', 'multi_scope',"
                        + " p_push_policy => 'read_only', p_affected_scopes => '{a}')"))
        .hasMessageContaining("affected_scopes_not_allowed");
  }

  @Test
  void what_a_function_reads_stays_captured() {
    create("SELECT o.body #>> '{}' FROM synchro_projection.others o");
    register("'app.f'");
    assertThatThrownBy(
            () -> database.asOperator("SELECT synchro.synchro_unregister_table('app.others')"))
        .hasMessageContaining("undeclared_dependency");
    assertThatThrownBy(
            () ->
                database.asOperator(
                    "SELECT synchro.synchro_register_table('app.others', NULL, 'single_scope',"
                        + " p_push_policy => 'read_only', p_exclude_columns => '{body}',"
                        + " p_scopes => '{others}')"))
        .hasMessageContaining("undeclared_dependency")
        .hasMessageContaining("body");
  }

  @Test
  void a_dependency_is_checked_like_its_function() {
    create(RIGHT);
    register("'app.f'");
    String impact =
        "CREATE OR REPLACE FUNCTION app.impact(o jsonb, n jsonb) RETURNS SETOF"
            + " synchro.synchro_row_ref "
            + FORM
            + " BEGIN ATOMIC SELECT NULL::uuid, 'string', d.capture_key"
            + " FROM synchro_projection.docs d; END";
    database.asMigration(impact, "REVOKE EXECUTE ON FUNCTION app.impact FROM PUBLIC");
    refusedDependency("app.others", "app.docs", "{x}", 1, "invalid_scope_function");
    database.asMigration("GRANT EXECUTE ON FUNCTION app.impact TO synchro_owner, synchro_worker");
    refusedDependency("app.others", "app.docs", "{}", 1, "undeclared_dependency");
    refusedDependency("app.others", "app.docs", "{x}", 1, "undeclared_dependency");
    refusedDependency("app.nowhere", "app.docs", "{x}", 1, "undeclared_dependency");
    refusedDependency("app.docs", "app.others", "{x}", 1, "invalid_membership_source");
    refusedDependency("app.others", "app.docs", "{x}", 0, "invalid_limit");
    refusedDependency("app.others", "app.docs", "{x}", 1001, "invalid_limit");
  }

  private static void refusedDependency(
      String dependency, String target, String fields, int limit, String reason) {
    assertThatThrownBy(
            () ->
                database.asOperator(
                    "SELECT synchro.synchro_register_membership_dependency('"
                        + dependency
                        + "', '"
                        + target
                        + "', 'app.impact', '"
                        + fields
                        + "', "
                        + limit
                        + ")"))
        .hasMessageContaining("\"reason\":\"" + reason + "\"");
  }

  @Test
  void a_view_is_prepared_once_and_never_as_another() {
    String same =
        "SELECT synchro.synchro_prepare_projection_view('app.docs', 'docs', '{title}')::text";
    database.asOperator(same);
    for (String[] other :
        new String[][] {
          {"app.docs", "docs", "{id,title}", "projection_view_exists"},
          {"app.docs", "docs_two", "{title}", "projection_view_exists"},
          {"app.others", "docs", "{title}", "projection_view_exists"},
          {"app.docs", "pg_docs", "{title}", "invalid_view_name"},
          {"app.docs", "information_schema", "{title}", "invalid_view_name"},
          {"app.docs", "x", "{nothing}", "invalid_projected_column"},
          {"app.docs", "x", "{deleted}", "invalid_projected_column"},
          {"app.docs", "x", "{title,title}", "invalid_projected_column"},
        }) {
      assertThatThrownBy(
              () ->
                  database.asOperator(
                      "SELECT synchro.synchro_prepare_projection_view('"
                          + other[0]
                          + "', '"
                          + other[1]
                          + "', '"
                          + other[2]
                          + "')"))
          .hasMessageContaining(other[3]);
    }
  }
}
