package dev.synchro.suite.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.synchro.fixture.Login;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The state of a row however it was deleted, before and after that was captured, and writers that
 * meet on it. Contract 5.4.5, 5.4.7, controls 17, 18 and 22.
 */
final class RowStatesPgTest {
  private static final String FORGED = "v1.AAAAAAAAAAAAAAAAAAAAAA";
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static CallsServer server;
  private static TestClient ada;
  private static long nextKey = 1000;

  @BeforeAll
  static void start() throws SQLException {
    server = CallsServer.start();
    ada = server.client("ada", "phone");
    ada.connect();
  }

  @AfterAll
  static void stop() throws SQLException {
    server.close();
  }

  private static String item(String key) {
    return ada.insert("items", "\"" + key + "\"", "owner_id", "\"ada\"", "name", "\"N\"");
  }

  private static String applied(Json answer) {
    assertThat(answer.has("accepted")).as(answer.toString()).isTrue();
    assertThat(answer.at("accepted").size()).as(answer.toString()).isEqualTo(1);
    return answer.at("accepted.0.server_version").text();
  }

  private static Json rejected(Json answer, String code) {
    assertThat(answer.has("rejected")).as(answer.toString()).isTrue();
    assertThat(answer.at("rejected.0.code").text()).as(answer.toString()).isEqualTo(code);
    return answer.at("rejected.0");
  }

  /** Ways in which the row of an item goes. */
  enum Removal {
    PUSH,
    DELETE,
    TRUNCATE;

    void remove(String key, String version) {
      switch (this) {
        case PUSH -> applied(ada.push(ada.delete("items", "\"" + key + "\"", version)));
        case DELETE -> server.application("DELETE FROM app.items WHERE id = " + key);
        case TRUNCATE -> server.application("TRUNCATE app.items");
      }
    }
  }

  /** No operation finds the row, and all are told the same version of its deletion. */
  private static String refusedAsDeleted(String key, String version) {
    String identity = "\"" + key + "\"";
    Json inserted = rejected(ada.push(item(key)), "row_deleted");
    assertThat(inserted.has("server_row")).isFalse();
    String fence = inserted.at("server_version").text();
    for (String base : new String[] {version, fence, FORGED}) {
      for (String mutation :
          new String[] {
            ada.update("items", identity, base, "qty", "2"), ada.delete("items", identity, base)
          }) {
        Json outcome = rejected(ada.push(mutation), "row_deleted");
        assertThat(outcome.at("server_version").text()).isEqualTo(fence);
        assertThat(outcome.has("server_row")).isFalse();
      }
    }
    return fence;
  }

  @ParameterizedTest
  @EnumSource
  void a_removed_row_takes_nothing_until_the_application_inserts_it_again(Removal removal) {
    String key = Long.toString(nextKey++);
    String version = applied(ada.push(item(key)));
    server.capture();
    removal.remove(key, version);
    String before = refusedAsDeleted(key, version);
    server.capture();
    assertThat(refusedAsDeleted(key, version)).isEqualTo(before);
    server.application("INSERT INTO app.items VALUES (" + key + ", 'ada', 'back')");
    for (int i = 0; i < 2; i++) {
      Json live = rejected(ada.push(item(key)), "row_already_exists");
      assertThat(live.at("server_row").member(server.field("items", "name")).text())
          .isEqualTo("back");
      rejected(
          ada.push(ada.update("items", "\"" + key + "\"", before, "qty", "2")), "version_conflict");
      server.capture();
    }
    String back = rejected(ada.push(item(key)), "row_already_exists").at("server_version").text();
    applied(ada.push(ada.update("items", "\"" + key + "\"", back, "qty", "2")));
  }

