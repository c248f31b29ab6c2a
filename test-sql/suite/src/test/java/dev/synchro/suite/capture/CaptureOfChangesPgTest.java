package dev.synchro.suite.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.fixture.Registration;
import dev.synchro.fixture.SynchroDatabase;
import dev.synchro.fixture.WorkerProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Every way in which a row can change is captured exactly. Contract 7.7, 9.2, control 23. */
class CaptureOfChangesPgTest {
  private static SynchroDatabase database;
  private static WorkerProcess worker;

  @BeforeAll
  static void start() {
    database = SynchroDatabase.create();
    database.asMigration(
        "CREATE TABLE app.item (id bigint PRIMARY KEY, name text, place text, amount numeric,"
            + " big text, deleted_at timestamptz)",
        "ALTER TABLE app.item ALTER big SET STORAGE EXTERNAL",
        "CREATE TABLE app.full_item (id bigint PRIMARY KEY, name text, place text, big text)",
        "ALTER TABLE app.full_item ALTER big SET STORAGE EXTERNAL",
        "ALTER TABLE app.full_item REPLICA IDENTITY FULL",
        "CREATE TABLE app.part (id bigint PRIMARY KEY, name text, place text)"
            + " PARTITION BY RANGE (id)",
        "CREATE TABLE app.part_low PARTITION OF app.part FOR VALUES FROM (0) TO (100)",
        "CREATE TABLE app.part_high PARTITION OF app.part FOR VALUES FROM (100) TO (200)",
        "CREATE TABLE app.parent (id uuid PRIMARY KEY, name text)",
        "CREATE TABLE app.child (id uuid PRIMARY KEY, parent_id uuid REFERENCES app.parent"
            + " ON DELETE CASCADE, name text)",
        "CREATE TABLE app.unrelated (id bigint)",
        "INSERT INTO app.item SELECT i, 'before ' || i, 'p' || i % 3, i, repeat('x', 3000), NULL"
            + " FROM generate_series(1, 40) i",
        "INSERT INTO app.full_item SELECT i, 'before ' || i, 'p' || i % 3, repeat('x', 3000)"
            + " FROM generate_series(1, 40) i");
    database.register(
        Registration.readOnly("app.item", "place:{place}", "all"),
        Registration.readOnly("app.full_item", "place:{place}"),
        Registration.readOnly("app.part", "place:{place}"),
        Registration.readOnly("app.parent", "all"),
        Registration.readOnly("app.child", "parent:{parent_id}"));
    worker = database.startWorker();
  }

  @AfterAll
  static void stop() {
    database.close();
  }

  private static void change(String... statements) {
    database.asMigration(statements);
    database.awaitMaterialized();
    assertThat(ProjectionOracle.differences(database)).isEmpty();
  }

  @Test
  void the_first_snapshot_holds_what_was_there_before() {
    change("SELECT 1");
    assertThat(database.ask("SELECT count(*) FROM synchro.row_head WHERE state = 0"))
        .hasValueSatisfying(count -> assertThat(Integer.parseInt(count)).isGreaterThan(70));
  }

  @Test
  void inserts_updates_and_deletes() {
    change(
        "INSERT INTO app.item VALUES (1001, 'new', 'p1', 1.50)",
        "UPDATE app.item SET name = 'renamed' WHERE id = 1",
        "UPDATE app.item SET place = 'p9' WHERE id = 2",
        "UPDATE app.item SET place = NULL WHERE id = 3",
        "DELETE FROM app.item WHERE id = 4");
    assertThat(head("item", 4)).startsWith("2 d1.");
  }

  @Test
  void an_update_without_a_change_is_no_effect() {
    change("UPDATE app.item SET name = name WHERE id = 21");
    String position = entry("all", "item", 21);
    change("UPDATE app.item SET name = name WHERE id = 21");
    assertThat(entry("all", "item", 21)).isEqualTo(position);
  }

  @Test
  void a_change_of_the_key_is_a_deletion_and_an_insertion_by_one_event() {
    change("UPDATE app.item SET id = 2005 WHERE id = 5");
    assertThat(head("item", 5)).startsWith("2 d1.");
    assertThat(entry("all", "item", 5)).matches("f \\S+ 0 0");
    assertThat(entry("all", "item", 2005)).matches("t \\S+ 0 1");
    change("UPDATE app.item SET id = -id WHERE id BETWEEN 6 AND 9");
    change("UPDATE app.item SET id = -id WHERE id BETWEEN -9 AND -6");
    assertThat(head("item", 6)).startsWith("0 v1.");
  }

