package dev.synchro.suite.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.synchro.client.SyncClient;
import dev.synchro.fixture.Poll;
import dev.synchro.fixture.Registration;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The stream of one database begins anew from the tables, again and again. Contract 9.7. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class StreamResetPgTest {
  private static Evolving evolving;

  private long generation;

  @BeforeAll
  static void start() {
    evolving = Evolving.start();
  }

  @AfterAll
  static void stop() {
    evolving.close();
  }

  @BeforeEach
  void look() {
    evolving.assertRight();
    generation = number("SELECT stream_generation FROM synchro.progress");
  }

  private static long number(String query) {
    return Long.parseLong(evolving.ask(query).orElseThrow());
  }

  private static long fences() {
    return number("SELECT count(*) FROM synchro.row_head WHERE state = 2");
  }

  private static void request() {
    evolving.database().asOperator("SELECT synchro.synchro_request_stream_reset()");
  }

  private void awaitNextStream() {
    long number = generation + 1;
    Poll.until(
        "stream generation " + number,
        Evolving.PATIENCE,
        () ->
            evolving
                .ask("SELECT stream_generation = " + number + " FROM synchro.progress")
                .filter("t"::equals)
                .isPresent(),
        () -> evolving.worker().logTail());
    evolving.settle();
  }

  private static void assertOneSlot() {
    assertThat(
            evolving.ask(
                "SELECT string_agg(slot_name, ',') = (SELECT slot_name FROM synchro.progress)"
                    + " FROM pg_replication_slots WHERE database = current_database()"))
        .contains("t");
  }

  @Test
  void a_reset_keeps_fences_and_every_client_finds_its_rows_again(@TempDir Path folder) {
    try (SyncClient ada = evolving.client(folder, "ada")) {
      Evolving.sync(ada);
      evolving.database().asMigration("DELETE FROM app.note WHERE id = 'b'");
      evolving.database().awaitMaterialized();
      String versions =
          "SELECT string_agg(server_version, ' ' ORDER BY key) FROM synchro.row_head"
              + " WHERE state = 2";
      String fenced = evolving.ask(versions).orElseThrow();
      String retention = "SELECT sum(retention_generation) FROM synchro.scope";
      long retained = number(retention) + number("SELECT count(*) FROM synchro.scope");
      request();
      awaitNextStream();
      assertThat(evolving.ask(versions)).contains(fenced);
      assertThat(number(retention)).as("one more for every scope").isEqualTo(retained);
      evolving.assertRight();
      assertOneSlot();
      Evolving.sync(ada);
      evolving
          .database()
          .asMigration("INSERT INTO app.note (id, owner) VALUES ('b', 'ada'), ('c', 'ada')");
      evolving.assertRight();
      Evolving.sync(ada);
    }
  }

  @Order(Integer.MAX_VALUE)
  @Test
  void drift_is_recovered_by_a_reset_with_the_newest_registration() {
    evolving.database().asMigration("ALTER TABLE app.note DROP COLUMN title");
    evolving.database().asMigration("UPDATE app.note SET price = 3 WHERE id = 'a'");
    awaitDrift();
    long registered = evolving.activeGeneration();
    evolving.changeAndRegister(
        "SELECT 1",
        "app.note",
        "p_composition => 'single_scope', p_push_policy => 'read_only',"
            + " p_scopes => ARRAY['user:{owner}']");
    request();
    awaitNextStream();
    assertThat(evolving.ask("SELECT string_agg(DISTINCT state, ' ') FROM synchro.poison"))
        .contains("reset");
    evolving.assertRight();
    assertThat(evolving.newestClass()).isEqualTo("class_4");
    assertThat(evolving.activeGeneration()).isEqualTo(registered + 1);
  }

  /** The stream says nothing of what happened meanwhile. Contract 9.6. */
  @ParameterizedTest
  @CsvSource({"DROP TABLE app.note, ADD TABLE app.note", "SET TABLE app.aside, SET TABLE app.note"})
  void a_table_that_left_the_publication_is_not_trusted_before_a_reset(String leave, String back) {
    evolving.database().asMigration("ALTER PUBLICATION synchro_pub SET TABLE app.note");
    evolving.assertRight();
    evolving
        .database()
        .asMigration(
            "CREATE TABLE IF NOT EXISTS app.aside (id text PRIMARY KEY)",
            "ALTER PUBLICATION synchro_pub " + leave,
            "INSERT INTO app.note (id, owner) VALUES ('unseen', 'ada')"
                + " ON CONFLICT (id) DO UPDATE SET owner = 'eve'",
            "ALTER PUBLICATION synchro_pub " + back);
    assertThat(publicationCheck()).contains("publication_mismatch");
    evolving.database().asMigration("UPDATE app.note SET title = 'seen' WHERE id = 'a'");
    awaitDrift();
    request();
    awaitNextStream();
    evolving.assertRight();
    assertThat(publicationCheck()).isEmpty();
  }

  /** The snapshot has not seen what it holds now, the stream has not told. Contract 9.6. */
  @Test
  void a_table_that_left_the_publication_while_it_was_staged_is_not_trusted() {
    evolving
        .database()
        .asMigration("CREATE TABLE app.staged (id text PRIMARY KEY, owner text NOT NULL)");
    evolving.worker().stop();
    evolving.database().register(Registration.readOnly("app.staged", "user:{owner}"));
    evolving.launch("-Dsynchro.faultPoint=OPERATION_STAGED");
    evolving.worker().awaitEnd();
    evolving
        .database()
        .asMigration(
            "ALTER PUBLICATION synchro_pub DROP TABLE app.staged",
            "INSERT INTO app.staged VALUES ('unseen', 'ada')",
            "ALTER PUBLICATION synchro_pub ADD TABLE app.staged");
    evolving.launch();
    awaitDrift();
    assertThat(publicationCheck()).contains("publication_mismatch");
    request();
    awaitNextStream();
    evolving.assertRight();
    assertThat(publicationCheck()).isEmpty();
    evolving.database().asOperator("SELECT synchro.synchro_unregister_table('app.staged')");
    evolving.assertRight();
    evolving.database().asMigration("DROP TABLE app.staged");
  }

  private static Optional<String> publicationCheck() {
    return evolving.ask(
        "SELECT synchro.synchro_health_detail() -> 'checks' -> 'publication' ->> 'reason'");
  }

  private static void awaitDrift() {
    Poll.until(
        "a poison",
        Evolving.PATIENCE,
        () ->
            evolving
                .ask("SELECT class FROM synchro.poison WHERE state = 'active'")
                .filter("registered_relation_drift"::equals)
                .isPresent(),
        () -> evolving.worker().logTail());
  }

  @Test
  void a_lost_slot_is_replaced_by_a_reset() {
    evolving.database().asMigration("INSERT INTO app.note (id, owner) VALUES ('lost', 'ada')");
    evolving.database().awaitMaterialized();
    long fences = fences();
    evolving.worker().stop();
    evolving
        .database()
        .asSuperuser(
            "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots"
                + " WHERE database = current_database()");
    evolving.database().asMigration("DELETE FROM app.note WHERE id = 'lost'");
    evolving.launch();
    request();
    awaitNextStream();
    evolving.assertRight();
    assertOneSlot();
    assertThat(fences()).isEqualTo(fences + 1);
  }

  @Test
  void an_aborted_reset_leaves_readers_as_they_were() {
    evolving.worker().stop();
    request();
    assertThatThrownBy(StreamResetPgTest::request).hasMessageContaining("operation_under_way");
    assertThat(
            evolving.ask(
                "SELECT synchro.synchro_abort_coordination(operation_id) FROM"
                    + " synchro.coordination WHERE state = 'requested'"))
        .contains("t");
    evolving.restart();
    evolving.settle();
    assertThat(
            evolving.ask(
                "SELECT state || ' ' || reason FROM synchro.coordination"
                    + " ORDER BY requested_at DESC LIMIT 1"))
        .contains("aborted abort_requested");
    assertThat(number("SELECT stream_generation FROM synchro.progress")).isEqualTo(generation);
    evolving.assertRight();
    assertOneSlot();
    assertThatThrownBy(
            () ->
                evolving
                    .database()
                    .asOperator("SELECT synchro.synchro_abort_coordination(gen_random_uuid())"))
        .hasMessageContaining("unknown_operation");
  }

  @Test
  void rows_that_row_security_hides_abort_it_and_readers_stay_as_they_were(@TempDir Path folder) {
    try (SyncClient ada = evolving.client(folder, "ada")) {
      Evolving.sync(ada);
      evolving
          .database()
          .asMigration(
              "ALTER TABLE app.note ENABLE ROW LEVEL SECURITY",
              "CREATE POLICY own ON app.note USING (owner = current_user)");
      assertAborted(1);
      evolving
          .database()
          .asMigration(
              "CREATE POLICY synchro_capture ON app.note FOR SELECT TO synchro_worker"
                  + " USING (true)",
              "CREATE POLICY partly ON app.note AS RESTRICTIVE USING (owner <> 'bob')");
      assertAborted(2);
      evolving.database().asMigration("UPDATE app.note SET title = 'goes on'");
      evolving.assertRight();
      Evolving.sync(ada);
      evolving.database().asMigration("DROP POLICY partly ON app.note");
      request();
      awaitNextStream();
      evolving.assertRight();
      Evolving.sync(ada);
    }
  }

  private void assertAborted(int times) {
    request();
    Poll.until(
        "an aborted operation",
        Evolving.PATIENCE,
        () ->
            evolving
                .ask("SELECT count(*) FROM synchro.coordination WHERE reason = 'staging_failed'")
                .filter(Integer.toString(times)::equals)
                .isPresent(),
        () -> evolving.worker().logTail());
    assertThat(evolving.worker().log()).contains("row security");
    assertThat(number("SELECT stream_generation FROM synchro.progress")).isEqualTo(generation);
    evolving.assertRight();
    assertOneSlot();
  }

  @Test
  void a_reset_activates_a_pending_table_as_well() {
    evolving.worker().stop();
    evolving.database().asMigration("CREATE TABLE app.task (id text PRIMARY KEY, owner text)");
    evolving.database().asMigration("INSERT INTO app.task VALUES ('t', 'ada')");
    long registered = evolving.activeGeneration();
    request();
    evolving.database().register(Registration.readOnly("app.task", "user:{owner}"));
    evolving.restart();
    awaitNextStream();
    evolving.assertRight();
    assertThat(evolving.activeGeneration()).isEqualTo(registered + 1);
    assertThat(evolving.newestClass()).isEqualTo("class_3");
  }
}
