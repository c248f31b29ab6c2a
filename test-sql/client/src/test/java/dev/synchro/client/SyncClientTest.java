package dev.synchro.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.synchro.core.state.ClientState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SyncClientTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final ClientSettings SETTINGS =
      ClientSettings.usual("test", "1.0.0")
          .withLimits(2, 3)
          .withBackoff(new BackoffPolicy(Duration.ofMillis(1), Duration.ofMillis(2)));

  @TempDir private Path folder;
  private final ModelServer server = new ModelServer("all", "user:u");
  private SyncClient client;

  @BeforeEach
  void open() {
    server.put("a", "u", "one");
    server.put("b", "v", "two");
    server.put("c", "u", "three");
    client = SyncClient.open(file(), server, SETTINGS);
  }

  @AfterEach
  void close() {
    client.close();
  }

  private Path file() {
    return folder.resolve("client.db");
  }

  private List<String> notes() {
    return LocalFile.read(file(), "SELECT id, owner, body FROM notes ORDER BY id");
  }

  private void sync() {
    assertThat(client.sync(PATIENCE))
        .as(() -> client.state() + " " + client.fault())
        .isEqualTo(Progress.DONE);
    assertThat(client.recomputedDigests())
        .isEqualTo(Map.of("all", server.digest("all"), "user:u", server.digest("user:u")));
  }

  private List<MutationState> states() {
    return client.mutations().stream().map(MutationReport::state).toList();
  }

  @Test
  void a_first_sync_connects_rebuilds_every_scope_and_pulls_once() {
    sync();

    assertThat(notes()).containsExactly("a|u|one", "b|v|two", "c|u|three");
    assertThat(client.requests())
        .isEqualTo(Map.of(SyncCall.CONNECT, 1L, SyncCall.REBUILD, 3L, SyncCall.PULL, 1L));
    assertThat(client.state()).isEqualTo(ClientState.READY);
  }

  @Test
  void a_warm_start_is_one_connect_and_one_pull() {
    sync();
    client.close();
    client = SyncClient.open(file(), server, SETTINGS);

    sync();

    assertThat(client.requests()).isEqualTo(Map.of(SyncCall.CONNECT, 1L, SyncCall.PULL, 1L));
  }

  @Test
  void a_cycle_with_nothing_pending_is_one_pull() {
    sync();
    long before = client.requests().get(SyncCall.PULL);

    sync();

    assertThat(client.requests())
        .isEqualTo(Map.of(SyncCall.CONNECT, 1L, SyncCall.REBUILD, 3L, SyncCall.PULL, before + 1));
  }

  @Test
  void a_cycle_with_one_pending_mutation_is_one_push_and_one_pull() {
    sync();
    client.insert("notes", "{\"id\":\"n\",\"owner\":\"u\",\"body\":\"new\"}");

    sync();

    assertThat(client.requests())
        .isEqualTo(
            Map.of(
                SyncCall.CONNECT, 1L, SyncCall.REBUILD, 3L, SyncCall.PULL, 2L, SyncCall.PUSH, 1L));
    assertThat(notes()).contains("n|u|new");
  }

  @Test
  void pages_of_changes_are_applied_until_the_terminal_one() {
    sync();
    server.put("a", "v", "moved");
    server.put("d", "u", "four");
    server.put("e", "u", "five");
    server.remove("b");

    sync();

    assertThat(notes()).containsExactly("a|v|moved", "c|u|three", "d|u|four", "e|u|five");
  }

  @Test
  void a_row_stays_as_long_as_one_of_its_scopes_holds_it() {
    sync();
    server.revoke("all");
    server.put("a", "u", "changed");

    assertThat(client.sync(PATIENCE)).isEqualTo(Progress.DONE);

    assertThat(notes()).containsExactly("a|u|changed", "c|u|three");
    assertThat(client.recomputedDigests()).containsOnlyKeys("user:u");
  }

  @Test
  void a_scope_that_is_added_is_rebuilt_beside_the_others() {
    sync();
    server.assign("user:v");

    assertThat(client.sync(PATIENCE)).isEqualTo(Progress.DONE);

    assertThat(client.scopes().stream().map(ScopeStatus::scopeId))
        .containsExactly("all", "user:u", "user:v");
    assertThat(client.recomputedDigests()).containsEntry("user:v", server.digest("user:v"));
  }

  @Test
  void a_row_that_left_one_scope_shows_what_the_other_was_rebuilt_with() {
    server.revoke("all");
    assertThat(client.sync(PATIENCE)).isEqualTo(Progress.DONE);
    server.assign("all");
    client.sync(Duration.ZERO);
    stepUntil(ClientState.REBUILDING);
    server.put("a", "v", "moved");

    sync();

    assertThat(notes()).containsExactly("a|v|moved", "b|v|two", "c|u|three");
  }

  @Test
  void a_row_that_came_while_two_writes_undid_each_other_is_shown() {
    sync();
    client.close();
    LostAnswers lossy = new LostAnswers(server);
    client = SyncClient.open(file(), lossy, SETTINGS);
    lossy.loseAnswerOf(SyncCall.PULL);
    client.sync(Duration.ZERO);
    stepUntil(ClientState.BACKOFF);
    client.insert("notes", "{\"id\":\"n\",\"owner\":\"u\",\"body\":\"mine\"}");
    client.delete("notes", "n");
    server.put("n", "u", "theirs");

    sync();

    assertThat(states()).containsOnly(MutationState.CANCELLED_BEFORE_SEND);
    assertThat(notes()).contains("n|u|theirs");
  }

  @Test
  void local_writes_show_at_once_and_survive_a_reopen() {
    sync();
    client.insert("notes", "{\"id\":\"n\",\"owner\":\"u\",\"body\":null}");
    client.update("notes", "a", "{\"body\":\"mine\"}");
    client.delete("notes", "c");
    client.close();
    client = SyncClient.open(file(), server, SETTINGS);

    assertThat(notes()).containsExactly("a|u|mine", "b|v|two", "n|u|null");
    assertThat(states()).containsOnly(MutationState.PENDING);
  }

  @Test
  void writes_are_accepted_in_batches_and_come_back_by_pull() {
    sync();
    client.insert("notes", "{\"id\":\"n1\",\"owner\":\"u\",\"body\":\"1\"}");
    client.insert("notes", "{\"id\":\"n2\",\"owner\":\"u\",\"body\":\"2\"}");
    client.update("notes", "a", "{\"body\":\"mine\"}");
    client.delete("notes", "c");

    sync();

    assertThat(states()).containsOnly(MutationState.ACCEPTED);
    assertThat(client.requests()).containsEntry(SyncCall.PUSH, 2L);
    assertThat(notes()).containsExactly("a|u|mine", "b|v|two", "n1|u|1", "n2|u|2");
    assertThat(LocalFile.read(file(), "SELECT count(*) FROM _synchro_outcome_row"))
        .containsExactly("0");
  }

  @Test
  void a_lost_comparison_shows_the_row_that_won() {
    sync();
    client.update("notes", "a", "{\"body\":\"mine\"}");
    server.put("a", "u", "theirs");

    sync();

    assertThat(states()).containsExactly(MutationState.CONFLICT);
    assertThat(notes()).contains("a|u|theirs");
  }

  @Test
  void a_row_deleted_by_others_is_gone_after_the_conflict() {
    sync();
    client.update("notes", "a", "{\"body\":\"mine\"}");
    server.remove("a");

    sync();

    assertThat(states()).containsExactly(MutationState.CONFLICT);
    assertThat(notes()).containsExactly("b|v|two", "c|u|three");
  }

  @Test
  void a_rejected_write_is_undone_and_kept_for_inspection() {
    sync();
    client.update("notes", "a", "{\"body\":\"forbidden\"}");

    sync();

    assertThat(notes()).contains("a|u|one");
    assertThat(client.mutations().get(0).outcome().orElseThrow()).contains("policy_rejected");
    assertThat(client.requests()).containsEntry(SyncCall.PUSH, 1L);
  }

  @Test
  void a_write_on_a_write_in_flight_gets_its_base_from_the_accepted_one() {
    sync();
    client.update("notes", "a", "{\"body\":\"first\"}");
    loseThePushAnswer();
    client.update("notes", "a", "{\"body\":\"second\"}");

    sync();

    assertThat(states()).containsExactly(MutationState.ACCEPTED, MutationState.ACCEPTED);
    assertThat(notes()).contains("a|u|second");
  }

  /** Reopens the client and stops it where a batch was executed and its answer lost. */
  private void loseThePushAnswer() {
    LostAnswers lossy = new LostAnswers(server);
    client.close();
    client = SyncClient.open(file(), lossy, SETTINGS);
    lossy.loseAnswerOf(SyncCall.PUSH);
    stepUntil(ClientState.BACKOFF);
  }

  @Test
  void a_write_on_a_write_that_lost_is_blocked() {
    sync();
    client.update("notes", "a", "{\"body\":\"first\"}");
    server.put("a", "u", "theirs");
    loseThePushAnswer();
    client.update("notes", "a", "{\"body\":\"second\"}");

    sync();

    assertThat(states())
        .containsExactly(MutationState.CONFLICT, MutationState.BLOCKED_BY_PREDECESSOR);
    assertThat(notes()).contains("a|u|theirs");
  }

  @Test
  void writes_that_undo_each_other_are_never_sent() {
    sync();
    client.insert("notes", "{\"id\":\"n\",\"owner\":\"u\",\"body\":\"x\"}");
    client.delete("notes", "n");

    sync();

    assertThat(states()).containsOnly(MutationState.CANCELLED_BEFORE_SEND);
    assertThat(client.requests()).doesNotContainKey(SyncCall.PUSH);
  }

  @Test
  void a_write_too_large_to_send_is_set_aside_with_what_follows_it() {
    sync();
    client.update("notes", "a", "{\"body\":\"" + "x".repeat(70_000) + "\"}");
    client.update("notes", "c", "{\"body\":\"small\"}");

    sync();

    assertThat(states()).containsExactly(MutationState.EXCEEDS_PUSH_LIMIT, MutationState.ACCEPTED);
    assertThat(notes()).contains("a|u|one", "c|u|small");
  }

  @Test
  void a_batch_whose_answer_was_lost_is_sent_again_and_executed_once() {
    LostAnswers lossy = new LostAnswers(server);
    client.close();
    client = SyncClient.open(file(), lossy, SETTINGS);
    sync();
    client.update("notes", "a", "{\"body\":\"mine\"}");
    lossy.loseAnswerOf(SyncCall.PUSH);

    sync();

    assertThat(lossy.requests(SyncCall.PUSH)).hasSize(2);
    assertThat(lossy.requests(SyncCall.PUSH).get(0))
        .isEqualTo(lossy.requests(SyncCall.PUSH).get(1));
    assertThat(server.executions(client.mutations().get(0).mutationId())).isEqualTo(1);
    assertThat(states()).containsExactly(MutationState.ACCEPTED);
  }

  @Test
  void a_first_connect_whose_answer_was_lost_is_repeated_as_another_client() {
    LostAnswers lossy = new LostAnswers(server);
    client.close();
    client = SyncClient.open(folder.resolve("fresh.db"), lossy, SETTINGS);
    lossy.loseAnswerOf(SyncCall.CONNECT);

    assertThat(client.sync(PATIENCE)).isEqualTo(Progress.DONE);

    assertThat(lossy.requests(SyncCall.CONNECT)).hasSize(2).doesNotHaveDuplicates();
  }

  @Test
  void an_expired_generation_is_renewed_and_its_batch_sent_under_another_id() {
    sync();
    client.update("notes", "a", "{\"body\":\"mine\"}");
    server.expireGenerations();

    sync();

    assertThat(states()).containsExactly(MutationState.ACCEPTED);
    assertThat(server.executions(client.mutations().get(0).mutationId())).isEqualTo(1);
    assertThat(client.requests())
        .containsEntry(SyncCall.PUSH, 2L)
        .containsEntry(SyncCall.CONNECT, 2L);
  }

  @Test
  void a_wider_schema_is_installed_and_rows_keep_their_cursor() {
    sync();
    long rebuilds = client.requests().get(SyncCall.REBUILD);
    client.update("notes", "a", "{\"body\":\"before\"}");
    server.widenSchema();

    sync();

    assertThat(client.requests()).containsEntry(SyncCall.REBUILD, rebuilds);
    assertThat(states()).containsExactly(MutationState.ACCEPTED);
    client.update("notes", "a", "{\"rank\":\"9007199254740993\"}");
    assertThat(LocalFile.read(file(), "SELECT id, rank FROM notes WHERE id = 'a'"))
        .containsExactly("a|9007199254740993");
  }

  @Test
  void stale_cursors_are_rebuilt() {
    sync();
    server.put("a", "u", "changed");
    server.remove("b");
    server.resetStream();

    sync();

    assertThat(notes()).containsExactly("a|u|changed", "c|u|three");
  }

  @Test
  void pulls_wait_for_the_capture_gate() {
    sync();
    server.gateAfterPush(3);
    client.update("notes", "a", "{\"body\":\"mine\"}");

    sync();

    assertThat(notes()).contains("a|u|mine");
    assertThat(LocalFile.read(file(), "SELECT count(*) FROM _synchro_backoff"))
        .containsExactly("0");
  }

  @Test
  void an_outcome_row_of_no_assigned_scope_disappears_after_the_next_terminal_page() {
    server.revoke("all");
    assertThat(client.sync(PATIENCE)).isEqualTo(Progress.DONE);
    client.insert("notes", "{\"id\":\"n\",\"owner\":\"v\",\"body\":\"for v\"}");

    assertThat(client.sync(PATIENCE)).isEqualTo(Progress.DONE);

    assertThat(states()).containsExactly(MutationState.ACCEPTED);
    assertThat(notes()).containsExactly("a|u|one", "c|u|three");
  }

  @Test
  void a_revoked_scope_keeps_the_row_a_write_is_pending_on() {
    sync();
    client.close();
    LostAnswers lossy = new LostAnswers(server);
    client = SyncClient.open(file(), lossy, SETTINGS);
    client.update("notes", "b", "{\"body\":\"mine\"}");
    server.revoke("all");
    client.step();
    client.step();
    assertThat(client.state()).isEqualTo(ClientState.READY);

    assertThat(notes()).contains("b|v|mine");
    assertThat(client.sync(PATIENCE)).isEqualTo(Progress.DONE);
    assertThat(states()).containsExactly(MutationState.ACCEPTED);
    assertThat(notes()).containsExactly("a|u|one", "c|u|three");
  }

  @Test
  void stop_and_start_keep_everything_durable() {
    sync();
    client.update("notes", "a", "{\"body\":\"mine\"}");
    client.stop();
    assertThat(client.step()).isEqualTo(Progress.HALTED);
    client.start();

    sync();

    assertThat(states()).containsExactly(MutationState.ACCEPTED);
  }

  @Test
  void a_write_no_server_would_take_is_refused_and_changes_nothing() {
    sync();
    Map<String, Runnable> refused =
        Map.of(
            "table", () -> client.insert("none", "{\"id\":\"x\"}"),
            "field", () -> client.update("notes", "a", "{\"nothing\":1}"),
            "type", () -> client.update("notes", "a", "{\"body\":1}"),
            "null", () -> client.update("notes", "a", "{\"owner\":null}"),
            "key", () -> client.update("notes", "a", "{\"id\":\"b\"}"),
            "missing", () -> client.update("notes", "z", "{\"body\":\"x\"}"),
            "twice", () -> client.insert("notes", "{\"id\":\"a\",\"owner\":\"u\"}"),
            "empty", () -> client.update("notes", "a", "{}"),
            "json", () -> client.insert("notes", "{\"id\":"));

    refused.forEach(
        (what, write) ->
            assertThatThrownBy(write::run).as(what).isInstanceOf(LocalWriteRefused.class));

    assertThat(client.mutations()).isEmpty();
    assertThat(notes()).containsExactly("a|u|one", "b|v|two", "c|u|three");
  }

  @Test
  void a_file_of_another_format_is_refused() {
    client.close();
    LocalDatabase other = LocalDatabase.open(file(), StepObserver.NONE);
    other.run("PRAGMA user_version = 7");
    other.close();

    assertThatThrownBy(() -> SyncClient.open(file(), server, SETTINGS))
        .isInstanceOf(LocalDatabaseFailure.class)
        .hasMessage("the local database must have format 1, found 7");
    client = SyncClient.open(folder.resolve("other.db"), server, SETTINGS);
  }

  private void stepUntil(ClientState state) {
    for (int steps = 0; client.state() != state; steps++) {
      assertThat(steps).as("steps until " + state).isLessThan(1000);
      client.step();
    }
  }

  @Test
  void faults_are_none_while_all_is_well() {
    sync();

    assertThat(client.fault()).isEqualTo(Optional.empty());
  }
}
