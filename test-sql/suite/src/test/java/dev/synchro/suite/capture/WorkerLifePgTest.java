package dev.synchro.suite.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.fixture.Login;
import dev.synchro.fixture.Poll;
import dev.synchro.fixture.Registration;
import dev.synchro.fixture.SynchroDatabase;
import dev.synchro.fixture.WorkerProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Starts, stops, crashes and rivals. Contract 9.1, control 25. */
class WorkerLifePgTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int KILLED_BY_FAULT_POINT = 137;
  private static final int TERMINATED = 143;

  private static SynchroDatabase database;

  private final List<WorkerProcess> workers = new ArrayList<>();

  @BeforeAll
  static void create() {
    database = SynchroDatabase.create();
    database.asMigration(
        "CREATE TABLE app.item (id bigint PRIMARY KEY, place text, amount numeric,"
            + " at timestamptz DEFAULT now(), weight double precision)",
        "INSERT INTO app.item SELECT i, 'p' || i % 3, i / 7.0, now(), 1.0 / i"
            + " FROM generate_series(1, 500) i");
    database.register(Registration.readOnly("app.item", "place:{place}"));
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  @AfterEach
  void end() {
    workers.forEach(WorkerProcess::close);
  }

  private WorkerProcess start() {
    WorkerProcess worker = database.startWorker();
    workers.add(worker);
    return worker;
  }

  private WorkerProcess launch(String... options) {
    WorkerProcess worker = database.launchWorker(options);
    workers.add(worker);
    return worker;
  }

  @Test
  void a_crash_at_any_place_of_the_flow_loses_and_repeats_nothing() {
    start().stop();
    long next = 1000;
    for (String faultPoint :
        new String[] {"BEFORE_WRITE", "BEFORE_COMMIT", "AFTER_COMMIT", "BEFORE_ACKNOWLEDGE"}) {
      database.asMigration(
          "INSERT INTO app.item SELECT i, 'q', 1 FROM generate_series("
              + next
              + ","
              + (next + 99)
              + ") i",
          "UPDATE app.item SET place = 'r' || id % 2 WHERE id % 5 = 0",
          "DELETE FROM app.item WHERE id = " + (next / 1000));
      WorkerProcess crashed = launch("-Dsynchro.faultPoint=" + faultPoint);
      assertThat(crashed.awaitEnd()).as(faultPoint).isEqualTo(KILLED_BY_FAULT_POINT);
      next += 1000;
    }
    start();
    assertRight();
  }

  @Test
  void a_killed_worker_goes_on_where_it_was_while_rows_keep_coming() {
    for (int round = 0; round < 4; round++) {
      WorkerProcess worker = start();
      for (int i = 0; i < 20; i++) {
        int id = 10_000 + round * 1000 + i * 10;
        database.asMigration(
            "INSERT INTO app.item SELECT i, 'k', 1 FROM generate_series("
                + id
                + ","
                + (id + 9)
                + ") i");
      }
      worker.kill();
    }
    start();
    assertRight();
    assertThat(database.ask("SELECT worker_epoch >= 5 FROM synchro.progress")).contains("t");
  }

  @Test
  void a_signal_stops_it_cleanly() {
    WorkerProcess worker = start();
    database.asMigration("DELETE FROM app.item WHERE id < 100");
    assertThat(worker.stop()).isEqualTo(TERMINATED);
    assertThat(database.ask("SELECT state FROM synchro.worker_heartbeat")).contains("stopped");
    assertThat(worker.log()).doesNotContain("Exception").contains("stopped");
    start();
    assertRight();
  }

  @Test
  void a_second_worker_waits_and_takes_over() {
    WorkerProcess first = start();
    WorkerProcess second = launch();
    Poll.until("a waiting worker", PATIENCE, () -> second.log().contains("another worker serves"));
    String epoch = database.ask("SELECT worker_epoch FROM synchro.progress").orElseThrow();
    first.kill();
    Poll.until(
        "the other worker's turn",
        PATIENCE,
        () ->
            database
                .ask("SELECT worker_epoch > " + epoch + " FROM synchro.progress")
                .filter("t"::equals)
                .isPresent(),
        second::logTail);
    database.asMigration("DELETE FROM app.item WHERE id < 100");
    assertRight();
  }

  @Test
  void defaults_of_the_login_change_nothing() {
    String login = Login.WORKER.roleName() + " IN DATABASE " + database.name();
    database.asSuperuser(
        "ALTER ROLE " + login + " SET statement_timeout = '1ms'",
        "ALTER ROLE " + login + " SET extra_float_digits = -5",
        "ALTER ROLE " + login + " SET \"DateStyle\" = 'German'",
        "ALTER ROLE " + login + " SET \"TimeZone\" = 'Asia/Kathmandu'",
        "ALTER ROLE " + login + " SET lock_timeout = '1ms'");
    try {
      start();
      database.asMigration("INSERT INTO app.item VALUES (7000, 'p', 0.1, now(), 0.1)");
      assertRight();
    } finally {
      database.asSuperuser("ALTER ROLE " + login + " RESET ALL");
    }
  }

  @Test
  void a_terminated_connection_is_made_again() {
    WorkerProcess worker = start();
    // Not inside a call of Java, where PL/Java 1.6 may take the server down.
    database.asSuperuser(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '"
            + Login.WORKER.roleName()
            + "' AND datname = current_database()"
            + " AND (backend_type = 'walsender' OR state <> 'active')");
    database.asMigration("DELETE FROM app.item WHERE id < 50");
    assertRight();
    assertThat(worker.isAlive()).isTrue();
  }

  private void assertRight() {
    database.awaitMaterialized();
    assertThat(ProjectionOracle.differences(database)).isEmpty();
  }
}
