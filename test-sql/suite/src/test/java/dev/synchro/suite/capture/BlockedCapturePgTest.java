package dev.synchro.suite.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.fixture.Poll;
import dev.synchro.fixture.Registration;
import dev.synchro.fixture.SynchroDatabase;
import dev.synchro.fixture.WorkerProcess;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What cannot be filed blocks, is recorded without values, and goes on after repair. 9.5. */
class BlockedCapturePgTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private SynchroDatabase database;
  private WorkerProcess worker;

  @BeforeEach
  void start() {
    database = SynchroDatabase.create();
    database.asMigration(
        "CREATE TABLE app.item (id bigint PRIMARY KEY, place text, amount numeric, moment"
            + " timestamp, document json)");
    database.register(Registration.readOnly("app.item", "place:{place}"));
    worker = database.startWorker();
  }

  @AfterEach
  void stop() {
    database.close();
  }

  @Test
  void a_value_without_portable_form_blocks_until_it_is_repaired() {
    database.asMigration(
        "INSERT INTO app.item VALUES (1, 'a', 1)",
        "INSERT INTO app.item VALUES (2, 'a', 'NaN')",
        "INSERT INTO app.item VALUES (3, 'a', 3)");
    awaitPoison("validation_failed");
    assertThat(heads()).as("what came before is filed, what came after is not").isEqualTo("1");
    assertThat(database.ask("SELECT detail FROM synchro.poison"))
        .contains("a value has no portable form");
    assertThat(database.ask("SELECT state FROM synchro.worker_heartbeat")).contains("blocked");

    retry();
    Poll.until(
        "a counted attempt",
        PATIENCE,
        () -> holds("SELECT attempts = 1 AND state = 'active' FROM synchro.poison"));

    database.asMigration("UPDATE app.item SET amount = 2 WHERE id = 2");
    retry();
    assertRepaired();
    Poll.until(
        "a running worker",
        PATIENCE,
        () -> holds("SELECT state = 'running' FROM synchro.worker_heartbeat"));
    assertThat(worker.log()).doesNotContain("NaN");
  }

  @Test
  void a_state_between_transactions_of_one_fold_is_not_judged() {
    worker.stop();
    database.asMigration(
        "INSERT INTO app.item VALUES (1, 'a', 'Infinity', '0044-01-01 BC', '{\"a\":1,\"a\":2}')",
        "UPDATE app.item SET amount = 1, moment = now(), document = '{}' WHERE id = 1",
        "INSERT INTO app.item VALUES (2, 'a', 'NaN')",
        "DELETE FROM app.item WHERE id = 2");
    database.startWorker();
    database.awaitMaterialized();
    assertThat(ProjectionOracle.differences(database)).isEmpty();
    assertThat(database.ask("SELECT count(*) FROM synchro.poison")).contains("0");
    assertThat(database.ask("SELECT count(*) FROM synchro.row_head"))
        .as("an unknown row without any portable image leaves no fence")
        .contains("1");
  }

  @Test
  void a_scope_id_that_is_too_long_blocks() {
    database.asMigration("INSERT INTO app.item VALUES (1, repeat('x', 510))");
    awaitPoison("scope_evaluation_failed");
    database.asMigration("UPDATE app.item SET place = repeat('x', 506) WHERE id = 1");
    retry();
    assertRepaired();
  }

  @Test
  void a_change_of_shape_without_registration_blocks_as_drift() {
    database.asMigration(
        "ALTER TABLE app.item ALTER amount TYPE double precision",
        "INSERT INTO app.item VALUES (1, 'a', 1)");
    awaitPoison("registered_relation_drift");
    assertThat(heads()).isEqualTo("0");
  }

  @Test
  void a_row_that_came_while_there_was_no_key_blocks_as_drift() {
    database.asMigration(
        "ALTER TABLE app.item DROP CONSTRAINT item_pkey",
        "INSERT INTO app.item VALUES (1, 'a', 1)",
        "ALTER TABLE app.item ADD PRIMARY KEY (id)");
    awaitPoison("registered_relation_drift");
    assertThat(heads()).isEqualTo("0");
  }

  @Test
  void a_column_that_is_not_captured_may_come_and_go() {
    database.asMigration(
        "ALTER TABLE app.item ADD extra money DEFAULT 5",
        "INSERT INTO app.item VALUES (1, 'a', 1)");
    database.awaitMaterialized();
    assertThat(ProjectionOracle.differences(database)).isEmpty();
  }

  @Test
  void a_scope_that_does_not_add_up_blocks_as_a_fault_of_integrity() {
    database.asMigration("INSERT INTO app.item VALUES (1, 'a', 1)");
    database.awaitMaterialized();
    database.asSuperuser("UPDATE synchro.scope SET cardinality = 7, digest = sha256('')");
    database.asMigration("INSERT INTO app.item VALUES (2, 'a', 2)");
    awaitPoison("materialization_failed");
    assertThat(holds("SELECT count(*) = 1 FROM synchro.integrity_fault WHERE cleared_at IS NULL"))
        .isTrue();

    database.asSuperuser("UPDATE synchro.scope SET cardinality = 1");
    retry();
    assertRepaired();
  }

  @Test
  void a_blocked_worker_stays_blocked_after_a_restart() {
    database.asMigration("INSERT INTO app.item VALUES (2, 'a', 'NaN')");
    awaitPoison("validation_failed");
    worker.kill();
    WorkerProcess next = database.launchWorker();
    Poll.until(
        "a blocked worker",
        PATIENCE,
        () ->
            holds(
                "SELECT h.state = 'blocked' FROM synchro.worker_heartbeat h"
                    + " JOIN pg_stat_activity a ON a.pid = h.backend_pid"));
    database.asMigration("DELETE FROM app.item");
    retry();
    next.awaitRunning(PATIENCE);
    database.awaitMaterialized();
    assertThat(ProjectionOracle.differences(database)).isEmpty();
  }

  /** While the server decodes what concerns nobody, the stream is silent for a while. */
  @Test
  void a_retry_finds_a_repair_far_behind_in_the_log() {
    database.asMigration("INSERT INTO app.item VALUES (2, 'a', 'NaN')");
    awaitPoison("validation_failed");
    database.asSuperuser(
        "CREATE TABLE public.unrelated AS SELECT g FROM generate_series(1, 300000) g",
        "DROP TABLE public.unrelated");
    database.asMigration("DELETE FROM app.item");
    retry();
    assertRepaired();
  }

  private void awaitPoison(String poisonClass) {
    Poll.until(
        "an active poison",
        PATIENCE,
        () ->
            holds(
                "SELECT class = '" + poisonClass + "' FROM synchro.poison WHERE state = 'active'"),
        worker::logTail);
  }

  private void retry() {
    database.asOperator("SELECT synchro.synchro_retry_wal_poison()");
  }

  private void assertRepaired() {
    Poll.until(
        "the repair", PATIENCE, () -> holds("SELECT state = 'repaired' FROM synchro.poison"));
    database.awaitMaterialized();
    assertThat(ProjectionOracle.differences(database)).isEmpty();
  }

  private String heads() {
    return database.ask("SELECT count(*) FROM synchro.row_head").orElseThrow();
  }

  private boolean holds(String query) {
    return database.ask(query).filter("t"::equals).isPresent();
  }
}
