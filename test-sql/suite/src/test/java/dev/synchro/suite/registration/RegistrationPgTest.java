package dev.synchro.suite.registration;

import static dev.synchro.suite.registration.Operator.register;
import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.fixture.Login;
import dev.synchro.fixture.SynchroDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Registration against real tables. Contract 8.1 to 8.3. */
final class RegistrationPgTest {
  private static SynchroDatabase database;
  private static Operator operator;

  @BeforeAll
  static void createDatabase() throws SQLException {
    database = SynchroDatabase.create();
    operator = new Operator(database);
  }

  @AfterAll
  static void dropDatabase() throws SQLException {
    operator.close();
    database.close();
  }

  private static void createPrepared(String name) throws SQLException {
    database.asMigration(
        "CREATE TABLE app." + name + " (id uuid PRIMARY KEY, owner_id text NOT NULL, title text)");
    operator.prepare("'app." + name + "', p_user_column => 'owner_id'");
  }

  private static String generations() {
    return database.ask("SELECT count(*) FROM synchro.registry_generation").orElseThrow();
  }

  private static String newest(String expression) {
    return database
        .ask(
            "SELECT "
                + expression
                + " FROM synchro.registry_generation ORDER BY generation DESC LIMIT 1")
        .orElseThrow();
  }

  private static final String OWN = "p_scopes => ARRAY['user:{owner_id}']";

  @Test
  void calls_of_one_transaction_form_one_generation() throws SQLException {
    createPrepared("one");
    createPrepared("two");
    long before = Long.parseLong(generations());

    try (Connection connection = database.open(Login.OPERATOR);
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute(register("app.one", OWN));
      statement.execute(register("app.two", OWN));
      connection.commit();
    }

    assertThat(Long.parseLong(generations())).isEqualTo(before + 1);
    assertThat(newest("state")).isEqualTo("pending");
    assertThat(newest("(content -> 'relations')::jsonb @@ 'exists ($[*] ? (@.name == \"one\"))'"))
        .isEqualTo("t");
    assertThat(newest("(content -> 'relations')::jsonb @@ 'exists ($[*] ? (@.name == \"two\"))'"))
        .isEqualTo("t");
  }

  @Test
  void the_same_content_again_changes_nothing() throws SQLException {
    createPrepared("same");
    operator.rows(register("app.same", OWN));
    String generations = generations();
    String content = newest("content::text");
    String relations = database.ask("SELECT count(*) FROM synchro.relation").orElseThrow();

    operator.rows(register("app.same", OWN));

    assertThat(generations()).isEqualTo(generations);
    assertThat(newest("content::text")).isEqualTo(content);
    assertThat(database.ask("SELECT count(*) FROM synchro.relation")).contains(relations);
  }

  @Test
  void a_failed_call_leaves_nothing_and_the_transaction_can_go_on() throws SQLException {
    createPrepared("kept");
    String generations = generations();
    String relations = database.ask("SELECT count(*) FROM synchro.relation").orElseThrow();

    try (Connection connection = database.open(Login.OPERATOR);
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      Savepoint before = connection.setSavepoint();
      statement.execute(register("app.kept", OWN));
      connection.rollback(before);
      connection.commit();
    }
    assertThat(generations()).isEqualTo(generations);
    assertThat(database.ask("SELECT count(*) FROM synchro.relation")).contains(relations);
  }

  @Test
  void a_generation_is_announced_once_in_its_transaction() throws SQLException {
    createPrepared("said");
    createPrepared("said_too");
    String slot = "said_" + database.name().substring(0, 20).replaceAll("[^a-z0-9_]", "_");
    database.asSuperuser(
        "SELECT pg_create_logical_replication_slot('" + slot + "', 'test_decoding')");
    try {
      try (Connection connection = database.open(Login.OPERATOR);
          Statement statement = connection.createStatement()) {
        connection.setAutoCommit(false);
        statement.execute(register("app.said", OWN));
        statement.execute(register("app.said_too", OWN));
        connection.commit();
      }
      String generation = newest("generation::text");
      String xid = newest("transaction_id::text");
      assertThat(
              database.ask(
                  "SELECT string_agg(xid || ' ' || data, '|') FROM"
                      + " pg_logical_slot_peek_changes('"
                      + slot
                      + "', NULL, NULL) WHERE data LIKE 'message:%synchro_registry%'"))
          .hasValueSatisfying(
              message ->
                  assertThat(message)
                      .startsWith(xid + " message: transactional: 1 prefix: synchro_registry,")
                      .endsWith(
                          " content:{\"action\":\"activate\",\"generation\":\""
                              + generation
                              + "\"}")
                      .doesNotContain("|"));
    } finally {
      database.asSuperuser("SELECT pg_drop_replication_slot('" + slot + "')");
    }
  }

