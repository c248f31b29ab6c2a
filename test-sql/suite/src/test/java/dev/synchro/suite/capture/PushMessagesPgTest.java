package dev.synchro.suite.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.fixture.Registration;
import dev.synchro.fixture.SynchroDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The capture gate opens with exactly the client's own push, and for no forgery. Control 26. The
 * records of a push are written by hand here, so that each one can be wrong in one thing.
 */
class PushMessagesPgTest {
  private static final String MINE = "00000000-0000-4000-8000-000000000001";
  private static final String OTHER = "00000000-0000-4000-8000-000000000002";

  private static SynchroDatabase database;

  @BeforeAll
  static void start() {
    database = SynchroDatabase.create();
    database.asMigration("CREATE TABLE app.item (id bigint PRIMARY KEY, place text)");
    database.register(Registration.readOnly("app.item", "place:{place}"));
    database.asSuperuser(
        "INSERT INTO synchro.client (internal_id, user_id, client_id, platform, app_version)"
            + " VALUES ('"
            + MINE
            + "', 'u', 'mine', 'p', '1.0.0'),"
            + " ('"
            + OTHER
            + "', 'u', 'other', 'p', '1.0.0')",
        "INSERT INTO synchro.client_capture (client_pk) SELECT client_pk FROM synchro.client");
    database.startWorker();
  }

  @AfterAll
  static void stop() {
    database.close();
  }

  @Test
  void only_the_recorded_push_of_the_same_transaction_counts() {
    push("INSERT INTO app.item VALUES (1, 'a')", 2, emit(MINE, 2));
    assertThat(epochs()).isEqualTo("2 1");

    // A message of anybody: known client, right epoch, but no push recorded that.
    other("INSERT INTO app.item VALUES (2, 'a')", emit(MINE, 3));
    other("INSERT INTO app.item VALUES (3, 'a')", emit(OTHER, 2));
    other("INSERT INTO app.item VALUES (4, 'a')", emit("00000000-0000-4000-8000-000000000009", 2));
    other("SELECT pg_logical_emit_message(true, 'synchro_push', 'nonsense')");
    other("SELECT pg_logical_emit_message(true, 'synchro_push', repeat('x', 5000))");
    other("SELECT pg_logical_emit_message(false, 'synchro_push', '{}')");
    assertThat(epochs()).isEqualTo("2 1");

    // A recorded push, announced early by another transaction.
    database.asSuperuser(
        "BEGIN; INSERT INTO synchro.push_batch (client_pk, batch_id, fingerprint, request_digest,"
            + " response, epoch, transaction_id) SELECT client_pk, gen_random_uuid(), sha256(''),"
            + " sha256(''), '{}', 3, pg_current_xact_id() FROM synchro.client WHERE internal_id = '"
            + MINE
            + "'; COMMIT");
    other("INSERT INTO app.item VALUES (5, 'a')", emit(MINE, 3));
    assertThat(epochs()).isEqualTo("2 1");

    // Folded pushes store the greatest epoch; an older one changes nothing afterwards.
    push("INSERT INTO app.item VALUES (6, 'a')", 4, emit(MINE, 4));
    push("INSERT INTO app.item VALUES (7, 'a')", 5, emit(MINE, 5));
    other(emit(MINE, 4));
    assertThat(epochs()).isEqualTo("5 1");
    assertThat(ProjectionOracle.differences(database)).isEmpty();
  }

  @Test
  void a_push_that_changed_nothing_in_the_end_is_delivered_again() {
    other("INSERT INTO app.item VALUES (100, 'b')");
    String before = position();
    other("UPDATE app.item SET place = place WHERE id = 100");
    assertThat(position()).isEqualTo(before);
    push("UPDATE app.item SET place = place WHERE id = 100", 9, emit(OTHER, 9));
    assertThat(position()).isNotEqualTo(before);
  }

  private static String position() {
    return database
        .ask(
            "SELECT commit_lsn FROM synchro.scope_entry JOIN synchro.scope USING (scope_pk)"
                + " WHERE scope_id = 'place:b'")
        .orElseThrow();
  }

  /** A push as the push function records it. */
  private static void push(String write, long epoch, String message) {
    String client = message.contains(MINE) ? MINE : OTHER;
    database.asSuperuser(
        "BEGIN; "
            + write
            + "; INSERT INTO synchro.push_batch (client_pk, batch_id, fingerprint,"
            + " request_digest, response, epoch, transaction_id) SELECT client_pk,"
            + " gen_random_uuid(), sha256(''), sha256(''), '{}', "
            + epoch
            + ", pg_current_xact_id() FROM synchro.client"
            + " WHERE internal_id = '"
            + client
            + "'; "
            + message
            + "; COMMIT");
    database.awaitMaterialized();
  }

  private static void other(String... statements) {
    database.asSuperuser("BEGIN; " + String.join("; ", statements) + "; COMMIT");
    database.awaitMaterialized();
  }

  private static String emit(String client, long epoch) {
    return "SELECT pg_logical_emit_message(true, 'synchro_push', '{\"client\":\""
        + client
        + "\",\"epoch\":\""
        + epoch
        + "\"}')";
  }

  private static String epochs() {
    return database
        .ask(
            "SELECT string_agg(materialized_write_epoch::text, ' ' ORDER BY client_pk)"
                + " FROM synchro.client_capture")
        .orElseThrow();
  }
}
