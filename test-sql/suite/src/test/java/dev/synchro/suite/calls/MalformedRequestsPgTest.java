package dev.synchro.suite.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.synchro.fixture.Login;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of the wrong form: one bounded answer, and nothing is changed. Contract 5.2, 5.7. */
final class MalformedRequestsPgTest {
  private static final String STATE =
      "SELECT md5(concat((SELECT json_agg(c) FROM synchro.client c), (SELECT json_agg(b) FROM"
          + " synchro.push_batch b), (SELECT json_agg(p) FROM synchro.client_checkpoint p),"
          + " (SELECT count(*) FROM synchro.rebuild_session)))";

  private static CallsServer server;
  private static TestClient client;

  private String before;

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

  @BeforeEach
  void look() {
    before = server.database().ask(STATE).orElseThrow();
  }

  @AfterEach
  void nothing_is_changed() {
    assertThat(server.database().ask(STATE)).contains(before);
  }

  private static Map<String, String> requests() {
    Map<String, String> requests = new TreeMap<>();
    requests.put("connect", client.connectRequest());
    requests.put("pull", client.pullRequest(10));
    requests.put("push", client.pushRequest(UUID.randomUUID().toString(), false));
    requests.put(
        "rebuild", client.rebuildRequest("catalog", UUID.randomUUID().toString(), null, 2));
    return requests;
  }

  private static void assertInvalid(String function, String request) {
    String answer = server.call(function, "ada", request);
    assertThat(answer).hasSizeLessThan(300).doesNotContain("secret-4711");
    assertThat(Json.parse(answer).at("error.code").text())
        .as(function)
        .isEqualTo("invalid_request");
  }

  @Test
  void a_member_nobody_knows_is_refused_by_every_call() {
    requests()
        .forEach(
            (function, request) ->
                assertInvalid(
                    function, request.replaceFirst("\\{", "{\"secret-4711\":\"secret-4711\",")));
  }

  @Test
  void a_member_given_twice_is_refused_by_every_call() {
    requests()
        .forEach(
            (function, request) ->
                assertInvalid(
                    function, request.replaceFirst("\\{", "{\"client_id\":\"secret-4711\",")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "1", "\"secret-4711\"", "true", "null", "{}", "[{}]"})
  void json_that_is_no_request_is_refused_by_every_call(String json) {
    requests().keySet().forEach(function -> assertInvalid(function, json));
  }

  /** PostgreSQL itself refuses what is not JSON before any function is called. */
  @ParameterizedTest
  @ValueSource(strings = {"", "secret", "{", "{\"client_id\":}", "{\"a\":1}x", "{'a':1}"})
  void what_is_not_json_is_refused_for_every_call(String text) throws SQLException {
    try (Connection connection = server.database().open(Login.ADAPTER)) {
      for (String function : requests().keySet()) {
        try (PreparedStatement statement =
            connection.prepareStatement(
                "SELECT synchro.synchro_" + function + "('ada', ?::json)")) {
          statement.setString(1, text);
          assertThatThrownBy(statement::executeQuery)
              .isInstanceOfSatisfying(
                  SQLException.class,
                  refused -> assertThat(refused.getSQLState()).isEqualTo("22P02"));
        }
      }
    }
  }

  @Test
  void another_protocol_is_told_which_one_is_needed() {
    String old =
        client.connectRequest().replace("\"protocol_version\":3", "\"protocol_version\":2");
    Json answer = Json.parse(server.call("connect", "ada", old));
    assertThat(answer.at("error.code").text()).isEqualTo("upgrade_required");
    assertThat(answer.at("error.required_protocol_version").number()).isEqualTo(3);
  }
}
