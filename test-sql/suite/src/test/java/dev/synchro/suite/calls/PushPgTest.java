package dev.synchro.suite.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.synchro.fixture.Login;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Outcomes, writes, units and ledgers of push. Contract 5.4. */
final class PushPgTest {
  private static final String FORGED = "v1.AAAAAAAAAAAAAAAAAAAAAA";
  private static CallsServer server;
  private static TestClient ada;
  private static TestClient bob;

  @BeforeAll
  static void start() throws SQLException {
    server = CallsServer.start();
    ada = server.client("ada", "phone");
    ada.connect();
    bob = server.client("bob", "tablet");
    bob.connect();
  }

  @AfterAll
  static void stop() throws SQLException {
    server.close();
  }

  private static String note(TestClient client, String key) {
    return client.insert(
        "notes", "\"" + key + "\"", "owner_id", quoted(client.userId()), "title", "\"T\"");
  }

  private static String item(TestClient client, String key) {
    return client.insert(
        "items", "\"" + key + "\"", "owner_id", quoted(client.userId()), "name", "\"N\"");
  }

  private static String quoted(String text) {
    return "\"" + text + "\"";
  }

  private static String applied(Json answer) {
    assertThat(answer.has("accepted")).as(answer.toString()).isTrue();
    assertThat(answer.at("accepted").size()).as(answer.toString()).isEqualTo(1);
    return answer.at("accepted.0.server_version").text();
  }

  private static Json rejected(Json answer, String code) {
    assertThat(answer.has("rejected")).as(answer.toString()).isTrue();
    assertThat(answer.at("rejected").size()).as(answer.toString()).isEqualTo(1);
    assertThat(answer.at("rejected.0.code").text()).as(answer.toString()).isEqualTo(code);
    return answer.at("rejected.0");
  }

  @Test
  void absent_rows_take_inserts_only() {
    rejected(ada.push(ada.update("notes", "\"abs1\"", FORGED, "title", "\"x\"")), "row_not_found");
    Json outcome = rejected(ada.push(ada.delete("items", "\"4001\"", FORGED)), "row_not_found");
    assertThat(outcome.names())
        .containsExactlyInAnyOrder(
            "code", "message", "mutation_id", "outcome_schema", "pk", "status", "table");
    assertThat(outcome.at("status").text()).isEqualTo("conflict");
    applied(ada.push(note(ada, "abs1")));
  }

  @Test
  void live_rows_take_what_was_made_on_their_version() {
    String first = applied(ada.push(note(ada, "live1")));
    Json exists = rejected(ada.push(note(ada, "live1")), "row_already_exists");
    assertThat(exists.at("server_version").text()).isEqualTo(first);
    assertThat(exists.has("server_row")).isTrue();
    Json stale =
        rejected(
            ada.push(ada.update("notes", "\"live1\"", FORGED, "title", "\"x\"")),
            "version_conflict");
    assertThat(stale.at("server_version").text()).isEqualTo(first);
    rejected(ada.push(ada.delete("notes", "\"live1\"", FORGED)), "version_conflict");
    String second = applied(ada.push(ada.update("notes", "\"live1\"", first, "title", "\"x\"")));
    assertThat(second).isNotEqualTo(first);
    rejected(
        ada.push(ada.update("notes", "\"live1\"", first, "title", "\"y\"")), "version_conflict");
  }

  @Test
  void a_tombstone_takes_nothing_and_is_shown() {
    String version = applied(ada.push(note(ada, "tomb1")));
    Json gone = ada.push(ada.delete("notes", "\"tomb1\"", version));
    String tombstone = applied(gone);
    assertThat(
            gone.at("accepted.0.server_row")
                .member(server.field("notes", "deleted_at"))
                .value()
                .isNull())
        .isFalse();
    assertThat(tombstone).startsWith("v1.");
    for (String mutation :
        new String[] {
          note(ada, "tomb1"),
          ada.update("notes", "\"tomb1\"", tombstone, "title", "\"x\""),
          ada.delete("notes", "\"tomb1\"", tombstone)
        }) {
      Json outcome = rejected(ada.push(mutation), "row_deleted");
      assertThat(outcome.at("server_version").text()).isEqualTo(tombstone);
      assertThat(outcome.has("server_row")).isTrue();
    }
  }