  @Test
  void logical_ids_go_on_and_are_never_used_again() throws SQLException {
    createPrepared("renewed");
    operator.rows(register("app.renewed", OWN));
    String ids =
        newest(
            "jsonb_path_query(content::jsonb, '$.relations[*] ? (@.name =="
                + " \"renewed\").relation_id')::text");
    operator.rows(register("app.renewed", OWN + ", p_exclude_columns => '{title}'"));
    String again =
        newest(
            "jsonb_path_query(content::jsonb, '$.relations[*] ? (@.name =="
                + " \"renewed\").relation_id')::text");
    database.asMigration("DROP TABLE app.renewed");
    createPrepared("renewed");
    operator.rows(register("app.renewed", OWN));
    String other =
        newest(
            "jsonb_path_query(content::jsonb, '$.relations[*] ? (@.name =="
                + " \"renewed\").relation_id')::text");

    assertThat(again).isEqualTo(ids);
    assertThat(other).isNotEqualTo(ids);
  }

  @Test
  void a_table_is_taken_out_again() throws SQLException {
    createPrepared("out");
    operator.rows(register("app.out", OWN));
    String names =
        "(SELECT string_agg(r ->> 'name', ',') FROM json_array_elements(content -> 'relations') r)";
    assertThat(newest(names)).contains("out");

    assertThat(operator.reason("SELECT synchro.synchro_unregister_table('app.out')"))
        .isEqualTo("-");
    assertThat(newest("coalesce(" + names + ", '')").split(",")).doesNotContain("out");
    assertThat(operator.reason("SELECT synchro.synchro_unregister_table('app.out')"))
        .isEqualTo("unknown_table");
  }

  private static Arguments refused(String reason, String ddl, String arguments) {
    return Arguments.of(reason, ddl, arguments);
  }

