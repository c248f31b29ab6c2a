package dev.synchro.suite.registration;

import static dev.synchro.suite.registration.Operator.literal;
import static dev.synchro.suite.registration.Operator.register;
import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.client.ClientSettings;
import dev.synchro.client.MutationState;
import dev.synchro.client.Progress;
import dev.synchro.client.ScopeStatus;
import dev.synchro.client.SyncClient;
import dev.synchro.fixture.SynchroDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What synchro_registration_sql prints is proven by running it. Contract 3.4. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class RegistrationSqlPgTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String UUID_KEY = "70000000-0000-0000-0000-000000000007";

  private static SynchroDatabase database;
  private static Operator operator;

  @BeforeAll
  static void createDatabase() throws SQLException {
    database = SynchroDatabase.create();
    operator = new Operator(database);
    database.asSuperuser(
        "DO $$ BEGIN IF to_regrole('app_web') IS NULL THEN CREATE ROLE app_web; END IF; END $$",
        "GRANT USAGE ON SCHEMA app TO app_web");
  }

  @AfterAll
  static void dropDatabase() throws SQLException {
    operator.close();
    database.close();
  }

  private static Arguments table(String what, String name, String scopes, String... statements) {
    return Arguments.of(what, name, scopes, List.of(statements));
  }

  static Stream<Arguments> tables() {
    String scope = "p_scopes => ARRAY['user:{owner_id}']";
    return Stream.of(
        table(
            "an ordinary table",
            "app.ordinary",
            scope,
            "CREATE TABLE app.ordinary (id uuid PRIMARY KEY, owner_id text NOT NULL, title"
                + " varchar(20), updated_at timestamptz NOT NULL DEFAULT now(), deleted_at"
                + " timestamptz)"),
        table(
            "a table without deleted_at",
            "app.hard",
            scope,
            "CREATE TABLE app.hard (id uuid PRIMARY KEY, owner_id text NOT NULL)"),
        table(
            "a partitioned table",
            "app.parted",
            scope,
            "CREATE TABLE app.parted (id bigint PRIMARY KEY, owner_id text NOT NULL) PARTITION BY"
                + " RANGE (id)",
            "CREATE TABLE app.parted_1 PARTITION OF app.parted FOR VALUES FROM (0) TO (1000)",
            "CREATE TABLE app.parted_2 PARTITION OF app.parted DEFAULT"),
        table(
            "an identity key",
            "app.identity",
            scope,
            "CREATE TABLE app.identity (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
                + " owner_id text NOT NULL)"),
        table(
            "a serial key",
            "app.serial",
            scope,
            "CREATE TABLE app.serial (id serial PRIMARY KEY, owner_id text NOT NULL)"),
        table(
            "generated columns",
            "app.generated",
            scope,
            "CREATE TABLE app.generated (id int PRIMARY KEY, owner_id text NOT NULL, n int,"
                + " twice int GENERATED ALWAYS AS (n * 2) STORED, thrice int GENERATED ALWAYS AS"
                + " (n * 3) VIRTUAL)"),
        table(
            "functions in default, check, index and domain",
            "app.calling",
            scope,
            "CREATE FUNCTION app.next_code() RETURNS int LANGUAGE sql AS 'SELECT 1'",
            "CREATE FUNCTION app.good(int) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT $1 >"
                + " 0'",
            "CREATE FUNCTION app.folded(text) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT"
                + " lower($1)'",
            "CREATE DOMAIN app.positive AS int CHECK (app.good(VALUE))",
            "REVOKE EXECUTE ON FUNCTION app.next_code(), app.good(int), app.folded(text) FROM"
                + " PUBLIC",
            "CREATE TABLE app.calling (id int PRIMARY KEY DEFAULT app.next_code(), owner_id text"
                + " NOT NULL, n app.positive, CHECK (app.good(n)))",
            "CREATE INDEX ON app.calling (app.folded(owner_id))"),
        table(
            "row security of the application",
            "app.secured",
            scope,
            "CREATE TABLE app.secured (id int PRIMARY KEY, owner_id text NOT NULL)",
            "ALTER TABLE app.secured ENABLE ROW LEVEL SECURITY",
            "CREATE POLICY own ON app.secured USING (owner_id = current_user)"),
        table(
            "quoted names",
            "\"Odd \"\"Schema\"\"\".\"Select\"",
            "p_pk_column => 'Key', p_scopes => ARRAY['user:{Owner Id}']",
            "CREATE SCHEMA \"Odd \"\"Schema\"\"\"",
            "CREATE TABLE \"Odd \"\"Schema\"\"\".\"Select\" (\"Key\" text PRIMARY KEY, \"Owner Id\""
                + " text NOT NULL, \"order\" serial)"),
        table(
            "names beyond ASCII",
            "größe.\"Straße\"",
            "p_pk_column => 'schlüssel', p_scopes => ARRAY['user:{besitzer_ä}']",
            "CREATE SCHEMA IF NOT EXISTS größe",
            "CREATE TABLE größe.\"Straße\" (schlüssel varchar(10) PRIMARY KEY, besitzer_ä bigint"
                + " NOT NULL)"),
        table(
            "all of it in one table",
            "größe.\"Alles, \"\"zusammen\"\"\"",
            "p_pk_column => 'Nr.', p_scopes => ARRAY['user:{Owner Id}']",
            "CREATE SCHEMA IF NOT EXISTS größe",
            "CREATE FUNCTION größe.\"ge prüft\"(text) RETURNS boolean LANGUAGE sql IMMUTABLE"
                + " RETURN $1 <> '-'",
            "REVOKE EXECUTE ON FUNCTION größe.\"ge prüft\"(text) FROM PUBLIC",
            "CREATE TABLE größe.\"Alles, \"\"zusammen\"\"\" (\"Nr.\" bigint GENERATED BY DEFAULT"
                + " AS IDENTITY PRIMARY KEY, \"Owner Id\" text NOT NULL, \"wie viele\" serial,"
                + " länge integer GENERATED ALWAYS AS (length(\"Owner Id\")) STORED,"
                + " CHECK (größe.\"ge prüft\"(\"Owner Id\"))) PARTITION BY HASH (\"Nr.\")",
            "CREATE TABLE größe.\"Teil 0\" PARTITION OF größe.\"Alles, \"\"zusammen\"\"\""
                + " FOR VALUES WITH (MODULUS 2, REMAINDER 0)",
            "CREATE TABLE größe.\"Teil 1\" PARTITION OF größe.\"Alles, \"\"zusammen\"\"\""
                + " FOR VALUES WITH (MODULUS 2, REMAINDER 1)",
            "ALTER TABLE größe.\"Alles, \"\"zusammen\"\"\" ENABLE ROW LEVEL SECURITY",
            "CREATE POLICY \"nur eigene\" ON größe.\"Alles, \"\"zusammen\"\"\""
                + " USING (\"Owner Id\" = current_user)"),
        table(
            "other roles with privileges",
            "app.shared",
            scope,
            "CREATE TABLE app.shared (id int PRIMARY KEY, owner_id text NOT NULL)",
            "GRANT SELECT, INSERT ON app.shared TO app_web",
            "GRANT SELECT ON app.shared TO PUBLIC"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("tables")
  void what_is_printed_makes_the_registration_succeed(
      String what, String name, String arguments, List<String> ddl) throws SQLException {
    database.asMigration(ddl.toArray(String[]::new));
    String user = arguments.replaceAll(".*\\{(.*)}.*", "$1");
    String call = literal(name) + ", p_user_column => " + literal(user);

    assertThat(operator.reason(register(name, arguments))).isEqualTo("publication_mismatch");
    List<String> printed = operator.prepare(call);

    assertThat(printed).isNotEmpty();
    assertThat(operator.print(call)).as("printed again").isEmpty();
    assertThat(operator.reason(register(name, arguments))).as(what).isEqualTo("-");
  }

  /** What was granted is enough for every table that the tests before have registered. */
  @Order(Integer.MAX_VALUE)
  @Test
  void every_table_takes_what_a_device_writes(@TempDir Path folder) {
    database.startWorker();
    try (SyncClient device =
        SyncClient.open(
            folder.resolve("device.db"),
            database.calls("7"),
            ClientSettings.usual("test", "1.0.0"))) {
      assertThat(device.sync(PATIENCE)).isEqualTo(Progress.DONE);
      device.insert("ordinary", "{\"id\":\"" + UUID_KEY + "\",\"owner_id\":\"7\"}");
      device.insert("hard", "{\"id\":\"" + UUID_KEY + "\",\"owner_id\":\"7\"}");
      device.insert("parted", "{\"id\":\"7000\",\"owner_id\":\"7\"}");
      device.insert("identity", "{\"id\":\"70\",\"owner_id\":\"7\"}");
      device.insert("serial", "{\"id\":70,\"owner_id\":\"7\"}");
      device.insert("generated", "{\"id\":70,\"owner_id\":\"7\",\"n\":4}");
      device.insert("calling", "{\"id\":70,\"owner_id\":\"7\",\"n\":4}");
      device.insert("secured", "{\"id\":70,\"owner_id\":\"7\"}");
      device.insert("Select", "{\"Key\":\"k\",\"Owner Id\":\"7\"}");
      device.insert("Straße", "{\"schlüssel\":\"k\",\"besitzer_ä\":\"7\"}");
      device.insert("Alles, \"zusammen\"", "{\"Nr.\":\"70\",\"Owner Id\":\"7\"}");
      device.insert("shared", "{\"id\":70,\"owner_id\":\"7\"}");
      assertThat(device.sync(PATIENCE)).as(device.fault().orElse("")).isEqualTo(Progress.DONE);
      assertThat(device.mutations())
          .hasSize(12)
          .allSatisfy(each -> assertThat(each.state()).isEqualTo(MutationState.ACCEPTED));
      database.awaitMaterialized();
      assertThat(device.sync(PATIENCE)).isEqualTo(Progress.DONE);
      assertThat(device.scopes()).singleElement().extracting(ScopeStatus::rows).isEqualTo(12L);
    }
    assertThat(database.ask("SELECT twice FROM app.generated")).contains("8");
    assertThat(database.ask("SELECT \"wie viele\" + länge FROM größe.\"Alles, \"\"zusammen\"\"\""))
        .contains("2");
  }

  @Test
  void what_is_printed_for_reading_enables_no_row_security() throws SQLException {
    database.asMigration("CREATE TABLE app.read_only (id int PRIMARY KEY, n serial)");

    assertThat(operator.prepare("'app.read_only', 'read_only'"))
        .containsExactly(
            "ALTER PUBLICATION synchro_pub ADD TABLE app.read_only",
            "GRANT SELECT ON app.read_only TO synchro_owner, synchro_worker");
    assertThat(
            operator.reason(
                register("app.read_only", "p_push_policy => 'read_only', p_scopes => '{all}'")))
        .isEqualTo("-");
  }

  @Test
  void the_application_keeps_what_it_could_see_and_write() throws SQLException {
    database.asMigration(
        "CREATE TABLE app.kept (id int PRIMARY KEY, owner_id text NOT NULL)",
        "INSERT INTO app.kept VALUES (1, 'a')",
        "GRANT SELECT, INSERT ON app.kept TO app_web");
    operator.prepare("'app.kept', p_user_column => 'owner_id'");

    operator.rows(register("app.kept", "p_scopes => ARRAY['user:{owner_id}']"));
    database.asSuperuser("SET ROLE app_web; INSERT INTO app.kept VALUES (2, 'b')");
    assertThat(database.ask("SELECT relrowsecurity FROM pg_class WHERE relname = 'kept'"))
        .contains("t");
    try (Connection connection = database.openSuperuser();
        Statement statement = connection.createStatement()) {
      statement.execute("SET ROLE app_web");
      assertThat(Operator.rows(connection, "SELECT owner_id FROM app.kept ORDER BY id"))
          .containsExactly("a", "b");
    }
  }

  @Test
  void a_prepared_table_turns_back_to_reading_by_what_is_printed() throws SQLException {
    database.asMigration("CREATE TABLE app.turned (id int PRIMARY KEY, owner_id text NOT NULL)");
    operator.prepare("'app.turned', p_user_column => 'owner_id'");
    String readOnly = register("app.turned", "p_push_policy => 'read_only', p_scopes => '{all}'");

    assertThat(operator.reason(readOnly)).isEqualTo("excess_privilege");
    assertThat(operator.prepare("'app.turned', 'read_only'"))
        .containsExactly("REVOKE DELETE, INSERT, UPDATE ON app.turned FROM synchro_owner");
    assertThat(operator.reason(readOnly)).isEqualTo("-");
  }

  @Test
  void what_does_not_exist_is_named_by_its_state() throws SQLException {
    database.asMigration(
        "CREATE TABLE app.plain (id int PRIMARY KEY)", "CREATE VIEW app.seen AS SELECT 1 AS id");

    assertThat(state("'app.nothing'")).isEqualTo("42704");
    assertThat(state("'app.plain', p_user_column => 'nobody'")).isEqualTo("42704");
    assertThat(state("'app.plain', p_deleted_at_col => 'gone_at'")).isEqualTo("42704");
    assertThat(state("'plain'")).isEqualTo("22023");
    assertThat(state("'app.seen'")).isEqualTo("22023");
    assertThat(state("'app.plain', 'sometimes'")).isEqualTo("22023");
    assertThat(state("'app.plain', p_publication => 'no_such'")).isEqualTo("22023");
    assertThat(state("NULL")).isEqualTo("22004");
    assertThat(state("'app.plain', NULL")).isEqualTo("22004");
  }

  private static String state(String arguments) {
    return operator
        .error("SELECT * FROM synchro.synchro_registration_sql(" + arguments + ")")
        .map(SQLException::getSQLState)
        .orElse("-");
  }
}
