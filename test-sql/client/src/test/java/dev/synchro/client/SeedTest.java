package dev.synchro.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.synchro.core.state.ClientState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that begin with a seed. Contract 5.3, "Seed receipt". */
class SeedTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final ClientSettings SETTINGS =
      ClientSettings.usual("test", "1.0.0")
          .withLimits(2, 3)
          .withBackoff(new BackoffPolicy(Duration.ofMillis(1), Duration.ofMillis(2)));

  @TempDir private Path folder;
  private final ModelServer server = new ModelServer("all", "user:u");
  private Seed seed;

  @BeforeEach
  void export() {
    server.put("a", "u", "one");
    server.put("b", "v", "two");
    seed = server.seed("all");
  }

  private Path file() {
    return folder.resolve("client.db");
  }

  private SyncClient open() {
    return SyncClient.openSeeded(file(), seed, server, SETTINGS);
  }

  private List<String> notes() {
    return LocalFile.read(file(), "SELECT id, owner, body FROM notes ORDER BY id");
  }

  private void sync(SyncClient client) {
    assertThat(client.sync(PATIENCE))
        .as(() -> client.state() + " " + client.fault())
        .isEqualTo(Progress.DONE);
    assertThat(client.recomputedDigests())
        .isEqualTo(Map.of("all", server.digest("all"), "user:u", server.digest("user:u")));
  }

  @Test
  void rows_are_there_before_anything_was_sent_and_nothing_is_pending() {
    try (SyncClient client = open()) {
      assertThat(notes()).containsExactly("a|u|one", "b|v|two");
      assertThat(client.mutations()).isEmpty();
      assertThat(client.requests()).isEmpty();
      assertThat(client.state()).isEqualTo(ClientState.LOCAL_READY);
    }
  }

  @Test
  void a_valid_receipt_spares_the_rebuild_of_its_scope() {
    server.put("b", "v", "changed since");
    try (SyncClient client = open()) {
      sync(client);

      assertThat(client.requests()).containsEntry(SyncCall.REBUILD, 1L);
      assertThat(notes()).containsExactly("a|u|one", "b|v|changed since");
      assertThat(LocalFile.read(file(), "SELECT count(*) FROM _synchro_seed_receipt"))
          .containsExactly("0");
    }
  }

  @Test
  void a_stale_receipt_leads_to_a_rebuild() {
    server.resetStream();
    server.remove("b");
    try (SyncClient client = open()) {
      sync(client);

      assertThat(notes()).containsExactly("a|u|one");
    }
  }

  @Test
  void a_seed_of_an_older_schema_is_brought_under_the_new_one() {
    server.widenSchema();
    try (SyncClient client = open()) {
      sync(client);
    }
  }

  @Test
  void a_scope_that_is_not_assigned_goes_with_its_rows() {
    server.revoke("all");
    try (SyncClient client = open()) {
      assertThat(client.sync(PATIENCE)).isEqualTo(Progress.DONE);

      assertThat(notes()).containsExactly("a|u|one");
      assertThat(client.recomputedDigests()).containsOnlyKeys("user:u");
    }
  }

  @Test
  void writes_made_before_the_first_connect_are_pushed_after_it() {
    try (SyncClient client = open()) {
      client.update("notes", "a", "{\"body\":\"mine\"}");
      server.revoke("all");

      assertThat(client.sync(PATIENCE)).isEqualTo(Progress.DONE);

      assertThat(client.mutations().get(0).state()).isEqualTo(MutationState.ACCEPTED);
      assertThat(notes()).containsExactly("a|u|mine");
    }
  }

  @Test
  void receipts_are_presented_again_when_the_answer_was_lost() {
    LostAnswers lossy = new LostAnswers(server);
    lossy.loseAnswerOf(SyncCall.CONNECT);
    try (SyncClient client = SyncClient.openSeeded(file(), seed, lossy, SETTINGS)) {
      sync(client);

      assertThat(client.requests()).containsEntry(SyncCall.REBUILD, 1L);
      assertThat(lossy.requests(SyncCall.CONNECT)).hasSize(2).doesNotHaveDuplicates();
    }
  }

  @Test
  void a_file_that_holds_something_is_left_alone() {
    open().close();
    server.put("c", "u", "three");
    try (SyncClient client = SyncClient.openSeeded(file(), server.seed("all"), server, SETTINGS)) {
      assertThat(notes()).containsExactly("a|u|one", "b|v|two");
      sync(client);
    }
  }

  @Test
  void a_seed_that_differs_from_its_digests_is_refused_whole() {
    Seed.Scope scope = seed.scopes().get(0);
    List<Seed.Scope> wrong =
        List.of(
            new Seed.Scope("all", scope.checksum(), scope.receipt(), scope.records().subList(0, 1)),
            new Seed.Scope("al", scope.checksum(), scope.receipt(), scope.records()),
            new Seed.Scope(
                "all",
                scope.checksum(),
                scope.receipt(),
                scope.records().stream().map(record -> record.replace("one", "ONE")).toList()));
    for (Seed.Scope bad : wrong) {
      Seed damaged = new Seed(seed.manifest(), List.of(bad));
      assertThatThrownBy(() -> SyncClient.openSeeded(file(), damaged, server, SETTINGS))
          .isInstanceOf(SeedRefused.class);
    }
    try (SyncClient client = SyncClient.open(file(), server, SETTINGS)) {
      sync(client);
    }
  }
}
