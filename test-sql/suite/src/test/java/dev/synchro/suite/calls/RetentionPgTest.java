package dev.synchro.suite.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.synchro.fixture.Login;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Expiry, compaction, retirement and what an operator is shown. Contract 4.4 and 12. */
final class RetentionPgTest {
  private static CallsServer server;

  @BeforeAll
  static void start() throws SQLException {
    server = CallsServer.start();
  }

  @AfterAll
  static void stop() throws SQLException {
    server.close();
  }

  private static String operator(String query) throws SQLException {
    try (Connection connection = server.database().open(Login.OPERATOR);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    }
  }

  private static long removals(String scope) {
    return Long.parseLong(
        server
            .ask(
                "SELECT count(*) FROM synchro.scope_entry e JOIN synchro.scope s USING (scope_pk)"
                    + " WHERE NOT e.present AND s.scope_id = '"
                    + scope
                    + "'")
            .orElseThrow());
  }

  @Test
  void a_retired_identity_is_refused_everywhere_for_ever() throws SQLException {
    TestClient client = server.client("ret", "r");
    client.connect();
    client.rebuildAll();
    client.push(client.insert("notes", "\"ret1\"", "owner_id", "\"ret\"", "title", "\"T\""));
    server.capture();
    for (String ledger : new String[] {"push_batch", "push_mutation"}) {
      assertThatThrownBy(() -> server.database().asSuperuser("DELETE FROM synchro." + ledger))
          .hasMessageContaining("immutable_record");
      assertThat(kept(ledger)).isEqualTo("1");
    }
    Json first = Json.parse(operator("SELECT synchro.synchro_retire_client('ret', 'r')"));
    assertThat(kept("push_batch") + kept("push_mutation")).isEqualTo("00");
    assertThat(first.at("already_retired").toString()).isEqualTo("false");
    Json second = Json.parse(operator("SELECT synchro.synchro_retire_client('ret', 'r')"));
    assertThat(second.at("already_retired").toString()).isEqualTo("true");
    assertThat(second.at("retired_at").text()).isEqualTo(first.at("retired_at").text());
    String id = UUID.randomUUID().toString();
    for (String answer :
        new String[] {
          client.rawConnect(),
          server.call("pull", "ret", client.pullRequest(10)),
          server.call("rebuild", "ret", client.rebuildRequest("catalog", id, null, 10)),
          server.call(
              "push",
              "ret",
              client.pushRequest(
                  id,
                  false,
                  client.insert("notes", "\"ret2\"", "owner_id", "\"ret\"", "title", "\"T\"")))
        }) {
      assertThat(Json.parse(answer).at("error.code").text()).isEqualTo("client_retired");
    }
    assertThat(server.client("ret", "r").connect().at("error.code").text())
        .isEqualTo("client_retired");
    assertThatThrownBy(
            () ->
                server
                    .database()
                    .asSuperuser(
                        "UPDATE synchro.client SET retired_at = NULL WHERE user_id = 'ret'"))
        .hasMessageContaining("immutable");
    assertThatThrownBy(() -> operator("SELECT synchro.synchro_retire_client('ret', 'none')"))
        .hasMessageContaining("unknown_object");
  }

  private static String kept(String ledger) {
    return server
        .ask(
            "SELECT count(*) FROM synchro."
                + ledger
                + " JOIN synchro.client USING (client_pk) WHERE user_id = 'ret'")
        .orElseThrow();
  }

