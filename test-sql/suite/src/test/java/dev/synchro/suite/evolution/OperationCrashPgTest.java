package dev.synchro.suite.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.fixture.Registration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The worker dies in each state of an operation and the next one goes on. Contract 9.7. */
class OperationCrashPgTest {
  private static final int KILLED_BY_FAULT_POINT = 137;

  /** One database for all crashes: what one leaves behind would be found by the next. */
  private static Evolving evolving;

  private static int crashes;

  @BeforeAll
  static void start() {
    evolving = Evolving.start();
  }

  @AfterAll
  static void stop() {
    evolving.close();
  }

  @BeforeEach
  void stopWorker() {
    crashes++;
    evolving.worker().stop();
  }

  private void crashAndGoOn(String faultPoint) {
    evolving.launch("-Dsynchro.faultPoint=" + faultPoint);
    assertThat(evolving.worker().awaitEnd()).as(faultPoint).isEqualTo(KILLED_BY_FAULT_POINT);
    evolving
        .database()
        .asMigration(
            "UPDATE app.note SET title = 'after crash " + crashes + "' WHERE id = 'a'",
            "DELETE FROM app.note WHERE id = 'b'",
            "INSERT INTO app.note (id, owner) VALUES ('c" + crashes + "', 'cyd')");
    evolving.restart();
    evolving.assertRight();
    assertThat(
            evolving.ask(
                "SELECT string_agg(DISTINCT state, ',') FROM synchro.coordination"
                    + " WHERE state <> 'cleanup_complete'"))
        .isEmpty();
    assertThat(
            evolving.ask(
                "SELECT string_agg(slot_name, ',') = (SELECT slot_name FROM synchro.progress)"
                    + " FROM pg_replication_slots WHERE database = current_database()"))
        .contains("t");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "OPERATION_REQUESTED",
        "OPERATION_PREPARING",
        "OPERATION_STAGING",
        "BEFORE_STAGED_COMMIT",
        "OPERATION_STAGED",
        "BEFORE_ACTIVATION_COMMIT",
        "OPERATION_ACTIVATED",
        "OPERATION_CLEANED_UP"
      })
  void a_bootstrap_goes_on_after_a_crash(String faultPoint) {
    long generation = evolving.activeGeneration();
    String table = "app.task" + crashes;
    evolving
        .database()
        .asMigration(
            "INSERT INTO app.note (id, owner) VALUES ('b', 'bob') ON CONFLICT DO NOTHING",
            "CREATE TABLE " + table + " (id bigint PRIMARY KEY, owner text)",
            "INSERT INTO " + table + " SELECT i, 'ada' FROM generate_series(1, 100) i");
    evolving.database().register(Registration.readOnly(table, "user:{owner}"));
    crashAndGoOn(faultPoint);
    assertThat(evolving.activeGeneration()).isEqualTo(generation + 1);
    assertThat(evolving.newestClass()).isEqualTo("class_3");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "OPERATION_REQUESTED",
        "OPERATION_PREPARING",
        "OPERATION_STAGING",
        "BEFORE_STAGED_COMMIT",
        "OPERATION_STAGED",
        "BEFORE_ACTIVATION_COMMIT",
        "OPERATION_ACTIVATED",
        "OPERATION_CLEANED_UP"
      })
  void a_reset_goes_on_after_a_crash(String faultPoint) {
    long generation = streamGeneration();
    evolving
        .database()
        .asMigration("INSERT INTO app.note (id, owner) VALUES ('b', 'bob') ON CONFLICT DO NOTHING");
    evolving.database().asOperator("SELECT synchro.synchro_request_stream_reset()");
    crashAndGoOn(faultPoint);
    assertThat(streamGeneration()).isEqualTo(generation + 1);
  }

  private static long streamGeneration() {
    return Long.parseLong(
        evolving.ask("SELECT stream_generation FROM synchro.progress").orElseThrow());
  }
}
