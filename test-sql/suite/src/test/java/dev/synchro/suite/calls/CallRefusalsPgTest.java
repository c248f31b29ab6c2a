package dev.synchro.suite.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.fixture.Login;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Who is answered what, and in which order the checks come. Contract 5.2, 5.3, 5.5, 5.6. */
final class CallRefusalsPgTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static CallsServer server;
  private static TestClient client;

  @BeforeAll
  static void start() throws SQLException {
    server = CallsServer.start();
    client = server.client("ada", "phone");
    client.connect();
    client.rebuildAll();
  }

  @AfterAll
  static void stop() throws SQLException {
    server.close();
  }

  private static String code(String function, String user, String request) {
    Json answer = Json.parse(server.call(function, user, request));
    return answer.has("error") ? answer.at("error.code").text() : "ok";
  }

  @Test
  void a_user_and_a_known_identity_come_before_everything_else() {
    assertThat(code("pull", "", client.pullRequest(10))).isEqualTo("auth_required");
    assertThat(code("pull", "u".repeat(501), client.pullRequest(10))).isEqualTo("auth_required");
    assertThat(code("pull", "eve", client.pullRequest(10))).isEqualTo("auth_required");
    assertThat(code("pull", "eve", client.pullRequest(10).replace("\"limit\"", "\"x\"")))
        .isEqualTo("auth_required");
    assertThat(code("push", "eve", client.pushRequest(UUID.randomUUID().toString(), false)))
        .isEqualTo("auth_required");
    assertThat(code("rebuild", "eve", "{\"client_id\":\"phone\"}")).isEqualTo("auth_required");
    assertThat(code("pull", "eve", "{}")).isEqualTo("invalid_request");
    assertThat(code("connect", "eve", client.connectRequest())).isEqualTo("auth_required");
  }

  @Test
  void an_old_protocol_or_application_comes_before_the_shape_of_the_request() {
    String old = "{\"protocol_version\":2,\"x\":1}";
    Json answer = Json.parse(server.call("connect", "ada", old));
    assertThat(answer.toString())
        .isEqualTo(
            "{\"error\":{\"code\":\"upgrade_required\",\"message\":\"upgrade required\","
                + "\"received_protocol_version\":2,\"required_protocol_version\":3,"
                + "\"retryable\":false}}");
    server.database().configure("synchro.minimum_client_version", "1.2.3");
    assertThat(code("connect", "ada", client.connectRequest())).isEqualTo("ok");
    Json tooOld =
        Json.parse(
            server.call("connect", "ada", client.connectRequest().replace("1.2.3", "1.2.3-rc.1")));
    assertThat(tooOld.at("error.minimum_client_version").text()).isEqualTo("1.2.3");
    server.database().configure("synchro.minimum_client_version", null);
  }

  @Test
  void a_known_identity_without_its_generation_is_refused() {
    TestClient again = server.client("ada", "phone");
    assertThat(again.connect().at("error.code").text()).isEqualTo("invalid_schema_reference");
  }

  @Test
  void another_generation_comes_before_another_schema() {
    String generation =
        client.pullRequest(10).replace("\"client_generation\":1", "\"client_generation\":2");
    Json answer = Json.parse(server.call("pull", "ada", generation));
    assertThat(answer.at("error.code").text()).isEqualTo("client_generation_expired");
    assertThat(answer.at("error.current_client_generation").number()).isEqualTo(1);
    String schema = client.pullRequest(10).replace("\"version\":1", "\"version\":2");
    Json mismatch = Json.parse(server.call("pull", "ada", schema));
    assertThat(mismatch.at("error.code").text()).isEqualTo("schema_mismatch");
    assertThat(mismatch.at("error.received_schema.version").number()).isEqualTo(2);
    assertThat(mismatch.at("error.current_schema.version").number()).isEqualTo(1);
  }

  @Test
  void scopes_and_cursors_of_others_are_refused() {
    String never = client.pullRequest(10).replace("\"catalog\"", "\"nowhere\"");
    assertThat(code("pull", "ada", never)).isEqualTo("invalid_request");
    String token = client.cursors().get("catalog");
    String swapped = client.pullRequest(10).replace(token, client.cursors().get("user:ada"));
    assertThat(code("pull", "ada", swapped)).isEqualTo("invalid_request");
    for (String forged :
        List.of(
            token.substring(0, token.length() - 1) + (token.endsWith("A") ? "B" : "A"),
            "ic1.e30.AAAA",
            "",
            "rb1" + token.substring(3))) {
      assertThat(code("pull", "ada", client.pullRequest(10).replace(token, forged)))
          .isEqualTo("invalid_request");
      assertThat(code("connect", "ada", client.connectRequest().replace(token, forged)))
          .isEqualTo("invalid_request");
    }
    TestClient other = server.client("bob", "b");
    other.connect();
    other.rebuildAll();
    String stolen = client.pullRequest(10).replace(token, other.cursors().get("catalog"));
    assertThat(code("pull", "ada", stolen)).isEqualTo("invalid_request");
    String ahead =
        client.pullRequest(10).replace("\"scope_set_version\":1", "\"scope_set_version\":2");
    assertThat(code("pull", "ada", ahead)).isEqualTo("invalid_request");
  }

  @Test
  void a_rebuild_page_comes_again_octet_for_octet() {
    String id = UUID.randomUUID().toString();
    String first = server.call("rebuild", "ada", client.rebuildRequest("catalog", id, null, 2));
    String cursor = Json.parse(first).at("cursor").text();
    String last = server.call("rebuild", "ada", client.rebuildRequest("catalog", id, cursor, 2));
    server.application("INSERT INTO app.regions VALUES (77, 'Later')");
    server.capture();
    assertThat(server.call("rebuild", "ada", client.rebuildRequest("catalog", id, null, 2)))
        .isEqualTo(first);
    assertThat(server.call("rebuild", "ada", client.rebuildRequest("catalog", id, cursor, 2)))
        .isEqualTo(last);
    assertThat(code("rebuild", "ada", client.rebuildRequest("catalog", id, null, 3)))
        .isEqualTo("invalid_request");
    assertThat(code("rebuild", "ada", client.rebuildRequest("user:ada", id, null, 2)))
        .isEqualTo("invalid_request");
    String otherId = UUID.randomUUID().toString();
    assertThat(code("rebuild", "ada", client.rebuildRequest("catalog", otherId, cursor, 2)))
        .isEqualTo("invalid_request");
    assertThat(code("rebuild", "ada", client.rebuildRequest("nowhere", otherId, null, 2)))
        .isEqualTo("invalid_request");
  }

  @Test
  void a_rebuild_sent_again_while_its_first_request_runs_gets_the_same_octets()
      throws SQLException, InterruptedException, ExecutionException, TimeoutException {
    server.application(
        "INSERT INTO app.items (id, owner_id, name) VALUES (500, 'una', 'A'), (501, 'una', 'B')");
    TestClient una = server.client("una", "phone");
    una.connect();
    server.capture();
    String request = una.rebuildRequest("user:una", UUID.randomUUID().toString(), null, 1);
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (Connection given = server.database().open(Login.ADAPTER);
        Connection again = server.database().open(Login.ADAPTER)) {
      given.setAutoCommit(false);
      String first = server.call(given, "rebuild", "una", request);
      Future<String> second = thread.submit(() -> server.call(again, "rebuild", "una", request));
      server.awaitBlocked(1, PATIENCE);
      given.commit();
      assertThat(second.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(first);
    } finally {
      thread.shutdownNow();
    }
    assertThat(Json.parse(server.call("rebuild", "una", request)).at("records").size())
        .isEqualTo(1);
    assertThat(
            server.ask(
                "SELECT count(*) FROM synchro.rebuild_snapshot z WHERE NOT EXISTS (SELECT FROM"
                    + " synchro.rebuild_session n WHERE n.snapshot_id = z.snapshot_id)"))
        .as("lists of rows that no session reads")
        .contains("0");
  }

  @Test
  void a_later_write_of_the_client_restarts_its_rebuild() {
    TestClient writer = server.client("wes", "w");
    writer.connect();
    writer.rebuildAll();
    String id = UUID.randomUUID().toString();
    Json first =
        Json.parse(server.call("rebuild", "wes", writer.rebuildRequest("catalog", id, null, 1)));
    writer.push(writer.insert("notes", "\"w1\"", "owner_id", "\"wes\"", "title", "\"T\""));
    Json restarted =
        Json.parse(
            server.call(
                "rebuild",
                "wes",
                writer.rebuildRequest("catalog", id, first.at("cursor").text(), 1)));
    assertThat(restarted.at("error.code").text()).isEqualTo("rebuild_restart_required");
    assertThat(restarted.at("error.scope_id").text()).isEqualTo("catalog");
    server.capture();
    assertThat(code("rebuild", "wes", writer.rebuildRequest("catalog", id, null, 1)))
        .isEqualTo("rebuild_restart_required");
  }

  @Test
  void assignment_changes_reach_pull_and_connect() {
    TestClient reader = server.client("rex", "r");
    reader.connect();
    reader.rebuildAll();
    server.database().grantScope("rex", "team:1");
    Json granted = reader.connect();
    assertThat(granted.at("scopes.add.0.id").text()).isEqualTo("team:1");
    assertThat(granted.at("scope_set_version").number()).isEqualTo(2);
    reader.rebuildAll();
    Json pulled = reader.pull(10);
    assertThat(pulled.at("checksums").names())
        .containsExactlyInAnyOrder("catalog", "team:1", "user:rex");
    server.database().revokeScope("rex", "team:1");
    Json revoked = reader.connect();
    assertThat(revoked.at("scopes.remove").texts()).containsExactly("team:1");
    assertThat(revoked.at("scope_set_version").number()).isEqualTo(3);
    assertThat(reader.pull(10).at("checksums").names())
        .containsExactlyInAnyOrder("catalog", "user:rex");
  }

  @Test
  void pages_are_cut_at_the_limit_and_only_the_last_one_has_digests() {
    TestClient reader = server.client("pat", "p");
    reader.connect();
    reader.rebuildAll();
    server.application(
        "INSERT INTO app.regions SELECT g, 'R' || g FROM generate_series(1000, 1004) g",
        "INSERT INTO app.notes (id, owner_id, title) VALUES ('pat1', 'pat', 'T')");
    server.capture();
    int changes = 0;
    Json page;
    do {
      page = reader.pull(2);
      changes += page.at("changes").size();
      assertThat(page.has("checksums")).isEqualTo(page.at("has_more").toString().equals("false"));
    } while (page.at("has_more").toString().equals("true"));
    assertThat(changes).isEqualTo(6);
    server.application(
        "DELETE FROM app.regions WHERE id = 1004", "DELETE FROM app.notes WHERE id = 'pat1'");
    server.capture();
    Json deleted = reader.pull(10);
    assertThat(deleted.at("changes").size()).isEqualTo(2);
    for (Json change : deleted.at("changes").elements()) {
      assertThat(change.at("op").text()).isEqualTo("delete");
      assertThat(change.has("row")).isFalse();
      assertThat(change.at("server_version").text()).startsWith("d1.");
    }
  }

  @Test
  void a_soft_deletion_is_delivered_with_its_tombstone() {
    TestClient owner = server.client("sam", "s");
    owner.connect();
    owner.rebuildAll();
    server.application("INSERT INTO app.notes (id, owner_id, title) VALUES ('sam1', 'sam', 'T')");
    server.capture();
    assertThat(owner.pull(10).at("changes").size()).isEqualTo(1);
    server.application("UPDATE app.notes SET deleted_at = now() WHERE id = 'sam1'");
    server.capture();
    Json deleted = owner.pull(10);
    assertThat(deleted.at("changes.0.op").text()).as(deleted.toString()).isEqualTo("delete");
    assertThat(deleted.at("changes.0").has("row")).isTrue();
    assertThat(deleted.at("changes.0.server_version").text()).startsWith("v1.");
  }
}