  static Stream<Arguments> refusals() {
    return Stream.of(
        refused("unsupported_relation", "CREATE VIEW app.t AS SELECT 1 AS id", ""),
        refused("unsupported_relation", "CREATE UNLOGGED TABLE app.t (id int PRIMARY KEY)", ""),
        refused(
            "unsupported_relation",
            "CREATE TABLE app.t (id int PRIMARY KEY); CREATE TABLE app.t_child () INHERITS (app.t)",
            ""),
        refused(
            "unsupported_relation",
            "CREATE TABLE app.t_root (id int PRIMARY KEY) PARTITION BY HASH (id); CREATE TABLE"
                + " app.t PARTITION OF app.t_root FOR VALUES WITH (MODULUS 1, REMAINDER 0)",
            ""),
        refused("missing_primary_key", "CREATE TABLE app.t (id int)", ""),
        refused(
            "partial_primary_key",
            "CREATE TABLE app.t (id int NOT NULL); CREATE UNIQUE INDEX ON app.t (id) WHERE id > 0",
            ""),
        refused(
            "composite_primary_key", "CREATE TABLE app.t (id int, n int, PRIMARY KEY (id, n))", ""),
        refused("deferrable_primary_key", "CREATE TABLE app.t (id int PRIMARY KEY DEFERRABLE)", ""),
        refused("unsupported_primary_key_type", "CREATE TABLE app.t (id date PRIMARY KEY)", ""),
        refused("unsupported_primary_key_type", "CREATE TABLE app.t (id numeric PRIMARY KEY)", ""),
        refused(
            "unsupported_replica_identity",
            "CREATE TABLE app.t (id int PRIMARY KEY); ALTER TABLE app.t REPLICA IDENTITY NOTHING",
            ""),
        refused("unsupported_type", "CREATE TABLE app.t (id int PRIMARY KEY, m money)", ""),
        refused("unsupported_type", "CREATE TABLE app.t (id int PRIMARY KEY, m money[])", ""),
        refused("unsupported_type", "CREATE TABLE app.t (id int PRIMARY KEY, n numeric(3,5))", ""),
        refused(
            "unsupported_type",
            "CREATE TYPE app.pair AS (a int, b int); CREATE TABLE app.t (id int PRIMARY KEY, p"
                + " app.pair)",
            ""),
        refused(
            "-",
            "CREATE TYPE app.mood AS ENUM ('ok'); CREATE DOMAIN app.few AS int[]; CREATE TABLE"
                + " app.t (id int PRIMARY KEY, m app.mood, f app.few, r numrange, x xml, j"
                + " jsonb[])",
            ""),
        refused("reserved_name", "CREATE TABLE app.t (id int PRIMARY KEY, _synchro_x int)", ""),
        refused("duplicate_table_name", "CREATE TABLE app.t (id int PRIMARY KEY, \"ID\" int)", ""),
        refused(
            "invalid_lifecycle_column",
            "CREATE TABLE app.t (id int PRIMARY KEY, updated_at date)",
            ""),
        refused(
            "unknown_column", "CREATE TABLE app.t (id int PRIMARY KEY)", "p_sync_columns => '{a}'"),
        refused(
            "invalid_scope_template",
            "CREATE TABLE app.t (id int PRIMARY KEY)",
            "p_scopes => ARRAY['a:{b}']"));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("refusals")
  void a_table_is_refused_for_one_reason(String reason, String ddl, String arguments)
      throws SQLException {
    String generations = generations();
    database.asMigration(ddl);
    if (database.ask("SELECT relkind FROM pg_class WHERE oid = 'app.t'::regclass").get().equals("r")
        && !reason.equals("unsupported_relation")) {
      operator.prepare("'app.t', 'read_only'");
    }
    String scopes = arguments.contains("p_scopes") ? "" : ", p_scopes => '{all}'";
    String call =
        register(
            "app.t",
            "p_push_policy => 'read_only'"
                + (arguments.isEmpty() ? "" : ", " + arguments)
                + scopes);

    try {
      Optional<SQLException> error = operator.errorRolledBack(call);
      assertThat(error.map(SQLException::getSQLState).orElse("22023")).isEqualTo("22023");
      assertThat(error.map(SQLException::getMessage).orElse("-")).contains(reason);
    } finally {
      database.asMigration(
          "DO $$ DECLARE r record; BEGIN FOR r IN SELECT c.oid::regclass AS name, c.relkind FROM"
              + " pg_class c WHERE c.relnamespace = 'app'::regnamespace AND c.relname IN ('t',"
              + " 't_root') AND (c.relname = 't_root' OR NOT c.relispartition) LOOP IF r.relkind ="
              + " 'v' THEN EXECUTE 'DROP VIEW ' || r.name; ELSE EXECUTE 'DROP TABLE ' || r.name ||"
              + " ' CASCADE'; END IF; END LOOP; END $$",
          "DROP TYPE IF EXISTS app.pair, app.mood",
          "DROP DOMAIN IF EXISTS app.few");
    }
    assertThat(generations()).isEqualTo(generations);
  }

  @Test
  void only_the_operator_registers() throws SQLException {
    for (Login login : List.of(Login.ADAPTER, Login.MONITOR, Login.SEED, Login.MIGRATION)) {
      try (Connection connection = database.open(login)) {
        Operator.rows(connection, register("app.x", OWN));
        throw new AssertionError(login + " could register");
      } catch (SQLException refused) {
        assertThat(refused.getSQLState()).isEqualTo("42501");
      }
    }
  }

  @Test
  void what_the_caller_has_set_changes_nothing() throws SQLException {
    createPrepared("plain");
    try (Connection connection = database.open(Login.OPERATOR);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "SET quote_all_identifiers = on; SET IntervalStyle = sql_standard; SET bytea_output ="
              + " escape; SET extra_float_digits = -5; SET standard_conforming_strings = off; SET"
              + " array_nulls = off; SET search_path = pg_temp; SET row_security = off");
      statement.execute("CREATE TEMP TABLE registry_generation (generation bigint)");
      statement.execute("CREATE TEMP TABLE pg_class (oid oid)");
      statement.execute(register("app.plain", OWN));
      assertThat(
              Operator.rows(
                  connection,
                  "SELECT * FROM synchro.synchro_registration_sql('app.plain', p_user_column =>"
                      + " 'owner_id')"))
          .isEmpty();
    }
  }
}