  @Test
  void a_pushed_deletion_is_remembered_before_and_after_capture() {
    String version = applied(ada.push(item(ada, "101")));
    Json gone = ada.push(ada.delete("items", "\"101\"", version));
    String fence = applied(gone);
    assertThat(fence).startsWith("d1.");
    assertThat(gone.at("accepted.0").has("server_row")).isFalse();
    for (int i = 0; i < 2; i++) {
      for (String mutation :
          new String[] {
            item(ada, "101"),
            ada.update("items", "\"101\"", version, "qty", "2"),
            ada.delete("items", "\"101\"", fence)
          }) {
        Json outcome = rejected(ada.push(mutation), "row_deleted");
        assertThat(outcome.at("server_version").text()).isEqualTo(fence);
        assertThat(outcome.has("server_row")).isFalse();
      }
      server.capture();
    }
  }

  @Test
  void a_deletion_by_the_application_is_known_once_the_row_was_captured() {
    String version = applied(ada.push(item(ada, "102")));
    server.capture();
    server.application("DELETE FROM app.items WHERE id = 102");
    Json before = rejected(ada.push(item(ada, "102")), "row_deleted");
    assertThat(before.at("server_version").text()).startsWith("d1.");
    server.capture();
    Json after =
        rejected(ada.push(ada.update("items", "\"102\"", version, "qty", "2")), "row_deleted");
    assertThat(after.at("server_version").text()).isEqualTo(before.at("server_version").text());
    server.application("INSERT INTO app.items VALUES (102, 'ada', 'back')");
    rejected(ada.push(item(ada, "102")), "row_already_exists");
  }

