package dev.synchro.suite.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.fixture.Registration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The worker dies in each state of an operation and the next one goes on. Contract 9.7. */
class OperationCrashPgTest {
  private static final int KILLED_BY_FAULT_POINT = 137;

  private Evolving evolving;

  @BeforeEach
  void start() {
    evolving = Evolving.start();
    evolving.worker().stop();
  }

  @AfterEach
  void stop() {
    evolving.close();
  }

  private void crashAndGoOn(String faultPoint) {
    evolving.launch("-Dsynchro.faultPoint=" + faultPoint);
    assertThat(evolving.worker().awaitEnd()).as(faultPoint).isEqualTo(KILLED_BY_FAULT_POINT);
    evolving
        .database()
        .asMigration(
            "UPDATE app.note SET title = 'after the crash' WHERE id = 'a'",
            "DELETE FROM app.note WHERE id = 'b'",
            "INSERT INTO app.note (id, owner) VALUES ('c', 'cyd')");
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
    evolving
        .database()
        .asMigration(
            "CREATE TABLE app.task (id bigint PRIMARY KEY, owner text)",
            "INSERT INTO app.task SELECT i, 'ada' FROM generate_series(1, 100) i");
    evolving.database().register(Registration.readOnly("app.task", "user:{owner}"));
    crashAndGoOn(faultPoint);
    assertThat(evolving.activeGeneration()).isEqualTo(2);
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
    evolving.database().asOperator("SELECT synchro.synchro_request_stream_reset()");
    crashAndGoOn(faultPoint);
    assertThat(evolving.ask("SELECT stream_generation FROM synchro.progress")).contains("2");
  }
}
