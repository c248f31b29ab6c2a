package dev.synchro.suite.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.fixture.Poll;
import dev.synchro.fixture.Registration;
import dev.synchro.fixture.SynchroDatabase;
import dev.synchro.fixture.WorkerProcess;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A network that comes late or breaks while changes are streamed. Contract 9.1. */
class NetworkCutPgTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int ROWS_A_STEP = 500;

  private static SynchroDatabase database;

  private Relay relay;

  @BeforeAll
  static void create() {
    database = SynchroDatabase.create();
    database.asMigration("CREATE TABLE app.item (id bigint PRIMARY KEY, place text, code text)");
    database.register(Registration.readOnly("app.item", "place:{place}"));
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  @BeforeEach
  void connect() throws IOException {
    relay = Relay.to(database.stack().host(), database.stack().port());
  }

  @AfterEach
  void disconnect() {
    relay.close();
  }

  private WorkerProcess launch() {
    return database.launchWorker(
        "--database-url=postgresql://127.0.0.1:" + relay.port() + "/" + database.name());
  }

  @Test
  void a_cut_in_mid_stream_loses_and_repeats_nothing() {
    try (WorkerProcess worker = launch()) {
      worker.awaitRunning(PATIENCE);
      for (int step = 0; step < 12; step++) {
        write(step);
        if (step % 4 == 1) {
          relay.cut();
        } else if (step % 4 == 2) {
          relay.mend();
        }
      }
      assertRight();
      assertThat(worker.isAlive()).isTrue();
      assertThat(worker.log())
          .contains("SQLSTATE 08")
          .doesNotContain("Exception", "secret-", "error");
    }
  }

  /** Rows come, move and go, so that whatever is missed or repeated shows. */
  private static void write(int step) {
    int first = step * ROWS_A_STEP;
    database.asMigration(
        "INSERT INTO app.item SELECT i, 'p' || i % 7, 'secret-' || i FROM generate_series("
            + first
            + ", "
            + (first + ROWS_A_STEP - 1)
            + ") AS i",
        "UPDATE app.item SET place = 'q' || id % 3 WHERE id % 11 = " + step % 11,
        "DELETE FROM app.item WHERE id % 13 = " + step % 13);
  }

  @Test
  void a_server_that_cannot_be_reached_yet_is_waited_for() {
    relay.cut();
    try (WorkerProcess worker = launch()) {
      String line =
          "cannot connect to the database: SQLSTATE 08001, check host and port and that the server"
              + " accepts connections; trying again";
      Poll.until("what is waited for", PATIENCE, () -> worker.log().contains(line), worker::log);
      relay.mend();
      worker.awaitRunning(PATIENCE);
      write(20);
      assertRight();
    }
  }

  private static void assertRight() {
    database.awaitMaterialized();
    assertThat(ProjectionOracle.differences(database)).isEmpty();
  }
}
