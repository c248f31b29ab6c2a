package dev.synchro.suite.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.fixture.Login;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Deadlocks end inside the server: no client is told of one. Contract 5.4.6. */
final class DeadlocksPgTest {
  private static final int ROUNDS = 12;
  private static final int KEYS = 12;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

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
  void two_clients_insert_the_same_keys_in_opposite_order()
      throws SQLException, InterruptedException, ExecutionException, TimeoutException {
    TestClient first = server.client("eve", "one");
    TestClient second = server.client("eve", "two");
    first.connect();
    second.connect();
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (Connection one = server.database().open(Login.ADAPTER);
        Connection two = server.database().open(Login.ADAPTER)) {
      for (int round = 0; round < ROUNDS; round++) {
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < KEYS; i++) {
          keys.add("r" + round + "k" + i);
        }
        Future<Json> left = threads.submit(pushing(first, one, keys));
        Collections.reverse(keys);
        Future<Json> right = threads.submit(pushing(second, two, keys));
        Json a = left.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        Json b = right.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(a.has("error") || b.has("error")).as("%s%n%s", a, b).isFalse();
        assertThat(a.at("accepted").size() + b.at("accepted").size()).isEqualTo(KEYS);
        assertThat(a.at("rejected").size() + b.at("rejected").size()).isEqualTo(KEYS);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static Callable<Json> pushing(
      TestClient client, Connection connection, List<String> keys) {
    List<String> mutations = new ArrayList<>();
    for (String key : keys) {
      mutations.add(
          client.insert("notes", "\"" + key + "\"", "owner_id", "\"eve\"", "title", "\"T\""));
    }
    String request =
        client.pushRequest(UUID.randomUUID().toString(), false, mutations.toArray(String[]::new));
    return () -> Json.parse(server.call(connection, "push", client.userId(), request));
  }

  @Test
  void a_push_that_ends_a_deadlock_begins_again()
      throws SQLException, InterruptedException, ExecutionException, TimeoutException {
    TestClient client = server.client("max", "phone");
    client.connect();
    Json made = client.push(note(client, "a"), note(client, "b"));
    String[] updates = new String[2];
    for (int i = 0; i < 2; i++) {
      String key = i == 0 ? "\"a\"" : "\"b\"";
      String version = made.at("accepted." + i + ".server_version").text();
      updates[i] = client.update("notes", key, version, "title", "\"pushed\"");
    }
    String request = client.pushRequest(UUID.randomUUID().toString(), false, updates);
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (Connection application = server.database().openSuperuser();
        Connection adapter = server.database().open(Login.ADAPTER);
        Statement statement = application.createStatement()) {
      // The application never looks for a deadlock, so the push is the one to find it.
      statement.execute("SET deadlock_timeout = '10min'");
      application.setAutoCommit(false);
      statement.execute("SELECT FROM app.notes WHERE id = 'b' FOR UPDATE");
      Future<Json> push =
          thread.submit(() -> Json.parse(server.call(adapter, "push", "max", request)));
      server.awaitBlocked(1, PATIENCE);
      statement.execute("SELECT FROM app.notes WHERE id = 'a' FOR UPDATE");
      application.commit();
      Json answer = push.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      assertThat(answer.has("error")).as(answer.toString()).isFalse();
      assertThat(answer.at("accepted").size()).isEqualTo(2);
    } finally {
      thread.shutdownNow();
    }
  }

  private static String note(TestClient client, String key) {
    return client.insert(
        "notes", "\"" + key + "\"", "owner_id", "\"" + client.userId() + "\"", "title", "\"T\"");
  }
}
