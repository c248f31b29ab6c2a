package dev.synchro.suite.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.client.HttpSyncCalls;
import dev.synchro.client.JdbcSyncCalls;
import dev.synchro.client.MutationReport;
import dev.synchro.client.MutationState;
import dev.synchro.client.Progress;
import dev.synchro.client.Seed;
import dev.synchro.client.SyncCall;
import dev.synchro.client.SyncCalls;
import dev.synchro.client.SyncClient;
import dev.synchro.core.state.ClientState;
import dev.synchro.fixture.AdapterProcess;
import dev.synchro.fixture.Poll;
import dev.synchro.suite.adapter.Tokens;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The life of one client with a live server; each test is another user. */
class ClientLifePgTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static LiveServer server;
  private static int users;

  @TempDir private Path folder;
  private String user;
  private JdbcSyncCalls calls;
  private SyncClient client;

  @BeforeAll
  static void start() {
    server = LiveServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void open() {
    user = "life" + users++;
    server.application(
        "INSERT INTO app.notes (id, owner_id, team, body) SELECT '"
            + user
            + "-' || i, '"
            + user
            + "', '"
            + user
            + "', 'old' FROM generate_series(1, 9) AS i",
        "INSERT INTO app.items (id, owner_id, team, name) SELECT "
            + item(0)
            + " + i, '"
            + user
            + "', CASE WHEN i % 2 = 0 THEN '"
            + user
            + "' END, 'old' FROM generate_series(1, 9) AS i");
    server.application("INSERT INTO app.regions VALUES (1, 'first') ON CONFLICT DO NOTHING");
    server.capture();
    calls = server.database().calls(user);
    client = open(calls);
  }

  @AfterEach
  void close() {
    client.close();
    calls.close();
  }

  private SyncClient open(SyncCalls line) {
    return SyncClient.open(file(), line, LiveServer.settings());
  }

  private Path file() {
    return folder.resolve("client.db");
  }

  private static long item(int number) {
    return users * 1000L + number;
  }

  private String note(int number) {
    return user + "-" + number;
  }

  private void sync() {
    assertThat(client.sync(PATIENCE))
        .as(() -> client.state() + " " + client.fault())
        .isEqualTo(Progress.DONE);
  }

  /** Fetches what is captured and compares with the application's tables. */
  private void equalsServer(String... scopes) {
    server.capture();
    sync();
    assertThat(
            new Evidence(server, user, file(), new TreeSet<>(List.of(scopes)))
                .problems(server.oracle(), client.recomputedDigests()))
        .isEmpty();
  }

  private String own() {
    return "user:" + user;
  }

  private String team() {
    return "team:" + user;
  }

  private List<MutationState> states() {
    return client.mutations().stream().map(MutationReport::state).toList();
  }

  private String code(int mutation) {
    String outcome = client.mutations().get(mutation).outcome().orElseThrow();
    return outcome.replaceAll("^.*\"code\":\"([a-z_]+)\".*$", "$1");
  }

  private void reopen(SyncCalls line) {
    client.close();
    client = open(line);
  }

  /**
   * The budgets of contract 17, by their ids; a push counts as captured before the next request.
   */
  @Test
  void requests_keep_their_budgets() {
    List<SyncCall> sent = new ArrayList<>();
    reopen(counted(sent));
    sync();
    List<SyncCall> rebuild = new ArrayList<>(List.of(SyncCall.CONNECT));
    rebuild.addAll(Collections.nCopies(pages(), SyncCall.REBUILD));
    rebuild.add(SyncCall.PULL);
    assertThat(sent).as("BUD-REBUILD-*-001").isEqualTo(rebuild);

    sent.clear();
    reopen(counted(sent));
    sync();
    assertThat(sent).as("BUD-WARM-*-001").containsExactly(SyncCall.CONNECT, SyncCall.PULL);

    sent.clear();
    sync();
    assertThat(sent).as("BUD-STEADY-*-001").containsExactly(SyncCall.PULL);

    sent.clear();
    client.insert("notes", "{\"id\":\"" + note(60) + "\",\"owner_id\":\"" + user + "\"}");
    sync();
    assertThat(sent).as("BUD-PENDING-*-001").containsExactly(SyncCall.PUSH, SyncCall.PULL);
    assertThat(states()).containsExactly(MutationState.ACCEPTED);
  }

  private SyncCalls counted(List<SyncCall> sent) {
    return (call, request) -> {
      sent.add(call);
      byte[] answer = calls.call(call, request);
      if (call == SyncCall.PUSH) {
        server.capture();
      }
      return answer;
    };
  }

  /** Pages of the client's scopes, at 7 records each. */
  private int pages() {
    return Integer.parseInt(
        server
            .database()
            .ask(
                "SELECT sum(greatest(1, ceil(coalesce(s.cardinality, 0) / 7.0)))::integer"
                    + " FROM synchro.client_scope AS a JOIN synchro.client AS c USING (client_pk)"
                    + " LEFT JOIN synchro.scope AS s USING (scope_id) WHERE a.assigned"
                    + " AND c.user_id = '"
                    + user
                    + "'")
            .orElseThrow());
  }

  @Test
  void a_client_follows_what_the_application_does() {
    equalsServer(own(), "catalog");

    server.application(
        "UPDATE app.notes SET body = 'new' WHERE id = '" + note(1) + "'",
        "UPDATE app.notes SET deleted_at = now() WHERE id = '" + note(2) + "'",
        "DELETE FROM app.notes WHERE id = '" + note(3) + "'",
        "UPDATE app.items SET owner_id = 'somebody' WHERE id = " + item(1),
        "UPDATE app.items SET id = " + item(500) + " WHERE id = " + item(2),
        "DELETE FROM app.items WHERE id = " + item(3),
        "TRUNCATE app.regions",
        "INSERT INTO app.regions VALUES (7, 'alone')");
    equalsServer(own(), "catalog");

    server.application(
        "UPDATE app.notes SET deleted_at = NULL WHERE id = '" + note(2) + "'",
        "INSERT INTO app.notes (id, owner_id) VALUES ('" + note(3) + "', '" + user + "')",
        "INSERT INTO app.items (id, owner_id, name) VALUES (" + item(3) + ", '" + user + "', 'b')");
    equalsServer(own(), "catalog");
  }

  @Test
  void writes_are_accepted_and_come_back() {
    sync();
    client.insert("notes", "{\"id\":\"" + note(50) + "\",\"owner_id\":\"" + user + "\"}");
    client.update("notes", note(1), "{\"body\":\"mine\",\"stars\":-3}");
    client.delete("notes", note(2));
    client.insert(
        "items", "{\"id\":\"" + item(50) + "\",\"owner_id\":\"" + user + "\",\"name\":\"n\"}");
    client.update("items", String.valueOf(item(1)), "{\"team\":\"" + user + "\"}");
    client.delete("items", String.valueOf(item(2)));

    equalsServer(own(), "catalog");

    assertThat(states()).hasSize(6).containsOnly(MutationState.ACCEPTED);
    assertThat(server.executions(Set.of(user)).values()).hasSize(6).containsOnly("1");
  }

  @Test
  void what_others_did_first_wins_and_shows() {
    sync();
    client.update("notes", note(1), "{\"body\":\"mine\"}");
    client.delete("notes", note(2));
    client.update("notes", note(3), "{\"body\":\"mine\"}");
    client.insert("notes", "{\"id\":\"" + note(60) + "\",\"owner_id\":\"" + user + "\"}");
    client.update("items", String.valueOf(item(1)), "{\"qty\":5}");
    client.update("items", String.valueOf(item(2)), "{\"qty\":5}");
    server.application(
        "UPDATE app.notes SET body = 'theirs' WHERE id IN ('" + note(1) + "', '" + note(2) + "')",
        "UPDATE app.notes SET deleted_at = now() WHERE id = '" + note(3) + "'",
        "INSERT INTO app.notes (id, owner_id) VALUES ('" + note(60) + "', '" + user + "')",
        "DELETE FROM app.items WHERE id = " + item(1),
        "UPDATE app.items SET owner_id = 'somebody' WHERE id = " + item(2));

    equalsServer(own(), "catalog");

    assertThat(List.of(code(0), code(1), code(2), code(3), code(4), code(5)))
        .containsExactly(
            "version_conflict",
            "version_conflict",
            "row_deleted",
            "row_already_exists",
            "row_deleted",
            "policy_rejected");
    assertThat(server.executions(Set.of(user))).isEmpty();
  }

  @Test
  void rejected_writes_are_undone_and_not_sent_again() {
    sync();
    client.insert(
        "items", "{\"id\":\"" + item(70) + "\",\"owner_id\":\"" + user + "\",\"name\":\"bad\"}");
    client.insert("items", "{\"id\":\"" + item(71) + "\",\"owner_id\":\"other\",\"name\":\"n\"}");
    client.update("notes", note(1), "{\"owner_id\":\"other\"}");
    client.update("regions", "1", "{\"name\":\"mine\"}");

    equalsServer(own(), "catalog");

    assertThat(List.of(code(0), code(1), code(2), code(3)))
        .containsExactly(
            "validation_failed", "policy_rejected", "policy_rejected", "policy_rejected");
    assertThat(client.requests()).containsEntry(SyncCall.PUSH, 1L);
  }

  @Test
  void overlapping_scopes_come_and_go_without_losing_rows() {
    equalsServer(own(), "catalog");

    server.database().grantScope(user, team());
    client.reconnect();
    equalsServer(own(), team(), "catalog");

    server.application(
        "UPDATE app.notes SET team = NULL, body = 'out' WHERE id = '" + note(1) + "'",
        "UPDATE app.notes SET owner_id = 'somebody', body = 'theirs' WHERE id = '" + note(2) + "'",
        "UPDATE app.notes SET owner_id = 'somebody', team = NULL WHERE id = '" + note(3) + "'",
        "UPDATE app.items SET team = '" + user + "' WHERE id = " + item(1));
    equalsServer(own(), team(), "catalog");

    server.database().revokeScope(user, own());
    client.reconnect();
    equalsServer(team(), "catalog");

    server.database().grantScope(user, own());
    server.database().revokeScope(user, team());
    client.reconnect();
    equalsServer(own(), "catalog");
  }

  @Test
  void a_revoked_scope_keeps_the_write_that_is_pending_on_its_row() {
    server.application("UPDATE app.notes SET owner_id = 'colleague' WHERE id = '" + note(1) + "'");
    server.database().grantScope(user, team());
    equalsServer(own(), team(), "catalog");
    client.update("notes", note(2), "{\"body\":\"mine\"}");
    client.update("notes", note(1), "{\"body\":\"not mine\"}");
    server.database().revokeScope(user, team());
    client.reconnect();

    equalsServer(own(), "catalog");

    assertThat(states()).containsExactly(MutationState.ACCEPTED, MutationState.REJECTED_TERMINAL);
  }

  @Test
  void pulls_wait_while_the_own_write_is_not_captured() {
    sync();
    server.worker().kill();
    try {
      client.update("notes", note(1), "{\"body\":\"mine\"}");

      assertThat(client.sync(Duration.ofMillis(700))).isEqualTo(Progress.WAITING);

      assertThat(states()).containsExactly(MutationState.ACCEPTED);
      assertThat(client.state()).isIn(ClientState.BACKOFF, ClientState.PULLING);
      assertThat(client.requests()).containsEntry(SyncCall.PUSH, 1L);
    } finally {
      server.startWorker();
    }
    equalsServer(own(), "catalog");
  }

  @Test
  void an_expired_generation_is_renewed_with_the_write_kept() {
    sync();
    client.update("notes", note(1), "{\"body\":\"mine\"}");
    String clientId =
        server.lines("SELECT client_id FROM synchro.client WHERE user_id = '" + user + "'").get(0);
    server.operator("SELECT synchro.synchro_inject_client_retention_expiry(?, ?)", user, clientId);
    server.operator("SELECT synchro.synchro_compact()");

    equalsServer(own(), "catalog");

    assertThat(states()).containsExactly(MutationState.ACCEPTED);
    assertThat(server.executions(Set.of(user)).values()).containsExactly("1");
    assertThat(
            server.lines(
                "SELECT client_generation FROM synchro.client WHERE user_id = '" + user + "'"))
        .containsExactly("2");
  }

  @Test
  void a_retired_client_stops_with_what_it_has_and_another_takes_over() {
    sync();
    client.update("notes", note(1), "{\"body\":\"never sent\"}");
    String clientId =
        server.lines("SELECT client_id FROM synchro.client WHERE user_id = '" + user + "'").get(0);
    server.operator("SELECT synchro.synchro_retire_client(?, ?)", user, clientId);

    assertThat(client.sync(PATIENCE)).isEqualTo(Progress.HALTED);

    assertThat(client.state()).isEqualTo(ClientState.ERROR);
    assertThat(client.fault()).contains("client_retired");
    assertThat(states()).doesNotContain(MutationState.ACCEPTED);
    try (SyncClient another =
        SyncClient.open(folder.resolve("another.db"), calls, LiveServer.settings())) {
      assertThat(another.sync(PATIENCE)).isEqualTo(Progress.DONE);
      assertThat(another.recomputedDigests())
          .isEqualTo(server.oracle().digests(Set.of(own(), "catalog")));
    }
  }

  @Test
  void a_schema_reset_fetches_everything_anew_and_keeps_the_queue() {
    sync();
    AtomicBoolean failing = new AtomicBoolean(true);
    reopen(
        (call, request) ->
            call == SyncCall.PULL && failing.getAndSet(false)
                ? fault()
                : calls.call(call, request));
    assertThat(client.sync(PATIENCE)).isEqualTo(Progress.HALTED);
    client.update("notes", note(1), "{\"body\":\"mine\"}");

    client.resetSchema();
    equalsServer(own(), "catalog");

    assertThat(states()).containsExactly(MutationState.ACCEPTED);
    assertThat(client.requests().get(SyncCall.REBUILD)).isGreaterThanOrEqualTo(2L);
  }

  @Test
  void a_seeded_client_rebuilds_only_what_its_receipts_do_not_cover() {
    server.operator("SELECT synchro.synchro_register_shared_scope('catalog', true)");
    Seed seed = LiveSeed.of(server, calls, "catalog", folder.resolve("donor.db"));
    server.application("UPDATE app.regions SET name = 'since' WHERE id = 1");
    client.close();
    client =
        SyncClient.openSeeded(
            folder.resolve("seeded.db"), seed, calls, LiveServer.settings().withLimits(1000, 5));
    server.capture();
    sync();

    assertThat(client.recomputedDigests())
        .isEqualTo(server.oracle().digests(Set.of(own(), "catalog")));
    assertThat(client.requests()).containsEntry(SyncCall.REBUILD, 1L);

    client.close();
    server.operator("SELECT synchro.synchro_register_shared_scope('catalog', false)");
    client = SyncClient.openSeeded(file(), seed, calls, LiveServer.settings().withLimits(1000, 5));
    equalsServer(own(), "catalog");
    assertThat(client.requests()).containsEntry(SyncCall.REBUILD, 2L);
  }

  @Test
  void a_client_over_http_outlives_its_adapter() {
    AtomicReference<AdapterProcess> adapter = new AtomicReference<>(adapter());
    HttpClient http = HttpClient.newHttpClient();
    client.close();
    client =
        open(
            (call, request) ->
                new HttpSyncCalls(http, adapter.get().device("/"), () -> Tokens.of(user))
                    .call(call, request));
    try {
      equalsServer(own(), "catalog");
      client.update("notes", note(1), "{\"body\":\"mine\"}");
      adapter.get().kill();
      assertThat(client.sync(Duration.ofMillis(300))).isEqualTo(Progress.WAITING);
      assertThat(states()).containsExactly(MutationState.SEALED);

      adapter.set(adapter());
      equalsServer(own(), "catalog");
      assertThat(states()).containsExactly(MutationState.ACCEPTED);
      assertThat(server.executions(Set.of(user)).values()).containsExactly("1");
    } finally {
      adapter.get().close();
    }
  }

  private static AdapterProcess adapter() {
    return AdapterProcess.start(server.database(), "--connections=1", "--token-audience=synchro");
  }

  @Test
  void a_client_that_is_behind_loses_nothing_to_a_stream_reset() {
    sync();
    server.application(
        "UPDATE app.notes SET body = 'missed' WHERE id = '" + note(1) + "'",
        "DELETE FROM app.notes WHERE id = '" + note(2) + "'",
        "UPDATE app.notes SET deleted_at = now() WHERE id = '" + note(3) + "'");
    server.capture();
    client.update("notes", note(4), "{\"body\":\"mine\"}");
    client.insert(
        "notes",
        "{\"id\":\"" + note(10) + "\",\"owner_id\":\"" + user + "\",\"body\":\"mine as well\"}");
    long before = client.requests().getOrDefault(SyncCall.REBUILD, 0L);
    server.operator("SELECT synchro.synchro_request_stream_reset()");
    Poll.until(
        "another stream",
        PATIENCE,
        () ->
            server
                .lines(
                    "SELECT stream_generation, (SELECT state FROM synchro.coordination"
                        + " ORDER BY requested_at DESC LIMIT 1) FROM synchro.progress")
                .equals(List.of("2|cleanup_complete")),
        () -> server.worker().logTail());
    server.application("UPDATE app.notes SET body = 'since' WHERE id = '" + note(5) + "'");

    equalsServer(own(), "catalog");

    assertThat(states()).containsExactly(MutationState.ACCEPTED, MutationState.ACCEPTED);
    assertThat(server.executions(Set.of(user)).values()).containsExactly("1", "1");
    assertThat(client.requests().get(SyncCall.REBUILD)).isGreaterThanOrEqualTo(before + 2);
  }

  private static byte[] fault() {
    return ("{\"error\":{\"code\":\"sync_integrity_failure\","
            + "\"message\":\"sync integrity failure\",\"retryable\":false}}")
        .getBytes(StandardCharsets.UTF_8);
  }
}