  @Test
  void a_row_of_another_user_is_refused_without_a_word_about_it() {
    String version = applied(bob.push(note(bob, "bobs")));
    for (String mutation :
        new String[] {
          note(ada, "bobs"),
          ada.update("notes", "\"bobs\"", version, "title", "\"x\""),
          ada.delete("notes", "\"bobs\"", version)
        }) {
      Json outcome = rejected(ada.push(mutation), "policy_rejected");
      assertThat(outcome.names())
          .containsExactlyInAnyOrder(
              "code", "message", "mutation_id", "outcome_schema", "pk", "status", "table");
    }
    rejected(
        ada.push(ada.insert("notes", "\"forbobs\"", "owner_id", "\"bob\"", "title", "\"T\"")),
        "policy_rejected");
    String own = applied(ada.push(note(ada, "given")));
    rejected(
        ada.push(ada.update("notes", "\"given\"", own, "owner_id", "\"bob\"")), "policy_rejected");
    assertThat(server.ask("SELECT owner_id FROM app.notes WHERE id = 'given'")).contains("ada");
    rejected(ada.push(ada.insert("regions", "9", "name", "\"East\"")), "policy_rejected");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "ALTER POLICY synchro_push_user ON app.items TO synchro_worker;"
            + "ALTER POLICY synchro_push_user ON app.items TO synchro_owner",
        "ALTER POLICY synchro_push ON app.items TO synchro_worker;"
            + "ALTER POLICY synchro_push ON app.items TO synchro_owner",
        "ALTER POLICY synchro_push ON app.items USING (owner_id <> 'bob');"
            + "ALTER POLICY synchro_push ON app.items USING (true)",
        "ALTER TABLE app.items DISABLE ROW LEVEL SECURITY;"
            + "ALTER TABLE app.items ENABLE ROW LEVEL SECURITY",
        "CREATE POLICY hidden ON app.items AS RESTRICTIVE USING (owner_id <> 'bob');"
            + "DROP POLICY hidden ON app.items",
      })
  void a_table_that_is_not_guarded_any_more_is_neither_told_of_nor_written(
      String change, String repair) {
    server.application("INSERT INTO app.items VALUES (600, 'bob', 'his') ON CONFLICT DO NOTHING");
    server.capture();
    String key = quoted(Integer.toString(601 + Math.abs(change.hashCode() % 1000)));
    String forBob = ada.insert("items", key, "owner_id", "\"bob\"", "name", "\"N\"");
    String own = item(ada, key.replace("\"", ""));
    String request = ada.pushRequest(UUID.randomUUID().toString(), false, own);
    long epoch = epoch(ada);
    server.application(change);
    try {
      assertThat(ada.push(ada.delete("items", "\"600\"", FORGED)).toString())
          .isEqualTo(
              "{\"error\":{\"code\":\"temporary_unavailable\","
                  + "\"message\":\"temporary unavailable\",\"retryable\":true}}");
      assertThat(ada.push(forBob).at("error.code").text()).isEqualTo("temporary_unavailable");
      assertThat(Json.parse(server.call("push", "ada", request)).has("error")).isTrue();
      applied(ada.push(note(ada, "beside" + key.replace("\"", ""))));
    } finally {
      server.application(repair);
    }
    assertThat(server.ask("SELECT count(*) FROM app.items WHERE id = " + key.replace("\"", "")))
        .contains("0");
    assertThat(epoch(ada)).as("the note beside").isEqualTo(epoch + 1);
    applied(Json.parse(server.call("push", "ada", request)));
  }

  @Test
  void values_are_judged_by_the_type_of_their_field() {
    for (String[] column :
        new String[][] {
          {"stars", "1.0"},
          {"stars", "\"1\""},
          {"stars", "2147483648"},
          {"stars", "-0"},
          {"price", "1.5"},
          {"price", "\"1.50\""},
          {"price", "\"1.234\""},
          {"price", "\"1234567\""},
          {"title", "null"},
          {"title", "7"},
          {"title", "\"\\u0000\""},
          {"created_at", "\"2026-01-02T03:04:05.000006Z\""},
          {"id", "\"other\""},
        }) {
      String mutation =
          column[0].equals("title")
              ? ada.insert("notes", "\"typed\"", "owner_id", "\"ada\"", "title", column[1])
              : ada.insert(
                  "notes",
                  "\"typed\"",
                  "owner_id",
                  "\"ada\"",
                  "title",
                  "\"T\"",
                  column[0],
                  column[1]);
      rejected(ada.push(mutation), "validation_failed");
    }
    rejected(
        ada.push(ada.insert("notes", "\"typed\"", "owner_id", "\"ada\"")), "validation_failed");
    for (String key : new String[] {"7", "null", "\"07\"", "\"-0\"", "[]"}) {
      rejected(
          ada.push(ada.insert("items", key, "owner_id", "\"ada\"", "name", "\"N\"")),
          "validation_failed");
    }
    applied(
        ada.push(
            ada.insert(
                "notes",
                "\"typed\"",
                "owner_id",
                "\"ada\"",
                "title",
                "\"T\"",
                "stars",
                "-2147483648",
                "price",
                "\"-123456.5\"")));
  }

  @Test
  void a_constraint_of_the_application_is_a_failed_validation() {
    rejected(
        ada.push(ada.insert("items", "\"201\"", "owner_id", "\"ada\"", "name", "\"bad\"")),
        "validation_failed");
    applied(
        ada.push(
            ada.insert(
                "notes", "\"code1\"", "owner_id", "\"ada\"", "title", "\"T\"", "code", "\"c1\"")));
    rejected(
        ada.push(
            ada.insert(
                "notes", "\"code2\"", "owner_id", "\"ada\"", "title", "\"T\"", "code", "\"c1\"")),
        "validation_failed");
  }

  @Test
  void a_deferred_constraint_is_checked_at_the_end_of_a_unit() {
    String orphan =
        ada.insert(
            "items", "\"301\"", "owner_id", "\"ada\"", "name", "\"N\"", "note_code", "\"c301\"");
    String parent =
        ada.insert(
            "notes", "\"p301\"", "owner_id", "\"ada\"", "title", "\"T\"", "code", "\"c301\"");
    Json plain = ada.push(orphan, parent);
    assertThat(plain.at("rejected.0.code").text()).isEqualTo("validation_failed");
    assertThat(plain.at("accepted").size()).isEqualTo(1);
    Json atomic =
        ada.pushAtomic(
            ada.insert(
                "items",
                "\"302\"",
                "owner_id",
                "\"ada\"",
                "name",
                "\"N\"",
                "note_code",
                "\"c302\""),
            ada.insert(
                "notes", "\"p302\"", "owner_id", "\"ada\"", "title", "\"T\"", "code", "\"c302\""));
    assertThat(atomic.at("accepted").size()).as(atomic.toString()).isEqualTo(2);
    Json broken =
        ada.pushAtomic(
            note(ada, "p303"),
            ada.insert(
                "items", "\"303\"", "owner_id", "\"ada\"", "name", "\"N\"", "note_code", "\"no\""));
    assertThat(broken.at("rejected.0.code").text()).isEqualTo("atomic_batch_rejected");
    assertThat(broken.at("rejected.1.code").text()).isEqualTo("validation_failed");
    assertThat(server.ask("SELECT count(*) FROM app.notes WHERE id = 'p303'")).contains("0");
  }

  @Test
  void an_atomic_batch_with_a_failing_mutation_leaves_no_write() {
    long epoch = epoch(ada);
    Json answer =
        ada.pushAtomic(
            note(ada, "at1"),
            ada.update("notes", "\"nowhere\"", FORGED, "title", "\"x\""),
            note(ada, "at2"));
    assertThat(answer.at("accepted").size()).isZero();
    assertThat(answer.at("rejected.0.code").text()).isEqualTo("atomic_batch_rejected");
    assertThat(answer.at("rejected.1.code").text()).isEqualTo("row_not_found");
    assertThat(answer.at("rejected.2.code").text()).isEqualTo("atomic_batch_rejected");
    assertThat(server.ask("SELECT count(*) FROM app.notes WHERE id IN ('at1', 'at2')"))
        .contains("0");
    assertThat(epoch(ada)).isEqualTo(epoch);
  }

  private static long epoch(TestClient client) {
    return Long.parseLong(
        server
            .ask(
                "SELECT accepted_write_epoch FROM synchro.client WHERE user_id = '"
                    + client.userId()
                    + "'")
            .orElseThrow());
  }

  @Test
  void mutations_of_one_batch_see_each_other() {
    String version = applied(ada.push(item(ada, "401")));
    Json answer =
        ada.push(
            ada.update("items", "\"401\"", version, "qty", "5"),
            ada.update("items", "\"401\"", version, "qty", "6"),
            item(ada, "402"),
            item(ada, "402"));
    assertThat(answer.at("accepted").size()).as(answer.toString()).isEqualTo(2);
    assertThat(answer.at("rejected.0.code").text()).isEqualTo("version_conflict");
    assertThat(answer.at("rejected.0.server_version").text())
        .isEqualTo(answer.at("accepted.0.server_version").text());
    assertThat(answer.at("rejected.1.code").text()).isEqualTo("row_already_exists");
    String deletable = applied(ada.push(item(ada, "403")));
    Json deleted = ada.push(ada.delete("items", "\"403\"", deletable), item(ada, "403"));
    assertThat(deleted.at("rejected.0.code").text()).isEqualTo("row_deleted");
    assertThat(deleted.at("rejected.0.server_version").text())
        .isEqualTo(deleted.at("accepted.0.server_version").text());
  }

  @Test
  void a_batch_sent_again_is_answered_with_the_same_octets() {
    String batch = UUID.randomUUID().toString();
    String mutation = note(ada, "replay1");
    String request = ada.pushRequest(batch, false, mutation);
    String first = server.call("push", "ada", request);
    String spaced = request.replace(",\"", " ,\n \"");
    assertThat(server.call("push", "ada", spaced)).isEqualTo(first);
    String other = ada.pushRequest(batch, false, note(ada, "replay2"));
    assertThat(Json.parse(server.call("push", "ada", other)).at("error.code").text())
        .isEqualTo("idempotency_conflict");
    assertThat(server.ask("SELECT count(*) FROM app.notes WHERE id = 'replay2'")).contains("0");
    Json copied = ada.push(mutation);
    assertThat(copied.at("accepted.0").toString())
        .isEqualTo(Json.parse(first).at("accepted.0").toString());
    String changed = mutation.replace("\"T\"", "\"U\"");
    assertThat(ada.push(changed).at("error.code").text()).isEqualTo("idempotency_conflict");
    assertThat(ada.pushAtomic(mutation).at("error.code").text()).isEqualTo("invalid_request");
  }

  @Test
  void the_gate_stays_closed_until_the_own_write_is_captured() {
    TestClient own = server.client("gus", "g");
    own.connect();
    own.rebuildAll();
    applied(own.push(note(own, "gate1")));
    server.capture();
    assertThat(own.pull(10).at("changes").size()).isEqualTo(1);
    assertThat(
            server.ask(
                "SELECT c.accepted_write_epoch = k.materialized_write_epoch"
                    + " FROM synchro.client c JOIN synchro.client_capture k USING (client_pk)"
                    + " WHERE c.user_id = 'gus'"))
        .contains("t");
  }

  @Test
  void a_push_needs_a_transaction_of_its_own() throws SQLException {
    String request = ada.pushRequest(UUID.randomUUID().toString(), false, note(ada, "tx1"));
    try (Connection connection = server.database().open(Login.ADAPTER);
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("SELECT pg_current_xact_id()");
      assertThatThrownBy(() -> server.call(connection, "push", "ada", request))
          .hasMessageContaining("invalid_transaction");
      connection.rollback();
      connection.setReadOnly(true);
      assertThatThrownBy(() -> server.call(connection, "push", "ada", request))
          .hasMessageContaining("invalid_transaction");
      connection.rollback();
    }
  }

  @Test
  void an_unknown_table_and_an_unknown_schema_are_told_apart() {
    String unknownTable =
        note(ada, "x1")
            .replace(server.table("notes").tableId(), "00000000-0000-4000-8000-000000000009");
    rejected(ada.push(unknownTable), "table_not_synced");
    String unknownSchema =
        note(ada, "x2")
            .replace("\"authored_schema\":{\"version\":1,", "\"authored_schema\":{\"version\":2,");
    Json outcome = rejected(ada.push(unknownSchema), "schema_incompatible");
    assertThat(outcome.at("incompatible_field_ids").size()).isEqualTo(3);
    assertThat(outcome.at("retryable").toString()).isEqualTo("false");
  }
}
