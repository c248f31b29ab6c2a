package dev.synchro.suite.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.fixture.Registration;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * How many statements a call sends to the server: a fixed number, however many rows a page or
 * mutations a batch has. Only for a table whose rows may see each other the write of each mutation,
 * and the setting that says whose write it is, come on top. And what a statement of a page reads:
 * not a table from end to end, however large it grows.
 */
final class StatementsPgTest {
  private static final int WRITE_AND_ITS_CONTEXT = 2;
  private static final int ROWS = 60;

  private static final int MANY_ROWS = 20_000;
  private static final int GENERIC_FROM = 7;
  private static final StringBuilder plans = new StringBuilder();

  private static CallsServer server;
  private static Connection counted;

  @BeforeAll
  static void start() throws SQLException {
    server =
        CallsServer.start(
            List.of(Registration.pushable("app.plain", "owner_id", "user:{owner_id}")),
            "CREATE TABLE app.plain (id text PRIMARY KEY, owner_id text NOT NULL, title text)");
    counted = server.database().openSuperuser();
    try (Statement statement = counted.createStatement()) {
      statement.execute("LOAD 'auto_explain'");
      statement.execute("SET auto_explain.log_min_duration = 0");
      statement.execute("SET auto_explain.log_nested_statements = on");
      statement.execute("SET client_min_messages = log");
    }
  }

  @AfterAll
  static void stop() throws SQLException {
    counted.close();
    server.close();
  }

  private static TestClient ready(String user) {
    TestClient client = server.client(user, "phone");
    client.connect();
    server.capture();
    client.rebuildAll();
    return client;
  }

  private static String[] notes(TestClient client, int from, int count) {
    return inserts("notes", client, from, count);
  }

  private static String[] inserts(String table, TestClient client, int from, int count) {
    List<String> mutations = new ArrayList<>();
    for (int i = from; i < from + count; i++) {
      mutations.add(
          client.insert(
              table,
              "\"" + client.userId() + i + "\"",
              "owner_id",
              "\"" + client.userId() + "\"",
              "title",
              "\"T\""));
    }
    return mutations.toArray(String[]::new);
  }

  /** Calls, and counts what the executor ran below the call. */
  private static int statements(String function, TestClient client, String request)
      throws SQLException {
    try (PreparedStatement statement =
        counted.prepareStatement("SELECT synchro.synchro_" + function + "(?, ?::json)::text")) {
      statement.setString(1, client.userId());
      statement.setString(2, request);
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        assertThat(rows.getString(1)).doesNotStartWith("{\"error\"");
        return count(rows.getWarnings()) + count(statement.getWarnings()) - 1;
      }
    }
  }

  private static int count(SQLWarning first) {
    int count = 0;
    for (SQLWarning warning = first; warning != null; warning = warning.getNextWarning()) {
      if (warning.getMessage().contains("Query Text")) {
        plans.append(warning.getMessage()).append('\n');
        count++;
      }
    }
    return count;
  }

  /** The plans of so many calls alike that the server no longer plans for the values of each. */
  private static String plans(String function, TestClient client, String request)
      throws SQLException {
    plans.setLength(0);
    for (int i = 0; i < GENERIC_FROM; i++) {
      statements(function, client, request);
    }
    return plans.toString();
  }

  @Test
  void a_page_of_changes_takes_as_many_statements_as_a_single_change() throws SQLException {
    TestClient client = ready("counted1");
    client.push(notes(client, 0, ROWS));
    server.capture();
    // The first acknowledgement is a new record, whose references the server checks.
    statements("pull", client, client.pullRequest(1));
    // What the client presents is written down again when the last time was a while ago.
    assertThat(statements("pull", client, client.pullRequest(1))).isBetween(2, 3);
    assertThat(statements("pull", client, client.pullRequest(1000))).isBetween(2, 3);
    client.pull(1000);
    assertThat(statements("pull", client, client.pullRequest(1000))).isBetween(1, 2);
  }

  @Test
  void a_page_of_a_rebuild_takes_as_many_statements_as_a_single_row() throws SQLException {
    TestClient client = ready("counted2");
    client.push(notes(client, 0, ROWS));
    server.capture();
    // The first one makes the snapshot that the others share.
    rebuild(client, 1);
    int single = rebuild(client, 1);
    assertThat(rebuild(client, 1000)).isEqualTo(single).isLessThan(7);
  }

  private static int rebuild(TestClient client, int limit) throws SQLException {
    String id = UUID.randomUUID().toString();
    return statements("rebuild", client, client.rebuildRequest("user:counted2", id, null, limit));
  }

  @Test
  void a_page_of_a_large_scope_is_found_by_indexes_alone() throws SQLException {
    server.application(
        "INSERT INTO app.notes (id, owner_id, title) SELECT concat('m', i), 'counted5', 'T'"
            + " FROM generate_series(1, "
            + MANY_ROWS
            + ") AS i");
    TestClient client = ready("counted5");
    server.application(
        "DELETE FROM app.notes WHERE owner_id = 'counted5' AND id LIKE 'm1__'",
        "UPDATE app.notes SET title = 'U' WHERE owner_id = 'counted5' AND id LIKE 'm1___'");
    server.capture();
    try (Statement statement = counted.createStatement()) {
      statement.execute("ANALYZE synchro.scope_entry, synchro.row_image, synchro.row_head");
    }
    String readThrough = "Seq Scan on (scope_entry|row_image|row_head|rebuild_chunk)";
    assertThat(plans("pull", client, client.pullRequest(1000)))
        .contains("scope_entry", "row_image", "row_head")
        .doesNotContainPattern(readThrough);
    // The snapshot is there by now: what is left to do is to list a page of it.
    String again = client.rebuildRequest("user:counted5", UUID.randomUUID().toString(), null, 1000);
    statements("rebuild", client, again);
    assertThat(plans("rebuild", client, again)).doesNotContainPattern(readThrough);
  }

  @Test
  void mutations_of_independent_rows_are_written_by_one_statement() throws SQLException {
    TestClient client = ready("counted4");
    push(client, inserts("plain", client, 0, 2));
    int few = push(client, inserts("plain", client, 10, 2));
    int many = push(client, inserts("plain", client, 20, ROWS));
    assertThat(many).isEqualTo(few).isLessThan(20);
  }

  @Test
  void a_mutation_of_a_batch_takes_its_write_and_nothing_else() throws SQLException {
    TestClient client = ready("counted3");
    push(client, notes(client, 0, 2));
    int few = push(client, notes(client, 10, 3));
    int many = push(client, notes(client, 20, 3 + ROWS));
    assertThat(many - few).isEqualTo(ROWS * WRITE_AND_ITS_CONTEXT);
    assertThat(few).isLessThan(20);
  }

  private static int push(TestClient client, String... mutations) throws SQLException {
    return statements(
        "push", client, client.pushRequest(UUID.randomUUID().toString(), false, mutations));
  }
}
