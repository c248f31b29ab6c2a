package dev.synchro.suite.calls;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The assignment function has its say at connect, and never more. Contract 5.3 and 7.6. */
final class AssignedScopesPgTest {
  private static final String FUNCTION =
      "CREATE OR REPLACE FUNCTION app.scopes_of(p_user_id text) RETURNS SETOF text LANGUAGE sql"
          + " STABLE BEGIN ATOMIC SELECT CASE a.scope_id WHEN 'raise' THEN (1 / a.nr)::text"
          + " WHEN 'write' THEN app.leave_trace() ELSE a.scope_id END FROM app.assigned a"
          + " WHERE a.user_id = p_user_id; END";
  private static CallsServer server;
  private static int users;
  private String user;

  @BeforeAll
  static void start() throws SQLException {
    server = CallsServer.start();
    server.application(
        "CREATE TABLE app.assigned (user_id text, scope_id text, nr integer DEFAULT 0)",
        "CREATE TABLE app.trace (at timestamptz)",
        "GRANT SELECT ON app.assigned TO synchro_owner",
        "GRANT INSERT ON app.trace TO synchro_owner",
        "CREATE FUNCTION app.leave_trace() RETURNS text LANGUAGE plpgsql VOLATILE AS"
            + " 'BEGIN INSERT INTO app.trace VALUES (now()); RETURN ''trace''; END'",
        FUNCTION,
        "REVOKE EXECUTE ON FUNCTION app.scopes_of(text) FROM PUBLIC",
        "GRANT EXECUTE ON FUNCTION app.scopes_of(text) TO synchro_owner");
  }

  @AfterAll
  static void stop() throws SQLException {
    server.close();
  }

  @BeforeEach
  void register() {
    user = "u" + users++;
    operator("SELECT synchro.synchro_register_assignment_function('app.scopes_of', 4)");
  }

  @AfterEach
  void forget() {
    server.application("DELETE FROM app.assigned");
  }

  private static void operator(String statement) {
    server.database().asOperator(statement);
  }

  private void assign(String... scopes) {
    server.application("DELETE FROM app.assigned WHERE user_id = '" + user + "'");
    for (String scope : scopes) {
      String literal = scope == null ? "NULL" : "'" + scope + "'";
      server.application("INSERT INTO app.assigned VALUES ('" + user + "', " + literal + ")");
    }
  }

  private TestClient connected() {
    TestClient client = server.client(user, "phone");
    assertThat(client.connect().has("error")).isFalse();
    return client;
  }

  private static List<String> added(Json answer) {
    return answer.at("scopes.add").elements().stream().map(scope -> scope.at("id").text()).toList();
  }

  @Test
  void the_assigned_set_is_private_shared_granted_and_from_the_function() {
    assign("team:1", "team:2");
    server.database().grantScope(user, "granted:1");
    TestClient client = connected();
    assertThat(client.cursors().keySet())
        .containsExactly("catalog", "granted:1", "team:1", "team:2", "user:" + user);
  }

  @Test
  void a_scope_is_added_removed_and_added_again_across_connects() {
    assign("team:1");
    TestClient client = connected();
    assign("team:2");
    Json moved = client.connect();
    assertThat(added(moved)).containsExactly("team:2");
    assertThat(moved.at("scopes.remove").texts()).containsExactly("team:1");
    assertThat(moved.at("scope_set_version").number()).isEqualTo(2);
    assign("team:1", "team:2");
    Json back = client.connect();
    assertThat(added(back)).containsExactly("team:1");
    assertThat(back.at("scopes.remove").texts()).isEmpty();
    assertThat(back.at("scope_set_version").number()).isEqualTo(3);
    assertThat(client.connect().at("scope_set_version").number()).isEqualTo(3);
  }

  @Test
  void a_former_scope_may_be_known_and_one_never_assigned_may_not() {
    assign("team:1");
    TestClient client = connected();
    assign();
    String stale = client.connectRequest();
    client.connect();
    assertThat(client.connect(stale).at("scopes.remove").texts()).containsExactly("team:1");
    Json refused = client.connect(client.connectRequest().replace("\"catalog\"", "\"team:9\""));
    assertThat(refused.at("error.code").text()).isEqualTo("invalid_request");
  }

  @Test
  void a_scope_named_twice_or_granted_as_well_is_one_scope() {
    assign("team:1", "team:1", "granted:2", "catalog");
    server.database().grantScope(user, "granted:2");
    TestClient client = connected();
    assertThat(client.cursors().keySet())
        .containsExactly("catalog", "granted:2", "team:1", "user:" + user);
    server.database().revokeScope(user, "granted:2");
    assertThat(client.connect().at("scopes.remove").texts())
        .as("the function still names it")
        .isEmpty();
  }