  @ParameterizedTest
  @EnumSource
  void a_pushed_row_that_goes_before_its_capture_is_remembered(Removal removal) {
    String key = Long.toString(nextKey++);
    String version = applied(ada.push(item(key)));
    removal.remove(key, version);
    String before = refusedAsDeleted(key, version);
    server.capture();
    assertThat(refusedAsDeleted(key, version)).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource(names = {"DELETE", "TRUNCATE"})
  void a_row_nobody_was_told_of_is_absent_until_its_capture(Removal removal) {
    String key = Long.toString(nextKey++);
    server.worker().stop();
    try {
      server.application("INSERT INTO app.items VALUES (" + key + ", 'ada', 'short')");
      removal.remove(key, FORGED);
      rejected(
          ada.push(ada.update("items", "\"" + key + "\"", FORGED, "qty", "2")), "row_not_found");
      rejected(ada.push(ada.delete("items", "\"" + key + "\"", FORGED)), "row_not_found");
    } finally {
      server.restartWorker();
    }
    server.capture();
    refusedAsDeleted(key, FORGED);
  }

  @Test
  void a_tombstone_of_the_application_is_lifted_by_the_application_only() {
    String version =
        applied(ada.push(ada.insert("notes", "\"tomb\"", "owner_id", "\"ada\"", "title", "\"T\"")));
    server.application("UPDATE app.notes SET deleted_at = now() WHERE id = 'tomb'");
    for (int i = 0; i < 2; i++) {
      Json outcome =
          rejected(
              ada.push(ada.update("notes", "\"tomb\"", version, "title", "\"x\"")), "row_deleted");
      assertThat(outcome.has("server_row")).isTrue();
      String tombstone = outcome.at("server_version").text();
      rejected(
          ada.push(ada.update("notes", "\"tomb\"", tombstone, "title", "\"x\"")), "row_deleted");
      rejected(ada.push(ada.delete("notes", "\"tomb\"", tombstone)), "row_deleted");
      server.capture();
    }
    server.application("UPDATE app.notes SET deleted_at = NULL WHERE id = 'tomb'");
    applied(ada.push(ada.update("notes", "\"tomb\"", version, "title", "\"x\"")));
  }

  @Test
  void of_writers_on_one_version_exactly_one_wins()
      throws SQLException, InterruptedException, ExecutionException, TimeoutException {
    String key = Long.toString(nextKey++);
    String version = applied(ada.push(item(key)));
    TestClient other = server.client("ada", "tablet");
    other.connect();
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (Connection application = server.database().openSuperuser();
        Connection one = server.database().open(Login.ADAPTER);
        Connection two = server.database().open(Login.ADAPTER);
        Statement statement = application.createStatement()) {
      application.setAutoCommit(false);
      statement.execute("SELECT FROM app.items WHERE id = " + key + " FOR UPDATE");
      Future<Json> first = threads.submit(() -> update(ada, one, key, version, "10"));
      Future<Json> second = threads.submit(() -> update(other, two, key, version, "20"));
      server.awaitBlocked(2, PATIENCE);
      application.commit();
      Json a = first.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      Json b = second.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      boolean firstWon = a.at("accepted").size() == 1;
      Json winner = firstWon ? a : b;
      Json loser = rejected(firstWon ? b : a, "version_conflict");
      assertThat(loser.at("server_version").text()).isEqualTo(applied(winner));
      assertThat(loser.at("server_row").toString())
          .isEqualTo(winner.at("accepted.0.server_row").toString());
      assertThat(server.ask("SELECT qty FROM app.items WHERE id = " + key))
          .contains(firstWon ? "10" : "20");
    } finally {
      threads.shutdownNow();
    }
  }

  private static Json update(
      TestClient client, Connection connection, String key, String version, String quantity) {
    String mutation = client.update("items", "\"" + key + "\"", version, "qty", quantity);
    String request = client.pushRequest(UUID.randomUUID().toString(), false, mutation);
    return Json.parse(server.call(connection, "push", client.userId(), request));
  }

  @ParameterizedTest
  @ValueSource(strings = {"pg_cancel_backend", "pg_terminate_backend"})
  void a_push_that_dies_between_claim_and_answer_leaves_nothing(String end)
      throws SQLException, InterruptedException {
    assumeTrue(
        server.database().stack().isEmbedded() || !end.equals("pg_terminate_backend"),
        "PL/Java 1.6 can take its server down when a backend is ended inside a call");
    String key = Long.toString(nextKey++);
    String blocked = Long.toString(nextKey++);
    String version = applied(ada.push(item(blocked)));
    String batch = UUID.randomUUID().toString();
    String request =
        ada.pushRequest(
            batch,
            false,
            item(key),
            ada.update("items", "\"" + blocked + "\"", version, "qty", "7"));
    String stored =
        "SELECT (SELECT count(*) FROM synchro.push_batch WHERE batch_id = '"
            + batch
            + "') + (SELECT count(*) FROM synchro.push_mutation WHERE batch_id = '"
            + batch
            + "') + (SELECT count(*) FROM app.items WHERE id = "
            + key
            + ")";
    String epoch =
        server
            .ask(
                "SELECT accepted_write_epoch FROM synchro.client WHERE user_id = 'ada'"
                    + " AND client_id = 'phone'")
            .orElseThrow();
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (Connection application = server.database().openSuperuser();
        Connection adapter = server.database().open(Login.ADAPTER);
        Statement statement = application.createStatement()) {
      application.setAutoCommit(false);
      statement.execute("SELECT FROM app.items WHERE id = " + blocked + " FOR UPDATE");
      Future<String> push = thread.submit(() -> server.call(adapter, "push", "ada", request));
      server.awaitBlocked(1, PATIENCE);
      server
          .database()
          .asSuperuser(
              "SELECT "
                  + end
                  + "(pid) FROM pg_stat_activity WHERE datname ="
                  + " current_database() AND wait_event_type = 'Lock'");
      if (end.equals("pg_cancel_backend")) {
        assertThat(push).succeedsWithin(PATIENCE).asString().contains("temporary_unavailable");
      } else {
        assertThat(push).failsWithin(PATIENCE);
      }
      application.rollback();
    } finally {
      thread.shutdownNow();
    }
    assertThat(server.ask(stored)).contains("0");
    assertThat(
            server.ask(
                "SELECT accepted_write_epoch FROM synchro.client WHERE user_id = 'ada'"
                    + " AND client_id = 'phone'"))
        .contains(epoch);
    Json answer = Json.parse(server.call("push", "ada", request));
    assertThat(answer.at("accepted").size()).as(answer.toString()).isEqualTo(2);
  }
}
