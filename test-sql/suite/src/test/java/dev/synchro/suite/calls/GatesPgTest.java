package dev.synchro.suite.calls;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What holds a pull or a rebuild back, and what ends a rebuild. Contract 5.2, step 8, and 5.6. */
final class GatesPgTest {
  private static final String POISON =
      "INSERT INTO synchro.poison (stream_generation, commit_lsn, class, detail, state)"
          + " SELECT stream_generation, materialized_end_lsn, 'scope_evaluation_failed',"
          + " 'by hand', 'active' FROM synchro.progress";

  private static CallsServer server;

  @BeforeAll
  static void start() throws SQLException {
    server = CallsServer.start();
    server.capture();
  }

  @AfterAll
  static void stop() throws SQLException {
    server.close();
  }

  private static TestClient ready(String user) {
    TestClient client = server.client(user, "phone");
    client.connect();
    client.rebuildAll();
    return client;
  }

  private static String note(TestClient client, String key) {
    return client.insert(
        "notes", "\"" + key + "\"", "owner_id", "\"" + client.userId() + "\"", "title", "\"T\"");
  }

  private static Json rebuild(
      TestClient client, String scope, String id, String cursor, int limit) {
    return Json.parse(
        server.call("rebuild", client.userId(), client.rebuildRequest(scope, id, cursor, limit)));
  }

  private static String code(Json answer) {
    assertThat(answer.has("error")).as(answer.toString()).isTrue();
    return answer.at("error.code").text();
  }

  @Test
  void an_active_poison_stops_pull_and_rebuild_and_nothing_else() {
    TestClient client = ready("gate1");
    server.database().asSuperuser(POISON);
    try {
      Json pulled = client.pull(10);
      assertThat(code(pulled)).isEqualTo("temporary_unavailable");
      assertThat(pulled.at("error.reason").text()).isEqualTo("capture_blocked");
      Json page = rebuild(client, "catalog", UUID.randomUUID().toString(), null, 10);
      assertThat(page.at("error.reason").text()).isEqualTo("capture_blocked");
      assertThat(client.connect().at("schema.action").text()).isEqualTo("none");
      assertThat(client.push(note(client, "g1")).at("accepted").size()).isEqualTo(1);
    } finally {
      server.database().asSuperuser("DELETE FROM synchro.poison");
    }
    server.capture();
    assertThat(client.pull(10).at("changes").size()).isEqualTo(1);
  }

  @Test
  void a_client_waits_for_its_own_write_only() {
    TestClient writer = ready("gate2");
    TestClient other = ready("gate3");
    server.worker().stop();
    writer.push(note(writer, "g2"));
    Json pulled = writer.pull(10);
    assertThat(code(pulled)).isEqualTo("capture_pending");
    assertThat(pulled.at("error.retryable").toString()).contains("true");
    Json page = rebuild(writer, "catalog", UUID.randomUUID().toString(), null, 10);
    assertThat(code(page)).isEqualTo("capture_pending");
    server
        .database()
        .asSuperuser("UPDATE synchro.worker_heartbeat SET beat_at = now() - interval '1 hour'");
    assertThat(other.pull(10).has("error")).as("a stale heartbeat alone").isFalse();
    assertThat(rebuild(other, "catalog", UUID.randomUUID().toString(), null, 10).has("error"))
        .isFalse();
    server.restartWorker();
    server.capture();
    assertThat(writer.pull(10).at("changes").size()).isEqualTo(1);
  }

  @Test
  void a_rebuild_id_keeps_its_limit_and_its_scope() {
    TestClient client = ready("gate4");
    String id = UUID.randomUUID().toString();
    Json first = rebuild(client, "catalog", id, null, 1);
    assertThat(first.at("has_more").toString()).contains("true");
    String cursor = first.at("cursor").text();
    assertThat(code(rebuild(client, "catalog", id, null, 2))).isEqualTo("invalid_request");
    assertThat(code(rebuild(client, "user:gate4", id, null, 1))).isEqualTo("invalid_request");
    String another = UUID.randomUUID().toString();
    rebuild(client, "catalog", another, null, 1);
    assertThat(code(rebuild(client, "catalog", another, cursor, 1))).isEqualTo("invalid_request");
    assertThat(rebuild(client, "catalog", id, cursor, 1).has("error")).isFalse();
  }

