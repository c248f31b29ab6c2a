package dev.synchro.suite.registration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.fixture.SynchroDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every reason of contract 8.3, each brought about on the server: the refusal names it and nothing
 * is registered. Control 29.
 */
class RegistrationReasonsPgTest {
  private static final String KEYED = "CREATE TABLE % (id uuid PRIMARY KEY, title text, n integer)";

  /** What was found, what is expected, and the statement that repairs it, where there is one. */
  private static final List<String> EXPLANATIONS = explanations();

  private static SynchroDatabase database;
  private static Operator operator;
  private static int tables;

  /** One way to be refused; {@code %} stands for a table of its own. */
  private record Case(String reason, String what, List<String> before, String call) {
    @Override
    public String toString() {
      return reason + ": " + what;
    }
  }

  private static List<String> explanations() {
    try (InputStream text = RegistrationReasonsPgTest.class.getResourceAsStream("refusals.txt")) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  @BeforeAll
  static void createDatabase() throws SQLException {
    database = SynchroDatabase.create();
    operator = new Operator(database);
    database.asMigration(
        "CREATE SCHEMA other",
        "CREATE TABLE app.places (id integer PRIMARY KEY, region text, secret text)",
        "CREATE TABLE app.kept (id uuid PRIMARY KEY, place_id integer, title text)");
    operator.prepare("'app.places', 'read_only'");
    operator.prepare("'app.kept', 'read_only'");
    operator.rows(
        "SELECT synchro.synchro_register_table('app.places', NULL, 'multi_scope', p_push_policy =>"
            + " 'read_only', p_exclude_columns => '{secret}', p_scopes => '{places}')");
    operator.rows(
        "SELECT synchro.synchro_register_table('app.kept', NULL, 'multi_scope', p_push_policy =>"
            + " 'read_only', p_scopes => ARRAY['at:{place_id>places.region}'])");
  }

  @AfterAll
  static void dropDatabase() throws SQLException {
    operator.close();
    database.close();
  }

  private static Case refused(String reason, String what, String arguments, String... before) {
    return new Case(reason, what, List.of(before), table("%", arguments));
  }

  private static String table(String name, String arguments) {
    return "SELECT synchro.synchro_register_table('"
        + name
        + "', NULL, 'multi_scope', p_push_policy => 'read_only', p_scopes => '{all}'"
        + (arguments.isEmpty() ? "" : ", " + arguments)
        + ")";
  }

  private static String scopes(String name, String template) {
    return "SELECT synchro.synchro_register_table('"
        + name
        + "', NULL, 'multi_scope', p_push_policy => 'read_only', p_scopes => ARRAY['"
        + template
        + "'])";
  }

  static Stream<Case> cases() {
    String prepare = "prepare";
    return Stream.of(
        refused("unsupported_relation", "a view", "", "CREATE VIEW % AS SELECT 1 AS id"),
        refused(
            "unsupported_relation",
            "an unlogged table",
            "",
            "CREATE UNLOGGED TABLE % (id uuid PRIMARY KEY)"),
        refused(
            "unsupported_relation",
            "a table of ours",
            "",
            "CREATE TABLE % (id uuid PRIMARY KEY)",
            "give away"),
        refused(
            "unsupported_relation",
            "a partition",
            "",
            "CREATE TABLE %_root (id integer PRIMARY KEY) PARTITION BY HASH (id)",
            "CREATE TABLE % PARTITION OF %_root FOR VALUES WITH (MODULUS 1, REMAINDER 0)"),
        refused(
            "unsupported_relation",
            "an inheritance child",
            "",
            "CREATE TABLE %_parent (id integer PRIMARY KEY)",
            "CREATE TABLE % (PRIMARY KEY (id)) INHERITS (%_parent)"),
        refused(
            "unsupported_relation",
            "an inheritance parent",
            "",
            "CREATE TABLE % (id integer PRIMARY KEY)",
            "CREATE TABLE %_child () INHERITS (%)"),
        new Case(
            "unsupported_relation",
            "a table of the system",
            List.of(),
            table("pg_catalog.pg_class", "")),
        new Case("ambiguous_physical_relation", "no schema", List.of(), table("kept", "")),
        new Case("ambiguous_physical_relation", "no such table", List.of(), table("app.no", "")),
        new Case(
            "duplicate_table_name",
            "a table of this name in another schema",
            List.of("CREATE TABLE other.\"KEPT\" (id uuid PRIMARY KEY)"),
            table("other.\"KEPT\"", "")),
        refused(
            "duplicate_table_name",
            "two columns that differ in case",
            "",
            "CREATE TABLE % (id uuid PRIMARY KEY, a text, \"A\" text)",
            prepare),
        new Case(
            "duplicate_table_name",
            "a table that is to be a capture dependency",
            List.of(),
            "SELECT synchro.synchro_register_capture_dependency('app.kept', '{id}', '{title}')"),
        new Case(
            "reserved_name",
            "a table's name",
            List.of("CREATE TABLE app.sqlite_x (id uuid PRIMARY KEY)"),
            table("app.sqlite_x", "")),
        refused(
            "reserved_name",
            "a column's name",
            "",
            "CREATE TABLE % (id uuid PRIMARY KEY, _synchro_x text)"),
        refused("missing_primary_key", "none", "", "CREATE TABLE % (id uuid NOT NULL)"),
        refused("missing_primary_key", "another column", "p_pk_column => 'title'", KEYED),
        refused(
            "composite_primary_key",
            "two columns",
            "",
            "CREATE TABLE % (id uuid, n integer, PRIMARY KEY (id, n))"),
        refused(
            "partial_primary_key",
            "a partial unique index",
            "",
            "CREATE TABLE % (id uuid NOT NULL, live boolean)",
            "CREATE UNIQUE INDEX ON % (id) WHERE live"),
        refused(
            "nullable_primary_key",
            "a unique column that may be NULL",
            "",
            "CREATE TABLE % (id uuid UNIQUE)"),
        refused(
            "deferrable_primary_key",
            "checked at the end",
            "",
            "CREATE TABLE % (id uuid PRIMARY KEY DEFERRABLE)"),
        refused(
            "unsupported_primary_key_type", "a date", "", "CREATE TABLE % (id date PRIMARY KEY)"),
        refused(
            "unsupported_type", "money", "", "CREATE TABLE % (id uuid PRIMARY KEY, price money)"),
        refused(
            "unsupported_generated_column",
            "a virtual column by name",
            "p_sync_columns => '{id,v}'",
            "CREATE TABLE % (id uuid PRIMARY KEY, n integer, v integer GENERATED ALWAYS AS (n + 1)"
                + " VIRTUAL)"),
        refused(
            "unsupported_replica_identity",
            "nothing",
            "",
            KEYED,
            "ALTER TABLE % REPLICA IDENTITY NOTHING"),
        refused(
            "unsupported_replica_identity",
            "an index",
            "",
            KEYED,
            "ALTER TABLE % ALTER n SET NOT NULL, ADD CONSTRAINT n UNIQUE (n)",
            "ALTER TABLE % REPLICA IDENTITY USING INDEX n"),
        refused("unknown_column", "excluded", "p_exclude_columns => '{none}'", KEYED),
        refused("unknown_column", "synced", "p_sync_columns => '{id,none}'", KEYED),
        refused(
            "conflicting_column_lists",
            "both",
            "p_exclude_columns => '{n}', p_sync_columns =>" + " '{id}'",
            KEYED),
        refused("missing_required_column", "the key", "p_exclude_columns => '{id}'", KEYED),
        refused("invalid_lifecycle_column", "no time", "p_updated_at_col => 'title'", KEYED),
        refused("invalid_lifecycle_column", "none", "p_deleted_at_col => 'gone_at'", KEYED),
        new Case(
            "invalid_composition",
            "another word",
            List.of(KEYED),
            "SELECT synchro.synchro_register_table('%', NULL, 'some', p_scopes => '{all}')"),
        new Case(
            "invalid_push_policy",
            "another word",
            List.of(KEYED),
            "SELECT synchro.synchro_register_table('%', NULL, 'multi_scope', p_push_policy =>"
                + " 'maybe', p_scopes => '{all}')"),
        new Case(
            "invalid_membership_source",
            "neither",
            List.of(KEYED),
            "SELECT synchro.synchro_register_table('%', NULL, 'multi_scope')"),
        new Case(
            "invalid_membership_source",
            "both",
            List.of(KEYED),
            "SELECT synchro.synchro_register_table('%', 'app.f', 'multi_scope', p_scopes =>"
                + " '{all}')"),
        new Case("invalid_scope_template", "no end", List.of(KEYED), scopes("%", "a:{title")),
        new Case("invalid_scope_template", "no column", List.of(KEYED), scopes("%", "a:{no}")),
        new Case(
            "invalid_scope_template",
            "a text against a number",
            List.of(KEYED, prepare),
            scopes("%", "a:{title>places.region}")),
        new Case(
            "invalid_scope_function",
            "not there",
            List.of(),
            "SELECT synchro.synchro_register_assignment_function('app.nothing')"),
        new Case(
            "invalid_scope_function",
            "open to everybody",
            List.of(
                "CREATE FUNCTION app.open_one(text) RETURNS SETOF text LANGUAGE sql STABLE RETURN"
                    + " 'a'"),
            "SELECT synchro.synchro_register_assignment_function('app.open_one')"),
        new Case(
            "invalid_scope_function",
            "volatile",
            List.of(
                "CREATE FUNCTION app.volatile_one(text) RETURNS SETOF text LANGUAGE sql RETURN"
                    + " 'a'"),
            "SELECT synchro.synchro_register_assignment_function('app.volatile_one')"),
        new Case(
            "undeclared_dependency",
            "an unregistered relation",
            List.of(KEYED, prepare),
            scopes("%", "a:{n>nowhere.region}")),
        new Case(
            "undeclared_dependency",
            "a column that is not captured",
            List.of(KEYED, prepare),
            scopes("%", "a:{n>places.secret}")),
        new Case(
            "undeclared_dependency",
            "a column that another table needs",
            List.of(),
            table("app.places", "p_exclude_columns => '{region}'")),
        new Case(
            "dependency_in_use",
            "a table that another needs",
            List.of(),
            "SELECT synchro.synchro_unregister_table('app.places')"),
        new Case(
            "affected_scopes_not_allowed",
            "the same rule",
            List.of(),
            table("app.places", "p_exclude_columns => '{secret}', p_affected_scopes => '{x}'")
                .replace("'{all}'", "'{places}'")),
        refused("invalid_limit", "no scope", "p_max_scope_fanout => 0", KEYED),
        refused("invalid_limit", "beyond the ceiling", "p_max_scope_fanout => 9", KEYED),
        refused(
            "publication_mismatch",
            "not a member",
            "",
            KEYED,
            prepare,
            "ALTER PUBLICATION synchro_pub DROP TABLE %"),
        refused(
            "publication_mismatch",
            "a row filter",
            "",
            KEYED,
            prepare,
            "ALTER PUBLICATION synchro_pub DROP TABLE %",
            "ALTER PUBLICATION synchro_pub ADD TABLE % WHERE (id IS NOT NULL)"),
        refused(
            "missing_privilege",
            "no SELECT for the worker",
            "",
            KEYED,
            prepare,
            "REVOKE SELECT ON % FROM synchro_worker"),
        refused(
            "excess_privilege",
            "a grant too many",
            "",
            KEYED,
            prepare,
            "GRANT TRUNCATE ON % TO synchro_owner"),
        refused(
            "excess_privilege",
            "PUBLIC may write",
            "",
            KEYED,
            prepare,
            "GRANT UPDATE ON % TO PUBLIC"),
        refused(
            "row_security_invalid",
            "hidden from capture",
            "",
            KEYED,
            prepare,
            "ALTER TABLE % ENABLE ROW LEVEL SECURITY"),
        pushed("no bound for users", "DROP POLICY synchro_push_user ON %"),
        pushed("no full sight for pushes", "DROP POLICY synchro_push ON %"),
        pushed("row security is off", "ALTER TABLE % DISABLE ROW LEVEL SECURITY"),
        pushed(
            "everybody is bounded",
            "CREATE POLICY all_users ON % AS RESTRICTIVE USING (title IS NOT NULL)"),
        pushed(
            "capture is bounded",
            "CREATE POLICY bounded ON % AS RESTRICTIVE TO synchro_worker USING (title IS NOT NULL)"));
  }

  private static Case pushed(String what, String change) {
    return new Case(
        "row_security_invalid",
        what,
        List.of(KEYED, "prepare for pushes", change),
        table("%", "").replace("'read_only'", "'enabled'"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void a_refusal_names_its_reason_and_registers_nothing(Case refused) throws SQLException {
    String table = "app.t" + ++tables;
    for (String statement : refused.before()) {
      if (statement.equals("prepare")) {
        operator.prepare("'" + table + "', 'read_only'");
      } else if (statement.equals("give away")) {
        database.asSuperuser("ALTER TABLE " + table + " OWNER TO synchro_owner");
      } else if (statement.equals("prepare for pushes")) {
        operator.prepare("'" + table + "', p_user_column => 'title'");
      } else {
        database.asMigration(statement.replace("%", table));
      }
    }
    List<String> before = registered();
    assertThat(operator.reason(refused.call().replace("%", table))).isEqualTo(refused.reason());
    assertThat(registered()).isEqualTo(before);
    String explanation = operator.explanation(refused.call().replace("%", table));
    assertThat(EXPLANATIONS)
        .contains(refused + " => " + explanation.replaceAll("\\bt[0-9]+\\b", "t"));
  }

  private static List<String> registered() throws SQLException {
    List<String> state = new ArrayList<>();
    state.add(database.ask("SELECT count(*) FROM synchro.registry_generation").orElseThrow());
    state.add(database.ask("SELECT count(*) FROM synchro.relation").orElseThrow());
    state.add(database.ask("SELECT count(*) FROM synchro.assignment_function").orElseThrow());
    return state;
  }

  @Test
  void publication_not_configured() {
    database.configure("synchro.publication_name", "no_such_publication");
    try {
      assertThat(operator.reason(table("app.kept", ""))).isEqualTo("publication_not_configured");
    } finally {
      database.configure("synchro.publication_name", SynchroDatabase.PUBLICATION);
    }
  }

  /** Its schema has no name of its own, but for the one that the catalogue gives it. */
  @Test
  void a_temporary_table_is_unsupported() throws SQLException {
    try (Connection session = database.openSuperuser();
        Statement statement = session.createStatement()) {
      statement.execute("CREATE TEMPORARY TABLE fleeting (id uuid PRIMARY KEY)");
      String schema =
          Operator.rows(session, "SELECT pg_my_temp_schema()::regnamespace::text").get(0);
      assertThat(operator.reason(table(schema + ".fleeting", "")))
          .isEqualTo("unsupported_relation");
      assertThat(operator.reason(table("pg_temp.fleeting", "")))
          .isEqualTo("ambiguous_physical_relation");
    }
  }

  @Test
  void last_synced_table() {
    try (SynchroDatabase lonely = SynchroDatabase.create()) {
      Operator only = new Operator(lonely);
      lonely.asMigration("CREATE TABLE app.one (id uuid PRIMARY KEY)");
      only.prepare("'app.one', 'read_only'");
      only.rows(table("app.one", ""));
      assertThat(only.reason("SELECT synchro.synchro_unregister_table('app.one')"))
          .isEqualTo("last_synced_table");
    } catch (SQLException refused) {
      throw new IllegalStateException(refused);
    }
  }
}