  @Test
  void removals_are_deleted_once_every_active_client_acknowledged_them() throws SQLException {
    TestClient fast = server.client("cal", "fast");
    fast.connect();
    fast.rebuildAll();
    TestClient slow = server.client("cal", "slow");
    slow.connect();
    slow.rebuildAll();
    slow.pull(10);
    server.application("INSERT INTO app.items VALUES (9001, 'cal', 'a')");
    server.capture();
    fast.pull(10);
    slow.pull(10);
    server.application("DELETE FROM app.items WHERE id = 9001");
    server.capture();
    assertThat(fast.pull(10).at("changes.0.op").text()).isEqualTo("delete");
    fast.pull(10);
    assertThat(removals("user:cal")).isEqualTo(1);
    operator("SELECT synchro.synchro_compact()");
    assertThat(removals("user:cal")).isEqualTo(1);
    String old = slow.cursors().get("user:cal");
    assertThat(slow.pull(10).at("changes.0.op").text()).isEqualTo("delete");
    operator("SELECT synchro.synchro_compact()");
    assertThat(removals("user:cal")).isEqualTo(1);
    slow.pull(10);
    operator("SELECT synchro.synchro_compact()");
    assertThat(removals("user:cal")).as("kept for rebuilds that have not expired").isEqualTo(1);
    server.database().asSuperuser("DELETE FROM synchro.rebuild_session");
    server.client("cal", "silent").connect();
    operator("SELECT synchro.synchro_compact()");
    assertThat(removals("user:cal")).as("kept for who acknowledged nothing").isEqualTo(1);
    operator("SELECT synchro.synchro_retire_client('cal', 'silent')");
    Json compacted = Json.parse(operator("SELECT synchro.synchro_compact()"));
    assertThat(compacted.at("deleted_entries").number()).isPositive();
    assertThat(compacted.at("advanced_scopes").number()).isPositive();
    assertThat(removals("user:cal")).isZero();
    assertThat(slow.pull(10).at("rebuild").size()).isZero();
    slow.cursors().put("user:cal", old);
    assertThat(slow.pull(10).at("rebuild").texts()).containsExactly("user:cal");
  }

  @Test
  void removals_of_a_scope_nobody_has_are_deleted() throws SQLException {
    server.application("INSERT INTO app.items VALUES (9050, 'alone', 'a')");
    server.capture();
    server.application("DELETE FROM app.items WHERE id = 9050");
    server.capture();
    assertThat(removals("user:alone")).isEqualTo(1);
    operator("SELECT synchro.synchro_compact()");
    assertThat(removals("user:alone")).isZero();
  }

  /** Contract 12.2, step 1: what counts is the generation's age and what was acknowledged. */
  @Test
  void generations_not_heard_of_expire_the_oldest_first() throws SQLException {
    TestClient heard = aged("heard", 60);
    heard.rebuildAll();
    heard.pull(10);
    aged("oldest", 50);
    TestClient older = aged("older", 40);
    older.connect();
    older.pull(10);
    older.push(older.insert("notes", "\"age1\"", "owner_id", "\"age\"", "title", "\"T\""));
    aged("young", 20);
    assertThat(expired("'55 days'")).isEqualTo("0");
    assertThat(expired("'30 days', 1")).isEqualTo("1 oldest");
    assertThat(expired("'30 days', 10")).isEqualTo("1 older,oldest");
    assertThat(expired("'30 days'")).isEqualTo("0 older,oldest");
    assertThat(heard.pull(10).has("error")).isFalse();
    assertThat(older.pull(10).at("error.code").text()).isEqualTo("client_generation_expired");
  }

  /** A client whose generation began so many days ago. */
  private static TestClient aged(String clientId, int days) {
    TestClient client = server.client("age", clientId);
    client.connect();
    server
        .database()
        .asSuperuser(
            "UPDATE synchro.client SET generation_created_at = now() - interval '"
                + days
                + " days' WHERE user_id = 'age' AND client_id = '"
                + clientId
                + "'");
    return client;
  }

  /** How many a compaction expired, and which are. */
  private static String expired(String arguments) throws SQLException {
    Json compacted = Json.parse(operator("SELECT synchro.synchro_compact(" + arguments + ")"));
    return compacted.at("deactivated_clients").number()
        + server
            .ask(
                "SELECT concat(' ' || string_agg(client_id, ',' ORDER BY client_id))"
                    + " FROM synchro.client WHERE user_id = 'age' AND generation_expired")
            .orElse("");
  }

  @Test
  void rows_as_they_once_were_are_deleted_when_no_rebuild_can_list_them() throws SQLException {
    server.application("INSERT INTO app.items VALUES (9100, 'img', 'a')");
    server.capture();
    server.application("UPDATE app.items SET name = 'b' WHERE id = 9100");
    server.application("UPDATE app.items SET name = 'c' WHERE id = 9100");
    server.capture();
    String old = "SELECT count(*) FROM synchro.row_image WHERE superseded_at IS NOT NULL";
    String present = "SELECT count(*) FROM synchro.row_image WHERE superseded_at IS NULL";
    String live = server.ask(present).orElseThrow();
    assertThat(server.ask(old)).isNotEqualTo(Optional.of("0"));
    operator("SELECT synchro.synchro_compact()");
    assertThat(server.ask(old)).isNotEqualTo(Optional.of("0"));
    compactADayLater();
    assertThat(server.ask(old)).contains("0");
    assertThat(server.ask(present)).contains(live);
    TestClient client = server.client("img", "i");
    client.connect();
    client.rebuildAll();
  }

