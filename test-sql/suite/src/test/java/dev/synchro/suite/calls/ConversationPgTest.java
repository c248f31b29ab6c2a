package dev.synchro.suite.calls;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The main job through all four calls. Contract 5.3 to 5.6. */
final class ConversationPgTest {
  private static CallsServer server;

  @BeforeAll
  static void start() throws SQLException {
    server = CallsServer.start();
  }

  @AfterAll
  static void stop() throws SQLException {
    server.close();
  }

  @Test
  void a_client_connects_rebuilds_pushes_and_pulls() {
    TestClient client = server.client("ada", "phone");
    Json first = client.connect();
    assertThat(first.at("schema.action").text()).isEqualTo("replace");
    assertThat(first.at("client_generation").number()).isEqualTo(1);
    assertThat(first.at("scopes.add").toString())
        .isEqualTo("[{\"cursor\":null,\"id\":\"catalog\"},{\"cursor\":null,\"id\":\"user:ada\"}]");
    assertThat(first.has("schema_definition")).isTrue();

    Json unbuilt = client.pull(10);
    assertThat(unbuilt.at("rebuild").texts()).containsExactly("catalog", "user:ada");
    assertThat(unbuilt.at("checksums").names()).containsExactly("catalog", "user:ada");

    List<Json> pages = client.rebuild("catalog", 2);
    assertThat(pages).hasSize(2);
    assertThat(pages.get(0).at("records").size()).isEqualTo(2);
    assertThat(pages.get(1).at("records").size()).isEqualTo(1);
    assertThat(pages.get(1).at("checksum").toString())
        .isEqualTo(unbuilt.at("checksums").member("catalog").toString());
    client.rebuild("user:ada", 10);

    Json pushed =
        client.push(
            client.insert("notes", "\"n1\"", "owner_id", "\"ada\"", "title", "\"Hello\""),
            client.insert("items", "\"7\"", "owner_id", "\"ada\"", "name", "\"Nail\""));
    assertThat(pushed.at("rejected").size()).as(pushed.toString()).isZero();
    assertThat(pushed.at("accepted").size()).isEqualTo(2);
    String version = pushed.at("accepted.0.server_version").text();

    server.capture();
    Json pulled = client.pull(10);
    assertThat(pulled.at("changes").size()).as(pulled.toString()).isEqualTo(2);
    assertThat(pulled.at("has_more").toString()).isEqualTo("false");
    Json change =
        pulled.at("changes").elements().stream()
            .filter(candidate -> candidate.at("server_version").text().equals(version))
            .findFirst()
            .orElseThrow();
    assertThat(change.at("row").toString())
        .isEqualTo(pushed.at("accepted.0.server_row").toString());
    assertThat(change.at("row_checksum").toString())
        .isEqualTo(pushed.at("accepted.0.row_checksum").toString());

    Json nothing = client.pull(10);
    assertThat(nothing.at("changes").size()).isZero();
    assertThat(nothing.at("checksums").names()).containsExactly("catalog", "user:ada");

    Json again = client.connect();
    assertThat(again.at("schema.action").text()).isEqualTo("none");
    assertThat(again.at("scopes").toString()).isEqualTo("{\"add\":[],\"remove\":[]}");
    assertThat(again.at("scope_cursor_updates").names()).isEmpty();
  }
}