  @Test
  void a_changed_membership_or_an_expired_session_restarts_a_rebuild() {
    TestClient client = ready("gate5");
    String id = UUID.randomUUID().toString();
    String cursor = rebuild(client, "catalog", id, null, 1).at("cursor").text();
    String bump = "UPDATE synchro.scope SET membership_generation = membership_generation ";
    server.database().asSuperuser(bump + "+ 1 WHERE scope_id = 'catalog'");
    try {
      Json page = rebuild(client, "catalog", id, cursor, 1);
      assertThat(code(page)).isEqualTo("rebuild_restart_required");
      assertThat(page.at("error.scope_id").text()).isEqualTo("catalog");
      assertThat(client.pull(10).at("rebuild").texts()).containsExactly("catalog");
    } finally {
      server.database().asSuperuser(bump + "- 1 WHERE scope_id = 'catalog'");
    }
    assertThat(rebuild(client, "catalog", id, cursor, 1).has("error")).isFalse();
    server
        .database()
        .asSuperuser(
            "ALTER TABLE synchro.rebuild_session DISABLE TRIGGER USER",
            "UPDATE synchro.rebuild_session SET expires_at = now() - interval '1 second'"
                + " WHERE rebuild_id = '"
                + id
                + "'",
            "ALTER TABLE synchro.rebuild_session ENABLE TRIGGER USER");
    assertThat(code(rebuild(client, "catalog", id, cursor, 1)))
        .isEqualTo("rebuild_restart_required");
  }

  @Test
  void cursors_outlive_the_rotation_of_their_key_but_not_its_retirement() {
    TestClient client = ready("keys1");
    String retired =
        server
            .ask(
                "SELECT key_id FROM synchro.token_key WHERE purpose = 'incremental_cursor'"
                    + " AND state = 'active'")
            .orElseThrow();
    String id = UUID.randomUUID().toString();
    String page = rebuild(client, "catalog", id, null, 1).at("cursor").text();
    server
        .database()
        .asOperator(
            "SELECT synchro.synchro_rotate_token_key('incremental_cursor')",
            "SELECT synchro.synchro_rotate_token_key('rebuild_cursor')");
    assertThat(client.pull(10).at("rebuild").size()).isZero();
    TestClient later = ready("keys2");
    assertThat(later.pull(10).at("rebuild").size()).isZero();

    server.database().asOperator("SELECT synchro.synchro_retire_token_key('" + retired + "')");
    Json pulled = client.pull(10);
    assertThat(pulled.at("rebuild").texts()).containsExactly("catalog", "user:keys1");
    assertThat(later.pull(10).at("rebuild").size()).isZero();

    server
        .database()
        .asOperator(
            "SELECT synchro.synchro_retire_token_key(key_id) FROM (SELECT 'rebuild_cursor-v1')"
                + " AS k (key_id)");
    assertThat(code(rebuild(client, "catalog", id, page, 1))).isEqualTo("rebuild_restart_required");
  }

  @Test
  void a_token_altered_in_any_segment_is_refused_and_acknowledges_nothing() {
    TestClient client = ready("keys3");
    String cursor = client.cursors().get("catalog");
    String[] parts = cursor.split("\\.", -1);
    String position =
        "SELECT count(*) FROM synchro.client_checkpoint k JOIN synchro.client c"
            + " USING (client_pk) WHERE c.user_id = 'keys3'";
    String[] forged = {
      "rb1." + parts[1] + "." + parts[2],
      "ic1." + parts[1].substring(4) + "." + parts[2],
      "ic1." + parts[1] + "." + flipped(parts[2]),
      parts[1] + "." + parts[2],
      cursor + ".x",
      client.cursors().get("user:keys3")
    };
    for (String token : forged) {
      client.cursors().put("catalog", token);
      assertThat(code(client.pull(10))).isEqualTo("invalid_request");
    }
    assertThat(server.ask(position)).contains("0");
    client.cursors().put("catalog", cursor);
    client.pull(10);
    assertThat(server.ask(position)).contains("2");
    TestClient stranger = ready("keys4");
    stranger.cursors().put("catalog", cursor);
    assertThat(code(stranger.pull(10))).isEqualTo("invalid_request");
  }

  private static String flipped(String mac) {
    char first = mac.charAt(0) == 'A' ? 'B' : 'A';
    return first + mac.substring(1);
  }
}