  @Test
  void values_that_were_not_sent_come_from_the_projection() {
    change(
        "INSERT INTO app.item VALUES (3001, 'toast', 'p1', 1, repeat('abc', 4000))",
        "UPDATE app.item SET name = 'changed' WHERE id = 3001",
        "UPDATE app.item SET id = 3002 WHERE id = 3001",
        "BEGIN; UPDATE app.item SET name = 'again' WHERE id = 3002;"
            + " UPDATE app.item SET id = 3003 WHERE id = 3002;"
            + " UPDATE app.item SET amount = 7 WHERE id = 3003; COMMIT",
        "BEGIN; INSERT INTO app.item VALUES (3004, 'toast', 'p1', 1, repeat('def', 4000));"
            + " UPDATE app.item SET name = 'changed' WHERE id = 3004; COMMIT");
    change("UPDATE app.full_item SET name = 'changed' WHERE id < 10");
    change("UPDATE app.full_item SET id = id + 500 WHERE id BETWEEN 10 AND 12");
  }

  @Test
  void tombstones_leave_their_scopes_and_come_back() {
    change("UPDATE app.item SET deleted_at = now() WHERE id = 11");
    assertThat(head("item", 11)).startsWith("1 v1.");
    assertThat(entry("all", "item", 11)).startsWith("f ");
    assertThat(removal("all", "item", 11)).isEqualTo("row");
    change("UPDATE app.item SET deleted_at = now(), place = 'elsewhere' WHERE id = 12");
    assertThat(removal("all", "item", 12)).isEqualTo("row");
    assertThat(removal("place:p0", "item", 12)).startsWith("d1.");
    change("UPDATE app.item SET deleted_at = NULL WHERE id IN (11, 12)");
    assertThat(entry("all", "item", 11)).startsWith("t ");
  }

  @Test
  void a_row_that_left_a_scope_discloses_only_the_version_it_had_there() {
    String before = head("item", 13).substring(2);
    change("UPDATE app.item SET place = 'secret', name = 'later content' WHERE id = 13");
    assertThat(removal("place:p1", "item", 13))
        .isEqualTo(
            database
                .ask(
                    "SELECT synchro.deletion_version(r.identity_head || h.key, '"
                        + before
                        + "')"
                        + " FROM synchro.row_head h JOIN synchro.relation r USING (relation)"
                        + " WHERE "
                        + is("item", 13))
                .orElseThrow());
  }

  @Test
  void a_row_that_comes_and_goes_leaves_a_fence() {
    change(
        "BEGIN; INSERT INTO app.item VALUES (4001, 'x', 'p1'); DELETE FROM app.item"
            + " WHERE id = 4001; COMMIT");
    assertThat(head("item", 4001)).startsWith("2 d1.");
    change("INSERT INTO app.item VALUES (4001, 'alive', 'p1')");
    assertThat(head("item", 4001)).startsWith("0 v1.");
  }

  @Test
  void what_was_rolled_back_is_not_captured() {
    change(
        "BEGIN; SAVEPOINT s; INSERT INTO app.item VALUES (5001, 'x', 'p1'); ROLLBACK TO s;"
            + " INSERT INTO app.item VALUES (5002, 'x', 'p1'); COMMIT",
        "BEGIN; INSERT INTO app.item VALUES (5003, 'x', 'p1'); ROLLBACK",
        "INSERT INTO app.item VALUES (5002, 'y', 'p1') ON CONFLICT DO NOTHING",
        "INSERT INTO app.item VALUES (5002, 'z', 'p1') ON CONFLICT (id) DO UPDATE"
            + " SET name = excluded.name");
    assertThat(head("item", 5001)).isEmpty();
    assertThat(head("item", 5003)).isEmpty();
  }

  @Test
  void partitions_are_their_root() {
    change(
        "INSERT INTO app.part SELECT i, 'n', 'p1' FROM generate_series(90, 110) i",
        "UPDATE app.part SET id = 150 WHERE id = 90",
        "DELETE FROM app.part WHERE id = 105",
        "UPDATE app.part SET name = 'm' WHERE id < 100");
    change("TRUNCATE app.part");
    assertThat(database.ask("SELECT count(*) FROM app.part")).contains("0");
  }

  @Test
  void cascaded_deletes() {
    change(
        "INSERT INTO app.parent SELECT gen_random_uuid(), 'p' FROM generate_series(1, 3)",
        "INSERT INTO app.child SELECT gen_random_uuid(), id, 'c' FROM app.parent,"
            + " generate_series(1, 4)",
        "DELETE FROM app.parent WHERE id = (SELECT id FROM app.parent LIMIT 1)");
    change("TRUNCATE app.parent CASCADE");
    change("INSERT INTO app.parent VALUES (gen_random_uuid(), 'q')");
  }

