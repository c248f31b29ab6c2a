package dev.synchro.suite.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * What was answered once is answered so again, also by a server that crashed in between. Contract
 * 5.4.7, 5.6, control 15.
 */
@Isolated("crashes the server of all")
final class ServerRestartPgTest {
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
  void answers_outlive_a_crash_of_the_server() throws SQLException {
    assumeTrue(server.database().stack().isEmbedded(), "only a server of the suite may be crashed");
    TestClient client = server.client("ada", "phone");
    client.connect();
    String note = client.insert("notes", "\"n\"", "owner_id", "\"ada\"", "title", "\"T\"");
    String refused = client.update("notes", "\"none\"", "v1.x", "title", "\"T\"");
    List<Supplier<String>> calls = new ArrayList<>();
    String push = client.pushRequest(UUID.randomUUID().toString(), false, note, refused);
    calls.add(() -> server.call("push", "ada", push));
    List<String> answers = new ArrayList<>();
    answers.add(calls.get(0).get());
    server.capture();
    String id = UUID.randomUUID().toString();
    String cursor = null;
    do {
      String request = client.rebuildRequest("catalog", id, cursor, 1);
      calls.add(() -> server.call("rebuild", "ada", request));
      answers.add(calls.get(calls.size() - 1).get());
      Json next = Json.parse(answers.get(answers.size() - 1)).at("cursor");
      cursor = next.value().isNull() ? null : next.text();
    } while (cursor != null);
    assertThat(answers).hasSize(4);

    server.database().stack().crashAndRestart();
    server.reconnect();
    assertThat(calls.stream().map(Supplier::get).toList()).isEqualTo(answers);
    String spaced = push.replace(",\"", " ,\n\t\"").replace(":{", " : {");
    assertThat(server.call("push", "ada", spaced)).isEqualTo(answers.get(0));
    server.application("INSERT INTO app.regions VALUES (9, 'after')");
    server.capture();
    assertThat(calls.stream().map(Supplier::get).toList()).isEqualTo(answers);
    assertThat(server.worker().isAlive()).isTrue();
  }
}