  @Test
  void another_user_has_nothing_of_it() {
    assign("team:1");
    TestClient other = server.client("other-" + user, "phone");
    other.connect();
    assertThat(other.cursors().keySet()).containsExactly("catalog", "user:other-" + user);
  }

  @Test
  void as_many_scopes_as_allowed_are_assigned() {
    assign("a", "b", "c", "x".repeat(512));
    assertThat(connected().cursors().keySet()).contains("a", "b", "c", "x".repeat(512));
  }

  @Test
  void more_scopes_than_allowed_change_nothing() {
    TestClient client = connected();
    assign("a", "b", "c", "d", "e");
    refusedWithoutEffect(client);
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "empty", "long", "private", "foreign", "raise", "write"})
  void what_a_function_may_not_do_changes_nothing(String what) {
    TestClient client = connected();
    String scope =
        switch (what) {
          case "null" -> null;
          case "empty" -> "";
          case "long" -> "x".repeat(513);
          case "private" -> "user:" + user;
          case "foreign" -> "user:another";
          default -> what;
        };
    assign("team:1", scope);
    refusedWithoutEffect(client);
    assertThat(server.ask("SELECT count(*) FROM app.trace")).contains("0");
    TestClient fresh = server.client(user, "tablet");
    assertThat(fresh.connect().at("error.code").text()).isEqualTo("temporary_unavailable");
    assertThat(
            server.ask(
                "SELECT count(*) FROM synchro.client WHERE client_id = 'tablet' AND user_id = '"
                    + user
                    + "'"))
        .contains("0");
    assign("team:1");
    assertThat(added(client.connect())).containsExactly("team:1");
  }

  private void refusedWithoutEffect(TestClient client) {
    String state =
        "SELECT string_agg(c.scope_set_version || ' ' || s.scope_id || s.assigned, ',' ORDER BY"
            + " s.scope_id) FROM synchro.client c JOIN synchro.client_scope s USING (client_pk)"
            + " WHERE c.user_id = '"
            + user
            + "'";
    var before = server.ask(state);
    Json refused = client.connect();
    assertThat(refused.at("error.code").text()).isEqualTo("temporary_unavailable");
    assertThat(server.ask(state)).isEqualTo(before);
  }

  @Test
  void a_changed_definition_is_not_run_until_it_is_registered_or_restored() {
    TestClient client = connected();
    assign("team:1");
    server.application(FUNCTION.replace("ELSE a.scope_id", "ELSE 'new:' || a.scope_id"));
    refusedWithoutEffect(client);
    operator("SELECT synchro.synchro_register_assignment_function('app.scopes_of', 4)");
    assertThat(added(client.connect())).containsExactly("new:team:1");
    server.application(FUNCTION);
    refusedWithoutEffect(client);
    operator("SELECT synchro.synchro_register_assignment_function('app.scopes_of', 4)");
    assertThat(added(client.connect())).containsExactly("team:1");
  }

  @Test
  void a_function_that_is_gone_changes_nothing_until_it_is_unregistered() {
    assign("team:1");
    TestClient client = connected();
    server.application("ALTER FUNCTION app.scopes_of(text) RENAME TO lost_scopes_of");
    refusedWithoutEffect(client);
    operator("SELECT synchro.synchro_unregister_assignment_function()");
    assertThat(client.connect().at("scopes.remove").texts()).containsExactly("team:1");
    server.application("ALTER FUNCTION app.lost_scopes_of(text) RENAME TO scopes_of");
  }

  @Test
  void a_request_that_is_none_is_refused_as_such_whatever_the_function_does() {
    assign("raise");
    TestClient client = server.client(user, "phone");
    Json refused = client.connect(client.connectRequest().replace("\"platform\"", "\"form\""));
    assertThat(refused.at("error.code").text()).isEqualTo("invalid_request");
    Json old = client.connect(client.connectRequest().replace(":3,", ":2,"));
    assertThat(old.at("error.code").text()).isEqualTo("upgrade_required");
  }

  @Test
  void the_function_is_asked_at_connect_only() {
    TestClient client = connected();
    client.rebuildAll();
    assign("team:1");
    Json page = client.pull(10);
    assertThat(page.at("scope_updates.add").elements()).isEmpty();
    assertThat(new TreeSet<>(client.cursors().keySet())).doesNotContain("team:1");
  }
}