  @Test
  void truncate_numbers_its_effects_in_the_order_of_identities() {
    change("INSERT INTO app.parent SELECT gen_random_uuid(), 'n' FROM generate_series(1, 12)");
    change("TRUNCATE app.parent CASCADE");
    assertThat(
            database.ask(
                "SELECT bool_and(effect_ordinal = place) FROM (SELECT effect_ordinal,"
                    + " row_number() OVER (ORDER BY r.identity_head, key) - 1 AS place"
                    + " FROM synchro.scope_entry e JOIN synchro.relation r USING (relation)"
                    + " WHERE (commit_lsn, event_ordinal) = (SELECT commit_lsn, event_ordinal"
                    + " FROM synchro.scope_entry JOIN synchro.scope USING (scope_pk)"
                    + " WHERE scope_id = 'all' ORDER BY commit_lsn DESC LIMIT 1)"
                    + " AND e.scope_pk = (SELECT scope_pk FROM synchro.scope"
                    + " WHERE scope_id = 'all')) AS t"))
        .contains("t");
  }

  @Test
  void a_large_transaction_is_one_boundary() {
    change(
        "INSERT INTO app.full_item SELECT i, 'n' || i, 'p' || i % 7, NULL"
            + " FROM generate_series(10001, 20000) i");
    change(
        "BEGIN; UPDATE app.full_item SET place = 'q' || id % 5 WHERE id > 10000;"
            + " DELETE FROM app.full_item WHERE id > 10000 AND id % 10 = 0; COMMIT");
    change("DELETE FROM app.full_item WHERE id > 10000");
  }

  @Test
  void events_count_over_all_published_changes() {
    change(
        "BEGIN; INSERT INTO app.item VALUES (6001, 'a', 'p1'), (6002, 'b', 'p1');"
            + " INSERT INTO app.full_item VALUES (6003, 'c', 'p1'); COMMIT");
    assertThat(entry("place:p1", "item", 6002)).matches("t \\S+ 1 0");
    assertThat(entry("place:p1", "full_item", 6003)).matches("t \\S+ 2 0");
  }

  @Test
  void unrelated_writes_move_the_slot() {
    String before = database.ask("SELECT pg_current_wal_lsn()").orElseThrow();
    change("INSERT INTO app.unrelated SELECT generate_series(1, 20000)");
    dev.synchro.fixture.Poll.until(
        "an acknowledged slot",
        java.time.Duration.ofSeconds(20),
        () ->
            database
                .ask(
                    "SELECT confirmed_flush_lsn > '"
                        + before
                        + "' AND confirmed_flush_lsn"
                        + " <= (SELECT acknowledged_lsn FROM synchro.progress)"
                        + " FROM pg_replication_slots WHERE database = current_database()")
                .filter("t"::equals)
                .isPresent());
  }

  @Test
  void the_log_says_nothing_of_rows() {
    change("INSERT INTO app.item VALUES (7001, 'zebra crossing', 'hidden place')");
    assertThat(worker.log())
        .doesNotContain("zebra", "hidden", "7001", "place:")
        .contains("streaming");
  }

  private static String is(String table, long id) {
    return "h.relation = (SELECT (r->>'relation')::integer FROM synchro.registry_generation g,"
        + " json_array_elements(g.content->'relations') r WHERE g.state = 'active'"
        + " AND r->>'name' = '"
        + table
        + "') AND h.key = '\\x0301' || int8send("
        + id
        + ")";
  }

  /** State and version. */
  private static String head(String table, long id) {
    return database
        .ask(
            "SELECT h.state || ' ' || h.server_version FROM synchro.row_head h WHERE "
                + is(table, id))
        .orElse("");
  }

  /** Presence and position. */
  private static String entry(String scope, String table, long id) {
    return database
        .ask(
            "SELECT concat_ws(' ', h.present, h.commit_lsn, h.event_ordinal, h.effect_ordinal)"
                + " FROM synchro.scope_entry h JOIN synchro.scope s USING (scope_pk)"
                + " WHERE s.scope_id = '"
                + scope
                + "' AND "
                + is(table, id))
        .orElse("");
  }

  /** What a removal entry delivers. */
  private static String removal(String scope, String table, long id) {
    return database
        .ask(
            "SELECT CASE WHEN h.image_id IS NOT NULL THEN 'row' ELSE h.removal_version END"
                + " FROM synchro.scope_entry h JOIN synchro.scope s USING (scope_pk)"
                + " WHERE NOT h.present AND s.scope_id = '"
                + scope
                + "' AND "
                + is(table, id))
        .orElse("");
  }
}