  private static void compactADayLater() throws SQLException {
    server
        .database()
        .asSuperuser(
            "DELETE FROM synchro.rebuild_session",
            "DELETE FROM synchro.rebuild_snapshot",
            "UPDATE synchro.row_image SET superseded_at = now() - interval '27 hours'"
                + " WHERE superseded_at IS NOT NULL");
    operator("SELECT synchro.synchro_compact()");
  }

  @Test
  void a_replaced_row_is_kept_while_a_removal_shows_it() throws SQLException {
    server.application("INSERT INTO app.notes (id, owner_id, title) VALUES ('shown', 'sho', 'T')");
    server.capture();
    TestClient client = server.client("sho", "s");
    client.connect();
    client.rebuildAll();
    client.pull(10);
    server.application("UPDATE app.notes SET deleted_at = now() WHERE id = 'shown'");
    server.capture();
    server.application("UPDATE app.notes SET title = 'U' WHERE id = 'shown'");
    server.capture();
    compactADayLater();
    String shown =
        "SELECT count(*) FROM synchro.scope_entry e JOIN synchro.row_image i USING (image_id)"
            + " WHERE NOT e.present AND i.superseded_at IS NOT NULL";
    assertThat(server.ask(shown)).contains("1");
    assertThat(client.pull(10).at("changes.0.op").text()).isEqualTo("delete");
    client.pull(10);
    compactADayLater();
    assertThat(server.ask(shown)).contains("0");
  }

  @Test
  void an_expired_generation_is_told_and_renewed_by_connect() throws SQLException {
    TestClient client = server.client("exp", "e");
    client.connect();
    client.rebuildAll();
    assertThat(operator("SELECT synchro.synchro_inject_client_retention_expiry('exp', 'e')"))
        .isEqualTo("t");
    assertThat(operator("SELECT synchro.synchro_inject_client_retention_expiry('exp', 'no')"))
        .isEqualTo("f");
    Json compacted = Json.parse(operator("SELECT synchro.synchro_compact()"));
    assertThat(compacted.at("deactivated_clients").number()).isEqualTo(1);
    Json refused = client.pull(10);
    assertThat(refused.at("error.code").text()).isEqualTo("client_generation_expired");
    Json renewed = client.connect();
    assertThat(renewed.at("client_generation").number()).isEqualTo(2);
    assertThat(renewed.at("scope_cursor_updates").toString())
        .isEqualTo("{\"catalog\":null,\"user:exp\":null}");
    assertThat(client.pull(10).at("rebuild").texts()).containsExactly("catalog", "user:exp");
  }

  @Test
  void limits_of_compaction_are_checked() {
    for (String arguments :
        new String[] {
          "'0 days'", "'-1 day'", "'infinity'", "'x'", "'30 days', 0", "'30 days', 10001"
        }) {
      assertThatThrownBy(() -> operator("SELECT synchro.synchro_compact(" + arguments + ")"))
          .hasMessageContaining("invalid_limit");
    }
  }

  @Test
  void an_operator_sees_what_is_stored_of_a_client() throws SQLException {
    TestClient client = server.client("deb", "d");
    client.connect();
    client.rebuildAll();
    client.pull(10);
    Json shown = Json.parse(operator("SELECT synchro.synchro_debug('deb', 'd')"));
    assertThat(shown.at("client").names())
        .containsExactlyInAnyOrder(
            "id",
            "user_id",
            "client_id",
            "platform",
            "app_version",
            "is_active",
            "client_generation",
            "scope_set_version",
            "accepted_write_epoch",
            "materialized_write_epoch",
            "last_acknowledged_at",
            "bucket_subs");
    assertThat(shown.at("client.bucket_subs").texts()).containsExactly("catalog", "user:deb");
    assertThat(shown.at("buckets.0.member_count").number()).isEqualTo(3);
    assertThat(shown.at("buckets.0.checksum.algorithm").text()).isEqualTo("sha256");
    assertThat(shown.at("buckets.0.checkpoint.position_kind").text()).isNotEmpty();
  }
}
