package dev.synchro.suite.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.synchro.fixture.Login;
import dev.synchro.fixture.Poll;
import dev.synchro.fixture.Registration;
import dev.synchro.fixture.SynchroDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A function of the application names the scopes of rows. Contract 7.3 to 7.5. */
class MembershipFunctionPgTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String DOC = "30000000-0000-0000-0000-00000000000";
  private static final String HEAD = "doc_scopes(p_row_key uuid) RETURNS SETOF text";
  private static final String BODY =
      "SELECT 'user:' || (u.user_id #>> '{}') FROM synchro_projection.docs d"
          + " JOIN synchro_projection.team_users u ON u.team_id = d.team_id"
          + " WHERE d.record_id = p_row_key::text";
  private static final String SCOPES =
      "CREATE OR REPLACE FUNCTION app."
          + HEAD
          + " LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp BEGIN ATOMIC "
          + BODY
          + "; END";
  private static SynchroDatabase database;

  @BeforeAll
  static void start() {
    database = SynchroDatabase.create();
    ApplicationFunctions.allow(database);
    database.asMigration(
        "CREATE TABLE app.docs (id uuid PRIMARY KEY, team_id integer, title text,"
            + " deleted_at timestamptz)",
        "CREATE TABLE app.team_users (id integer PRIMARY KEY, team_id integer, user_id text)",
        "INSERT INTO app.docs VALUES ('" + DOC + "9', 9, 'early')",
        "INSERT INTO app.team_users VALUES (99, 9, 'zoe')");
    database.register(Registration.readOnly("app.docs", "before"));
    prepare("app.team_users");
    database.asOperator(
        "SELECT synchro.synchro_register_capture_dependency('app.team_users', '{id}',"
            + " '{team_id,user_id}')",
        "SELECT synchro.synchro_prepare_projection_view('app.docs', 'docs', '{team_id}')",
        "SELECT synchro.synchro_prepare_projection_view('app.team_users', 'team_users',"
            + " '{team_id,user_id}')");
    ApplicationFunctions.create(database, HEAD, BODY, "doc_scopes(uuid)");
    ApplicationFunctions.createImpact(
        database,
        "doc_impact",
        "SELECT '"
            + ApplicationFunctions.tableId(database, "docs")
            + "'::uuid, 'string', d.capture_key FROM synchro_projection.docs d"
            + " WHERE d.team_id IN (p_old_row -> 'team_id', p_new_row -> 'team_id')");
    database.asOperator(
        "SELECT synchro.synchro_register_table('app.docs', 'app.doc_scopes', 'multi_scope',"
            + " p_push_policy => 'read_only')",
        "SELECT synchro.synchro_register_membership_dependency('app.team_users', 'app.docs',"
            + " 'app.doc_impact', '{}', 3)");
    // Little memory, so that a large transaction is filed in parts.
    database.startWorker("-Xmx128m");
  }

  private static void prepare(String table) {
    database.asMigration(
        "ALTER PUBLICATION synchro_pub ADD TABLE " + table,
        "GRANT SELECT ON " + table + " TO synchro_owner, synchro_worker");
  }

  @AfterAll
  static void stop() {
    database.close();
  }

  @BeforeEach
  void refill() {
    database.asMigration(
        "DELETE FROM app.docs WHERE team_id <> 9",
        "DELETE FROM app.team_users WHERE team_id <> 9",
        "INSERT INTO app.team_users VALUES (1, 1, 'ann'), (2, 1, 'bob'), (3, 2, 'cid')",
        "INSERT INTO app.docs VALUES ('" + DOC + "1', 1, 'one'), ('" + DOC + "2', 2, 'two')");
    database.awaitMaterialized();
  }

  private static String members() {
    return database
        .ask(
            "SELECT string_agg(s.scope_id || '=' || s.cardinality, ' ' ORDER BY s.scope_id)"
                + " FROM synchro.scope s WHERE s.cardinality > 0 AND s.scope_id <> 'user:zoe'")
        .orElse("");
  }

  private static void change(String... statements) {
    database.asMigration(statements);
    database.awaitMaterialized();
  }

  private static Optional<String> poison() {
    return database.ask("SELECT detail FROM synchro.poison WHERE state = 'active'");
  }

  @Test
  void the_baseline_asks_the_function() {
    assertThat(database.ask("SELECT cardinality FROM synchro.scope WHERE scope_id = 'user:zoe'"))
        .contains("1");
    assertThat(members()).isEqualTo("user:ann=1 user:bob=1 user:cid=1");
  }

  @Test
  void a_row_is_filed_anew_when_it_changes_itself() {
    change("UPDATE app.docs SET team_id = 2 WHERE id = '" + DOC + "1'");
    assertThat(members()).isEqualTo("user:cid=2");
    change("UPDATE app.docs SET deleted_at = now() WHERE id = '" + DOC + "1'");
    assertThat(members()).isEqualTo("user:cid=1");
  }

  @Test
  void a_change_in_the_dependency_reaches_rows_by_the_impact_function() {
    change("INSERT INTO app.team_users VALUES (4, 2, 'dan')");
    assertThat(members()).isEqualTo("user:ann=1 user:bob=1 user:cid=1 user:dan=1");
    change("UPDATE app.team_users SET team_id = 2 WHERE id = 1");
    assertThat(members()).isEqualTo("user:ann=1 user:bob=1 user:cid=1 user:dan=1");
    change("DELETE FROM app.team_users WHERE id = 3");
    assertThat(members()).isEqualTo("user:ann=1 user:bob=1 user:dan=1");
    String generations = "SELECT sum(membership_generation) FROM synchro.scope";
    Optional<String> before = database.ask(generations);
    database.asOperator("SELECT synchro.synchro_backfill_bucket_edges()");
    assertThat(database.ask(generations)).as("nothing was left to repair").isEqualTo(before);
  }

  @Test
  void a_dependency_whose_key_is_dropped_and_added_again_is_followed_on() {
    change(
        "BEGIN; INSERT INTO app.team_users VALUES (4, 2, 'dan');"
            + " ALTER TABLE app.team_users DROP CONSTRAINT team_users_pkey;"
            + " ALTER TABLE app.team_users ADD PRIMARY KEY (id);"
            + " INSERT INTO app.team_users VALUES (5, 2, 'eve');"
            + " UPDATE app.team_users SET team_id = 1 WHERE id = 5; COMMIT",
        "ALTER TABLE app.team_users DROP CONSTRAINT team_users_pkey",
        "ALTER TABLE app.team_users ADD CONSTRAINT team_users_pkey PRIMARY KEY (id)",
        "UPDATE app.team_users SET user_id = 'bea' WHERE id = 2",
        "DELETE FROM app.team_users WHERE id = 3");
    assertThat(poison()).isEmpty();
    assertThat(members()).isEqualTo("user:ann=1 user:bea=1 user:dan=1 user:eve=1");
  }

  @Test
  void rows_of_a_view_are_found_by_an_index() throws SQLException {
    try (Connection connection = database.openSuperuser();
        Statement statement = connection.createStatement()) {
      statement.execute("SET enable_seqscan = off");
      try (ResultSet plan =
          statement.executeQuery(
              "EXPLAIN (FORMAT json) SELECT * FROM synchro_projection.docs WHERE record_id ="
                  + " 'x'")) {
        plan.next();
        assertThat(plan.getString(1)).contains("\"Index Name\": \"projection_");
      }
    }
  }

  @Test
  void more_rows_than_allowed_block_capture_until_the_change_is_taken_back() {
    change(
        "INSERT INTO app.docs SELECT ('40000000-0000-0000-0000-00000000000' || n)::uuid, 7, 'x'"
            + " FROM generate_series(1, 4) n");
    database.asMigration("INSERT INTO app.team_users VALUES (7, 7, 'eve')");
    Poll.until("the poison", PATIENCE, () -> poison().isPresent());
    assertThat(poison()).contains("an impact function returned more rows than allowed");
    database.asMigration(
        "DELETE FROM app.team_users WHERE id = 7", "DELETE FROM app.docs WHERE team_id = 7");
    database.asOperator("SELECT synchro.synchro_retry_wal_poison()");
    database.awaitMaterialized();
    assertThat(poison()).isEmpty();
  }

  @Test
  void only_what_a_change_reaches_at_the_boundary_counts() {
    change(
        "INSERT INTO app.docs SELECT ('40000000-0000-0000-0000-00000000000' || n)::uuid, 7, 'x'"
            + " FROM generate_series(1, 4) n");
    change(
        "BEGIN; INSERT INTO app.team_users VALUES (7, 7, 'eve'), (8, 1, 'fay');"
            + " INSERT INTO app.team_users SELECT n, n, repeat('w', 16000)"
            + " FROM generate_series(1000, 1800) n;"
            + " UPDATE app.team_users SET team_id = 2 WHERE id = 7;"
            + " UPDATE app.team_users SET team_id = 7 WHERE id = 8;"
            + " UPDATE app.team_users SET user_id = user_id || 'w' WHERE id >= 1000;"
            + " UPDATE app.team_users SET team_id = 2 WHERE id = 8; COMMIT");
    assertThat(poison()).isEmpty();
    assertThat(members()).isEqualTo("user:ann=1 user:bob=1 user:cid=1 user:eve=1 user:fay=1");
  }

  @Test
  void a_changed_function_blocks_capture_until_it_is_restored() {
    database.asMigration(
        SCOPES.replace("'user:' ||", "'changed:' ||"), "UPDATE app.docs SET title = 'again'");
    Poll.until("the poison", PATIENCE, () -> poison().isPresent());
    assertThat(poison())
        .contains("a membership or impact function is not the one that was registered");
    assertThat(
            database.ask(
                "SELECT synchro.synchro_health_detail() -> 'checks' -> 'registry_generation'"
                    + " ->> 'reason'"))
        .contains("registry_generation_invalid");
    database.asMigration(SCOPES);
    database.asOperator("SELECT synchro.synchro_retry_wal_poison()");
    database.awaitMaterialized();
    assertThat(poison()).isEmpty();
    assertThat(members()).isEqualTo("user:ann=1 user:bob=1 user:cid=1");
  }

  @Test
  void a_function_replaced_by_a_registration_takes_its_place() throws SQLException {
    try (Connection operator = database.open(Login.OPERATOR);
        Statement statement = operator.createStatement()) {
      database.asMigration(
          "UPDATE app.docs SET title = 'before'",
          SCOPES.replace("app.doc_scopes", "app.doc_scopes_two").replace("'user:' ||", "'two:' ||"),
          "REVOKE EXECUTE ON FUNCTION app.doc_scopes_two(uuid) FROM PUBLIC",
          "GRANT EXECUTE ON FUNCTION app.doc_scopes_two(uuid) TO synchro_owner, synchro_worker");
      statement.execute(
          "SELECT synchro.synchro_register_table('app.docs', 'app.doc_scopes_two', 'multi_scope',"
              + " p_push_policy => 'read_only')");
      database.awaitRegistered();
      assertThat(members()).isEqualTo("two:ann=1 two:bob=1 two:cid=1 two:zoe=1");
      assertThat(lastClass()).isEqualTo("class_3");
      statement.execute(
          "SELECT synchro.synchro_register_table('app.docs', 'app.doc_scopes', 'multi_scope',"
              + " p_push_policy => 'read_only')");
      database.awaitRegistered();
      assertThat(members()).isEqualTo("user:ann=1 user:bob=1 user:cid=1");
    }
  }

  @Test
  void a_function_replaced_in_place_is_filed_by_once_it_is_registered_again() {
    database.asMigration(
        SCOPES.replace("'user:' ||", "'again:' ||"), "UPDATE app.docs SET title = 'again'");
    Poll.until("the poison", PATIENCE, () -> poison().isPresent());
    register("app.doc_scopes");
    database.asOperator("SELECT synchro.synchro_retry_wal_poison()");
    database.awaitRegistered();
    assertThat(members()).isEqualTo("again:ann=1 again:bob=1 again:cid=1 again:zoe=1");
    assertThat(poison()).isEmpty();
    database.asMigration(SCOPES);
    register("app.doc_scopes");
    database.asMigration("UPDATE app.docs SET title = 'back'");
    database.awaitRegistered();
    database.awaitMaterialized();
    assertThat(members()).isEqualTo("user:ann=1 user:bob=1 user:cid=1");
    assertThat(poison()).isEmpty();
  }

  @Test
  void a_function_that_is_gone_blocks_capture() {
    database.asMigration(
        "ALTER FUNCTION app.doc_impact(jsonb, jsonb) RENAME TO lost_impact",
        "UPDATE app.team_users SET team_id = 2 WHERE id = 1");
    Poll.until("the poison", PATIENCE, () -> poison().isPresent());
    assertThat(poison())
        .contains("a membership or impact function is not the one that was registered");
    database.asMigration("ALTER FUNCTION app.lost_impact(jsonb, jsonb) RENAME TO doc_impact");
    database.asOperator("SELECT synchro.synchro_retry_wal_poison()");
    database.awaitMaterialized();
    assertThat(poison()).isEmpty();
    assertThat(members()).isEqualTo("user:ann=1 user:bob=1 user:cid=1");
  }

  @Test
  void nobody_but_synchro_reads_what_is_captured() {
    for (Login login : new Login[] {Login.MIGRATION, Login.ADAPTER, Login.OPERATOR}) {
      assertThatThrownBy(() -> run(login, "SELECT * FROM synchro_projection.docs"))
          .as(login.name())
          .hasMessageContaining("permission denied");
    }
    assertThatThrownBy(() -> run(Login.MIGRATION, "SELECT app.doc_scopes(gen_random_uuid())"))
        .hasMessageContaining("permission denied");
  }

  private static void run(Login login, String sql) throws SQLException {
    try (Connection connection = database.open(login);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static void register(String function) {
    database.asOperator(
        "SELECT synchro.synchro_register_table('app.docs', '"
            + function
            + "', 'multi_scope', p_push_policy => 'read_only')");
  }

  private static String lastClass() {
    return database
        .ask(
            "SELECT transition_class FROM synchro.schema_manifest"
                + " ORDER BY schema_version DESC LIMIT 1")
        .orElseThrow();
  }
}
