package dev.synchro.suite.membership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.fixture.Poll;
import dev.synchro.fixture.Registration;
import dev.synchro.fixture.SynchroDatabase;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of the results of functions, whatever they are. Contract 7.3 and 7.5. */
class FunctionResultsPgTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static SynchroDatabase database;

  @BeforeAll
  static void start() {
    database = SynchroDatabase.create();
    ApplicationFunctions.allow(database);
    database.asMigration(
        "CREATE TABLE app.folders (id integer PRIMARY KEY, owner text, answer text, note text,"
            + " deleted_at timestamptz)",
        "CREATE TABLE app.notes (id integer PRIMARY KEY, folder_id integer, answer text,"
            + " deleted_at timestamptz)");
    database.register(
        Registration.readOnly("app.folders", "folders"), Registration.readOnly("app.notes", "n"));
    database.asOperator(
        "SELECT synchro.synchro_prepare_projection_view('app.folders', 'folders', '{owner}')",
        "SELECT synchro.synchro_prepare_projection_view('app.notes', 'notes',"
            + " '{folder_id,answer}')");
    ApplicationFunctions.create(
        database,
        "note_scopes(p_row_key integer) RETURNS SETOF text",
        "SELECT 'user:' || (f.owner #>> '{}') FROM synchro_projection.notes n"
            + " JOIN synchro_projection.folders f ON f.record_id = n.folder_id #>> '{}'"
            + " WHERE n.record_id = p_row_key::text AND NOT f.deleted"
            + " UNION ALL SELECT CASE n.answer #>> '{}' WHEN 'empty' THEN ''"
            + " WHEN 'long' THEN repeat('x', 513) WHEN 'longest' THEN repeat('x', 512)"
            + " WHEN 'raise' THEN (1 / (length(n.answer #>> '{}') - 5))::text"
            + " WHEN 'twice' THEN 'twice' WHEN 'many' THEN 'many:' || g"
            + " WHEN 'enough' THEN 'enough:' || g END FROM synchro_projection.notes n,"
            + " LATERAL generate_series(1, CASE n.answer #>> '{}' WHEN 'twice' THEN 2"
            + " WHEN 'many' THEN 9 WHEN 'enough' THEN 7 ELSE 1 END) AS g"
            + " WHERE n.record_id = p_row_key::text AND n.answer <> 'null'::jsonb",
        "note_scopes(integer)");
    ApplicationFunctions.createImpact(
        database,
        "folder_impact",
        "SELECT CASE p_new_row ->> 'answer' WHEN 'table'"
            + " THEN '00000000-0000-0000-0000-000000000000' ELSE '"
            + ApplicationFunctions.tableId(database, "notes")
            + "' END::uuid, CASE p_new_row ->> 'answer' WHEN 'type' THEN 'int64' ELSE 'int' END,"
            + " CASE p_new_row ->> 'answer' WHEN 'key' THEN '1.5'::jsonb"
            + " WHEN 'raise' THEN ((p_new_row ->> 'answer')::integer)::text::jsonb"
            + " WHEN 'nothing' THEN NULL ELSE n.capture_key END"
            + " FROM synchro_projection.notes n"
            + " WHERE n.folder_id IN (p_old_row -> 'id', p_new_row -> 'id')");
    database.asOperator(
        "SELECT synchro.synchro_register_table('app.notes', 'app.note_scopes', 'multi_scope',"
            + " p_push_policy => 'read_only')",
        "SELECT synchro.synchro_register_membership_dependency('app.folders', 'app.notes',"
            + " 'app.folder_impact', '{"
            + ApplicationFunctions.fieldIds(database, "folders", "id", "owner", "answer")
            + "}')");
    database.startWorker();
  }

  @AfterAll
  static void stop() {
    database.close();
  }

  @BeforeEach
  void refill() {
    change(
        "DELETE FROM app.notes",
        "DELETE FROM app.folders",
        "INSERT INTO app.folders VALUES (1, 'ann'), (2, 'bob')",
        "INSERT INTO app.notes VALUES (1, 1), (2, 1), (3, 2)");
  }

  private static void change(String... statements) {
    database.asMigration(statements);
    database.awaitMaterialized();
  }

  private static String members() {
    return database
        .ask(
            "SELECT string_agg(left(s.scope_id, 12) || '=' || s.cardinality, ' ' ORDER BY"
                + " s.scope_id) FROM synchro.scope s WHERE s.cardinality > 0"
                + " AND s.scope_id <> 'folders'")
        .orElse("");
  }

  private static Optional<String> poison() {
    return database.ask(
        "SELECT class || ': ' || detail FROM synchro.poison WHERE state = 'active'");
  }

  @Test
  void a_row_follows_the_life_of_what_its_function_reads() {
    assertThat(members()).isEqualTo("user:ann=2 user:bob=1");
    change("UPDATE app.folders SET owner = 'bob' WHERE id = 1");
    assertThat(members()).isEqualTo("user:bob=3");
    change("UPDATE app.folders SET deleted_at = now() WHERE id = 1");
    assertThat(members()).isEqualTo("user:bob=1");
    change("UPDATE app.folders SET deleted_at = NULL, owner = 'ann' WHERE id = 1");
    assertThat(members()).isEqualTo("user:ann=2 user:bob=1");
    change("DELETE FROM app.folders WHERE id = 1");
    assertThat(members()).isEqualTo("user:bob=1");
    change("INSERT INTO app.folders VALUES (1, 'cid')");
    assertThat(members()).isEqualTo("user:bob=1 user:cid=2");
    change("UPDATE app.folders SET id = 3 WHERE id = 1");
    assertThat(members()).isEqualTo("user:bob=1");
    change("TRUNCATE app.folders");
    assertThat(members()).isEmpty();
  }

  @Test
  void a_column_that_is_not_passed_reaches_nothing() {
    String position =
        "SELECT max(commit_lsn) FROM synchro.scope_entry e JOIN synchro.relation r USING (relation)"
            + " JOIN synchro.scope s USING (scope_pk) WHERE s.scope_id LIKE 'user:%'";
    Optional<String> before = database.ask(position);
    change("UPDATE app.folders SET note = 'unseen'");
    assertThat(database.ask(position)).isEqualTo(before);
  }

  @Test
  void a_tombstone_is_delivered_by_the_result_of_the_function() {
    change("UPDATE app.notes SET deleted_at = now() WHERE id = 1");
    assertThat(members()).isEqualTo("user:ann=1 user:bob=1");
    assertThat(
            database.ask(
                "SELECT count(*) FROM synchro.scope_entry WHERE NOT present"
                    + " AND image_id IS NOT NULL"))
        .contains("1");
  }

  @ParameterizedTest
  @CsvSource({
    "twice, twice=1 user:ann=2 user:bob=1",
    "longest, user:ann=2 user:bob=1 xxxxxxxxxxxx=1",
    "enough, enough:1=1 enough:2=1 enough:3=1 enough:4=1 enough:5=1 enough:6=1 enough:7=1"
        + " user:ann=2 user:bob=1",
  })
  void what_a_function_may_return_is_filed(String answer, String members) {
    change("UPDATE app.notes SET answer = '" + answer + "' WHERE id = 1");
    assertThat(members()).isEqualTo(members);
  }

  @ParameterizedTest
  @CsvSource({
    "null, a membership or impact function returned what is no scope id or no row of its target",
    "empty, a scope id is empty or longer than 512 octets",
    "long, a scope id is empty or longer than 512 octets",
    "many, a row is in more scopes than its table allows",
    "raise, a membership or impact function failed or is gone",
  })
  void what_a_function_may_not_return_blocks_capture_until_the_data_is_repaired(
      String answer, String detail) {
    String set = answer.equals("null") ? "unheard of" : answer;
    database.asMigration("UPDATE app.notes SET answer = '" + set + "' WHERE id = 1");
    Poll.until("the poison", PATIENCE, () -> poison().isPresent());
    assertThat(poison()).contains("scope_evaluation_failed: " + detail);
    repair("UPDATE app.notes SET answer = NULL, folder_id = 2 WHERE id = 1");
    assertThat(members()).isEqualTo("user:ann=1 user:bob=2");
  }

  @ParameterizedTest
  @CsvSource({
    "table, a membership or impact function returned what is no scope id or no row of its target",
    "type, a membership or impact function returned what is no scope id or no row of its target",
    "key, a membership or impact function returned what is no scope id or no row of its target",
    "nothing, a membership or impact function returned what is no scope id or no row of its target",
    "raise, a membership or impact function failed or is gone",
  })
  void what_an_impact_function_may_not_return_blocks_capture_until_the_data_is_repaired(
      String answer, String detail) {
    database.asMigration(
        "UPDATE app.folders SET answer = '" + answer + "', owner = 'cid' WHERE id = 1");
    Poll.until("the poison", PATIENCE, () -> poison().isPresent());
    assertThat(poison()).contains("scope_evaluation_failed: " + detail);
    repair("UPDATE app.folders SET answer = NULL WHERE id = 1");
    assertThat(members()).isEqualTo("user:bob=1 user:cid=2");
  }

  private static void repair(String statement) {
    database.asMigration(statement);
    database.asOperator("SELECT synchro.synchro_retry_wal_poison()");
    database.awaitMaterialized();
    assertThat(poison()).isEmpty();
  }

  @Test
  void what_happened_and_was_undone_between_two_boundaries_is_not_judged() {
    change(
        "BEGIN; UPDATE app.notes SET answer = 'many' WHERE id = 1;"
            + " UPDATE app.folders SET answer = 'raise'; UPDATE app.folders SET answer = NULL;"
            + " UPDATE app.notes SET answer = NULL WHERE id = 1; COMMIT");
    assertThat(poison()).isEmpty();
    assertThat(members()).isEqualTo("user:ann=2 user:bob=1");
  }
}
