package dev.synchro.suite.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.client.SyncClient;
import dev.synchro.fixture.Poll;
import dev.synchro.fixture.Registration;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table is registered while capture goes on. Contract 8.2, 8.5, 9.7. */
class NewTablePgTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final String WAITING_AT_GATE =
      "SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711"
          + " AND NOT granted)";

  private Evolving evolving;

  @BeforeEach
  void start() {
    evolving = Evolving.start();
  }

  @AfterEach
  void stop() {
    evolving.close();
  }

  private void createTask(int rows) {
    evolving
        .database()
        .asMigration(
            "CREATE TABLE app.task (id bigint PRIMARY KEY, owner text, done boolean)",
            "INSERT INTO app.task SELECT i, CASE i % 3 WHEN 0 THEN 'ada' WHEN 1 THEN 'eve' END,"
                + " i % 2 = 0 FROM generate_series(1, "
                + rows
                + ") i");
  }

  @Test
  void a_table_with_rows_is_bootstrapped_and_clients_rebuild_what_it_touches(@TempDir Path folder) {
    try (SyncClient ada = evolving.client(folder, "ada");
        SyncClient bob = evolving.client(folder, "bob")) {
      Evolving.sync(ada);
      Evolving.sync(bob);
      createTask(3000);
      evolving.database().register(Registration.readOnly("app.task", "user:{owner}"));
      evolving.assertRight();
      assertThat(evolving.newestClass()).isEqualTo("class_3");
      assertThat(evolving.affectedScopes()).isEqualTo("{user:ada,user:eve}");
      assertThat(evolving.activeGeneration()).isEqualTo(2);
      assertThat(
              evolving.ask(
                  "SELECT string_agg(kind || ' ' || state, ',') FROM synchro.coordination"
                      + " WHERE kind = 'projection_bootstrap'"))
          .contains("projection_bootstrap cleanup_complete");
      Evolving.sync(ada);
      Evolving.sync(bob);
      evolving.database().asMigration("UPDATE app.task SET owner = 'bob' WHERE id < 10");
      evolving.database().awaitMaterialized();
      Evolving.sync(ada);
      Evolving.sync(bob);
      evolving.assertRight();
    }
  }

  @Test
  void a_table_without_rows_needs_no_rebuild(@TempDir Path folder) {
    try (SyncClient ada = evolving.client(folder, "ada")) {
      Evolving.sync(ada);
      createTask(0);
      evolving.database().register(Registration.readOnly("app.task", "user:{owner}"));
      evolving.assertRight();
      assertThat(evolving.newestClass()).isEqualTo("class_2");
      assertThat(evolving.affectedScopes()).isEqualTo("{}");
      evolving.database().asMigration("INSERT INTO app.task VALUES (1, 'ada', true)");
      evolving.database().awaitMaterialized();
      Evolving.sync(ada);
      evolving.assertRight();
    }
  }

  @Test
  void rows_that_change_during_the_bootstrap_are_neither_lost_nor_doubled() {
    createTask(20_000);
    evolving.database().register(Registration.readOnly("app.task", "user:{owner}"));
    for (int i = 0; i < 60; i++) {
      evolving
          .database()
          .asMigration(
              "UPDATE app.task SET done = NOT done WHERE id % 60 = " + i,
              "DELETE FROM app.task WHERE id = " + (i * 7 + 1),
              "INSERT INTO app.task VALUES (" + (100_000 + i) + ", 'ada', true)",
              "UPDATE app.note SET price = " + i + " WHERE id = 'a'");
    }
    evolving.assertRight();
    assertThat(evolving.activeGeneration()).isEqualTo(2);
  }

  @Test
  void other_tables_go_on_while_rows_are_read() {
    createTask(1);
    evolving.database().asSuperuser("CREATE TABLE app.gate (x int)");
    // A transaction with an id keeps a new slot from its consistent point, and so the rows unread.
    try (var blocker = evolving.database().openSuperuser();
        var statement = blocker.createStatement()) {
      blocker.setAutoCommit(false);
      statement.execute("INSERT INTO app.gate VALUES (1)");
      evolving.database().register(Registration.readOnly("app.task", "user:{owner}"));
      evolving.database().asMigration("UPDATE app.note SET title = 'meanwhile' WHERE id = 'a'");
      evolving.database().awaitMaterialized();
      assertThat(
              evolving.ask(
                  "SELECT count(*) FROM synchro.row_image WHERE \"row\"::text LIKE '%meanwhile%'"))
          .contains("1");
      assertThat(evolving.activeGeneration()).isEqualTo(1);
      blocker.commit();
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    evolving.assertRight();
    assertThat(evolving.activeGeneration()).isEqualTo(2);
  }

  /** Registers the table and does something while the first of its rows wait in the server. */
  private void whileRowsWait(Runnable meanwhile) throws SQLException {
    createGate();
    try (var gate = evolving.database().openSuperuser();
        var statement = gate.createStatement()) {
      statement.execute("SELECT pg_advisory_lock(4711)");
      evolving.database().register(Registration.readOnly("app.task", "user:{owner}"));
      awaitTrue("rows at the gate", WAITING_AT_GATE);
      meanwhile.run();
      statement.execute("SELECT pg_advisory_unlock(4711)");
    }
  }

  private void createGate() {
    evolving
        .database()
        .asSuperuser(
            "CREATE FUNCTION app.wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS"
                + " 'BEGIN PERFORM pg_catalog.pg_advisory_xact_lock_shared(4711); RETURN NEW; END'",
            "CREATE TRIGGER gate BEFORE INSERT ON synchro.row_head FOR EACH ROW"
                + " EXECUTE FUNCTION app.wait_at_gate()");
  }

  /** Rows change after they were read, while the first of them wait in the server. */
  @Test
  void rows_that_change_before_their_table_is_active_leave_nothing_behind() throws SQLException {
    createTask(100);
    whileRowsWait(
        () -> {
          evolving
              .database()
              .asMigration(
                  "DELETE FROM app.task WHERE id = 3",
                  "UPDATE app.task SET owner = 'eve' WHERE id = 6",
                  "UPDATE app.task SET owner = NULL WHERE id = 9",
                  "UPDATE app.task SET done = NOT done WHERE id = 12",
                  "INSERT INTO app.task VALUES (1000, 'ada', true)");
        });
    evolving.assertRight();
    assertThat(evolving.ask("SELECT count(*) FROM synchro.scope_entry WHERE NOT present"))
        .contains("0");
  }

  /** A transaction that stays open would keep the whole server from cleaning up. */
  @Test
  void no_transaction_stays_open_while_the_stream_is_blocked() throws SQLException {
    createTask(100);
    whileRowsWait(
        () -> {
          evolving.database().asMigration("UPDATE app.note SET price = 'NaN' WHERE id = 'a'");
          awaitTrue(
              "a poison", "SELECT EXISTS (SELECT FROM synchro.poison WHERE state = 'active')");
        });
    awaitTrue(
        "a staged baseline and no open transaction",
        "SELECT EXISTS (SELECT FROM synchro.coordination WHERE state = 'baseline_staged')"
            + " AND NOT EXISTS (SELECT FROM pg_stat_activity WHERE application_name LIKE"
            + " 'synchro worker%' AND datname = current_database() AND backend_xid IS NOT NULL)");
    evolving.database().asMigration("UPDATE app.note SET price = 1 WHERE id = 'a'");
    evolving.database().asOperator("SELECT synchro.synchro_retry_wal_poison()");
    evolving.assertRight();
    assertThat(evolving.activeGeneration()).isEqualTo(2);
  }

  /** The rows wait in the server until the operation is long discarded, and then go on. */
  @Test
  void rows_of_an_operation_that_was_given_up_are_never_committed() throws SQLException {
    createTask(100);
    whileRowsWait(
        () -> {
          String operation =
              evolving
                  .ask("SELECT operation_id FROM synchro.coordination WHERE state = 'staging'")
                  .orElseThrow();
          evolving
              .database()
              .asOperator("SELECT synchro.synchro_abort_coordination('" + operation + "')");
          awaitTrue(
              "an aborted operation",
              "SELECT EXISTS (SELECT FROM synchro.coordination WHERE reason = 'abort_requested')");
          assertThat(evolving.ask(WAITING_AT_GATE)).contains("t");
        });
    awaitTrue("no rows at the gate", "SELECT NOT (" + WAITING_AT_GATE + ")");
    awaitTrue(
        "an end of staging",
        "SELECT NOT EXISTS (SELECT FROM pg_stat_activity WHERE application_name LIKE '%staging%'"
            + " AND datname = current_database())");
    assertThat(evolving.ask("SELECT count(DISTINCT relation) FROM synchro.row_head")).contains("1");
    assertThat(evolving.ask("SELECT count(DISTINCT relation) FROM synchro.row_image"))
        .contains("1");
  }

  private void awaitTrue(String what, String query) {
    Poll.until(
        what,
        PATIENCE,
        () -> evolving.ask(query).filter("t"::equals).isPresent(),
        evolving.worker()::logTail);
  }
}
