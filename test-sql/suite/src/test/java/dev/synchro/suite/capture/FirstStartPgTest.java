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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a stream generation begins, and that none begins in silence. Contract 9.7, control 25. */
class FirstStartPgTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int KILLED_BY_FAULT_POINT = 137;

  private SynchroDatabase database;

  @BeforeEach
  void create() {
    database = SynchroDatabase.create();
    database.asMigration(
        "CREATE TABLE app.item (id bigint PRIMARY KEY, place text, amount numeric)",
        "INSERT INTO app.item SELECT i, 'p' || i % 3, i / 7.0 FROM generate_series(1, 500) i");
    database.register(Registration.readOnly("app.item", "place:{place}"));
  }

  @AfterEach
  void drop() {
    database.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"AFTER_SLOT_CREATED", "BEFORE_BASELINE_COMMIT", "AFTER_BASELINE_COMMIT"})
  void a_crash_during_the_first_start_leaves_nothing_behind(String faultPoint) {
    WorkerProcess crashed = database.launchWorker("-Dsynchro.faultPoint=" + faultPoint);
    assertThat(crashed.awaitEnd()).isEqualTo(KILLED_BY_FAULT_POINT);
    database.asMigration("UPDATE app.item SET amount = -1 WHERE id < 10");
    database.startWorker();
    assertRight();
    assertThat(
            database.ask(
                "SELECT count(*) FROM pg_replication_slots WHERE database = current_database()"))
        .contains("1");
    assertThat(database.ask("SELECT state FROM synchro.coordination")).contains("cleanup_complete");
  }

  @Test
  void a_publication_of_another_form_keeps_it_starting() {
    database.asMigration("ALTER PUBLICATION synchro_pub SET (publish = 'insert, update')");
    WorkerProcess worker = database.launchWorker();
    Poll.until(
        "a heartbeat",
        PATIENCE,
        () ->
            database
                .ask("SELECT state FROM synchro.worker_heartbeat")
                .filter("starting"::equals)
                .isPresent(),
        worker::logTail);
    assertThat(database.ask("SELECT count(*) FROM synchro.progress")).contains("0");
    database.asMigration(
        "ALTER PUBLICATION synchro_pub SET (publish = 'insert, update, delete, truncate')");
    worker.awaitRunning(PATIENCE);
    assertRight();
  }

  @Test
  void a_lost_slot_is_never_replaced_in_silence() {
    database.startWorker().stop();
    database.asSuperuser(
        "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots"
            + " WHERE database = current_database()");
    WorkerProcess worker = database.launchWorker();
    Poll.until(
        "a blocked worker",
        PATIENCE,
        () ->
            database
                .ask(
                    "SELECT h.state FROM synchro.worker_heartbeat h JOIN pg_stat_activity a"
                        + " ON a.pid = h.backend_pid")
                .filter("blocked"::equals)
                .isPresent(),
        worker::logTail);
    assertThat(worker.log()).contains("the replication slot is gone");
    assertThat(
            database.ask(
                "SELECT count(*) FROM pg_replication_slots WHERE database = current_database()"))
        .contains("0");
  }

  private void assertRight() {
    database.awaitMaterialized();
    assertThat(ProjectionOracle.differences(database)).isEmpty();
  }
}
