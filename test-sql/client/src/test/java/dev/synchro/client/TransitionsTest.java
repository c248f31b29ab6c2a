package dev.synchro.client;

import static dev.synchro.core.state.ClientState.BACKOFF;
import static dev.synchro.core.state.ClientState.CONNECTING;
import static dev.synchro.core.state.ClientState.ERROR;
import static dev.synchro.core.state.ClientState.LOCAL_READY;
import static dev.synchro.core.state.ClientState.PULLING;
import static dev.synchro.core.state.ClientState.PUSHING;
import static dev.synchro.core.state.ClientState.READY;
import static dev.synchro.core.state.ClientState.REBUILDING;
import static dev.synchro.core.state.ClientState.SCHEMA_APPLYING;
import static dev.synchro.core.state.ClientState.STOPPED;
import static dev.synchro.core.state.ClientState.UNINITIALIZED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.synchro.core.state.ClientState;
import dev.synchro.core.state.ClientTransitions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every legal transition of contract 6.1, each brought about by what 6.2 says brings it about; and
 * every illegal one refused with nothing changed.
 */
class TransitionsTest {

  @TempDir private Path folder;

  /** One ordered pair of states. */
  private record Pair(ClientState from, ClientState to) {
    @Override
    public String toString() {
      return from.wireName() + " -> " + to.wireName();
    }
  }

  /** A client, its server and the line between them, for one pair. */
  private static final class Stage implements SyncCalls, StepObserver {
    private final ModelServer server = new ModelServer("all", "user:u");
    private final List<Pair> seen = new ArrayList<>();
    private final Path file;
    private Optional<SyncCall> broken = Optional.empty();
    private String brokenAnswer = "";
    private boolean rebuildLocal;
    private Optional<DurableStep> stopAt = Optional.empty();
    private SyncClient client;

    Stage(Path file) {
      this.file = file;
      server.put("a", "u", "one");
      server.put("b", "v", "two");
      server.put("c", "u", "three");
    }

    ClientSettings settings() {
      return ClientSettings.usual("test", "1.0.0")
          .withLimits(2, 1)
          .withBackoff(new BackoffPolicy(Duration.ofMillis(1), Duration.ofMillis(2)))
          .withObserver(this);
    }

    Stage open() {
      client = SyncClient.open(file, this, settings());
      return this;
    }

    Stage synced() {
      open();
      sync();
      return this;
    }

    void sync() {
      assertThat(client.sync(Duration.ofSeconds(30)))
          .as(() -> client.state() + " " + client.fault())
          .isEqualTo(Progress.DONE);
    }

    /** The next answers of a call are this error, or none at all when the code is empty. */
    Stage failing(SyncCall call, String code) {
      broken = Optional.of(call);
      brokenAnswer = code;
      return this;
    }

    Stage healed() {
      broken = Optional.empty();
      return this;
    }

    Stage writing() {
      client.update("notes", "a", "{\"body\":\"mine\"}");
      client.update("notes", "c", "{\"body\":\"mine too\"}");
      return this;
    }

    /** Steps until the client is in a state; a new wish to pull keeps it going. */
    Stage until(ClientState state) {
      client.sync(Duration.ZERO);
      for (int steps = 0; client.state() != state; steps++) {
        assertThat(steps).as("steps until " + state).isLessThan(2000);
        client.step();
      }
      return this;
    }

    /** Steps until the pair was seen. */
    void untilSeen(Pair pair) {
      client.sync(Duration.ZERO);
      for (int steps = 0; !seen.contains(pair); steps++) {
        assertThat(steps).as("steps until " + pair + ", now " + client.state()).isLessThan(2000);
        client.step();
      }
    }

    void runInFile(String sql) {
      LocalDatabase other = LocalDatabase.open(file, StepObserver.NONE);
      other.run(sql);
      other.close();
    }

    @Override
    public byte[] call(SyncCall call, byte[] request) throws TransportFailure {
      if (broken.equals(Optional.of(call))) {
        if (brokenAnswer.isEmpty()) {
          throw new TransportFailure("the line is down");
        }
        boolean retryable = brokenAnswer.equals("capture_pending");
        return ("{\"error\":{\"code\":\""
                + brokenAnswer
                + "\",\"message\":\"m\",\"retryable\":"
                + retryable
                + "}}")
            .getBytes(StandardCharsets.UTF_8);
      }
      byte[] answer = server.call(call, request);
      if (rebuildLocal && call == SyncCall.CONNECT) {
        return new String(answer, StandardCharsets.UTF_8)
            .replace("\"action\":\"replace\"", "\"action\":\"rebuild_local\"")
            .replaceFirst("^\\{", "{\"affected_scopes\":[\"all\"],")
            .getBytes(StandardCharsets.UTF_8);
      }
      return answer;
    }

    @Override
    public void moved(ClientState from, ClientState to) {
      assertThat(ClientTransitions.isLegal(from, to)).isTrue();
      seen.add(new Pair(from, to));
    }

    @Override
    public void beforeCommit(DurableStep step) {
      if (stopAt.equals(Optional.of(step))) {
        client.stop();
      }
    }
  }

  private static Map<Pair, Consumer<Stage>> stories() {
    Map<Pair, Consumer<Stage>> stories = new LinkedHashMap<>();
    stories.put(new Pair(UNINITIALIZED, LOCAL_READY), Stage::open);
    stories.put(
        new Pair(UNINITIALIZED, STOPPED),
        stage -> stage.client = SyncClient.openStopped(stage.file, stage, stage.settings()));
    stories.put(new Pair(UNINITIALIZED, ERROR), TransitionsTest::openGarbage);

    stories.put(new Pair(LOCAL_READY, CONNECTING), stage -> stage.open().client.step());
    stories.put(new Pair(LOCAL_READY, STOPPED), stage -> stage.open().client.stop());
    stories.put(
        new Pair(LOCAL_READY, ERROR),
        stage -> {
          stage.open().failing(SyncCall.CONNECT, "").until(BACKOFF);
          stage.client.close();
          stage.runInFile("UPDATE _synchro_backoff SET resume_state = 'Connecting'");
          stage.open().client.step();
        });

    stories.put(new Pair(CONNECTING, SCHEMA_APPLYING), Stage::synced);
    stories.put(
        new Pair(CONNECTING, READY),
        stage -> {
          stage.synced().client.close();
          stage.open();
        });
    stories.put(new Pair(CONNECTING, BACKOFF), stage -> stage.open().failing(SyncCall.CONNECT, ""));
    stories.put(
        new Pair(CONNECTING, ERROR),
        stage -> stage.open().failing(SyncCall.CONNECT, "upgrade_required"));
    stories.put(
        new Pair(CONNECTING, STOPPED), stage -> stage.open().until(CONNECTING).client.stop());

    stories.put(new Pair(SCHEMA_APPLYING, READY), Stage::synced);
    stories.put(new Pair(SCHEMA_APPLYING, REBUILDING), TransitionsTest::rebuildLocal);
    stories.put(
        new Pair(SCHEMA_APPLYING, ERROR),
        stage -> {
          stage.open();
          stage.runInFile("CREATE TABLE notes (another INTEGER)");
        });
    stories.put(
        new Pair(SCHEMA_APPLYING, STOPPED),
        stage -> stage.open().stopAt = Optional.of(DurableStep.CONNECT_APPLIED));

    stories.put(new Pair(READY, CONNECTING), stage -> stage.synced().client.reconnect());
    stories.put(new Pair(READY, PUSHING), stage -> stage.synced().writing());
    stories.put(new Pair(READY, PULLING), Stage::synced);
    stories.put(new Pair(READY, REBUILDING), Stage::synced);
    stories.put(
        new Pair(READY, ERROR),
        stage -> stage.synced().runInFile("ALTER TABLE _synchro_mutation RENAME TO lost"));
    stories.put(new Pair(READY, STOPPED), stage -> stage.synced().client.stop());

    stories.put(
        new Pair(PUSHING, CONNECTING),
        stage -> stage.synced().writing().failing(SyncCall.PUSH, "client_generation_expired"));
    stories.put(
        new Pair(PUSHING, READY),
        stage -> {
          stage.synced();
          stage.client.insert("notes", "{\"id\":\"n\",\"owner\":\"u\",\"body\":\"x\"}");
          stage.client.delete("notes", "n");
        });
    stories.put(new Pair(PUSHING, PUSHING), stage -> stage.synced().writing());
    stories.put(new Pair(PUSHING, PULLING), stage -> stage.synced().writing());
    stories.put(
        new Pair(PUSHING, BACKOFF), stage -> stage.synced().writing().failing(SyncCall.PUSH, ""));
    stories.put(
        new Pair(PUSHING, ERROR),
        stage -> stage.synced().writing().failing(SyncCall.PUSH, "client_retired"));
    stories.put(
        new Pair(PUSHING, STOPPED), stage -> stage.synced().writing().until(PUSHING).client.stop());

    stories.put(
        new Pair(PULLING, CONNECTING),
        stage -> stage.synced().failing(SyncCall.PULL, "schema_mismatch"));
    stories.put(new Pair(PULLING, READY), Stage::synced);
    stories.put(
        new Pair(PULLING, PULLING),
        stage -> {
          stage.synced();
          for (String id : List.of("d", "e", "f", "g")) {
            stage.server.put(id, "u", "new");
          }
        });
    stories.put(new Pair(PULLING, REBUILDING), stage -> stage.synced().server.assign("user:v"));
    stories.put(
        new Pair(PULLING, BACKOFF),
        stage -> stage.synced().failing(SyncCall.PULL, "capture_pending"));
    stories.put(
        new Pair(PULLING, ERROR),
        stage -> stage.synced().failing(SyncCall.PULL, "sync_integrity_failure"));
    stories.put(new Pair(PULLING, STOPPED), stage -> stage.synced().until(PULLING).client.stop());

    stories.put(
        new Pair(REBUILDING, CONNECTING),
        stage -> stage.open().failing(SyncCall.REBUILD, "schema_mismatch"));
    stories.put(new Pair(REBUILDING, READY), Stage::synced);
    stories.put(new Pair(REBUILDING, REBUILDING), Stage::synced);
    stories.put(new Pair(REBUILDING, BACKOFF), stage -> stage.open().failing(SyncCall.REBUILD, ""));
    stories.put(
        new Pair(REBUILDING, ERROR),
        stage -> stage.open().failing(SyncCall.REBUILD, "invalid_request"));
    stories.put(
        new Pair(REBUILDING, STOPPED), stage -> stage.open().until(REBUILDING).client.stop());

    stories.put(
        new Pair(BACKOFF, CONNECTING),
        stage -> stage.open().failing(SyncCall.CONNECT, "").until(BACKOFF).healed());
    stories.put(
        new Pair(BACKOFF, PUSHING),
        stage -> stage.synced().writing().failing(SyncCall.PUSH, "").until(BACKOFF).healed());
    stories.put(
        new Pair(BACKOFF, PULLING),
        stage -> stage.synced().failing(SyncCall.PULL, "").until(BACKOFF).healed());
    stories.put(
        new Pair(BACKOFF, REBUILDING),
        stage -> stage.open().failing(SyncCall.REBUILD, "").until(BACKOFF).healed());
    stories.put(
        new Pair(BACKOFF, ERROR),
        stage -> {
          stage.open().failing(SyncCall.CONNECT, "").until(BACKOFF);
          stage.runInFile("UPDATE _synchro_backoff SET resume_state = 'waiting'");
        });
    stories.put(
        new Pair(BACKOFF, STOPPED),
        stage -> stage.open().failing(SyncCall.CONNECT, "").until(BACKOFF).client.stop());

    stories.put(
        new Pair(ERROR, LOCAL_READY),
        stage ->
            stage.open().failing(SyncCall.CONNECT, "auth_required").until(ERROR).client.retry());
    stories.put(
        new Pair(ERROR, STOPPED),
        stage ->
            stage.open().failing(SyncCall.CONNECT, "auth_required").until(ERROR).client.stop());
    stories.put(
        new Pair(STOPPED, LOCAL_READY),
        stage -> {
          stage.open().client.stop();
          stage.client.start();
        });
    return stories;
  }

  private static void openGarbage(Stage stage) {
    try {
      Files.writeString(stage.file, "this is no database".repeat(100));
    } catch (IOException failed) {
      throw new AssertionError(failed);
    }
    assertThatThrownBy(stage::open).isInstanceOf(LocalDatabaseFailure.class);
  }

  private static void rebuildLocal(Stage stage) {
    stage.synced();
    stage.server.widenSchema();
    stage.rebuildLocal = true;
  }

  @Test
  void every_legal_pair_has_a_story() {
    TreeSet<String> told = new TreeSet<>();
    stories().keySet().forEach(pair -> told.add(pair.toString()));
    TreeSet<String> legal = new TreeSet<>();
    all().stream()
        .filter(pair -> ClientTransitions.isLegal(pair.from(), pair.to()))
        .forEach(pair -> legal.add(pair.toString()));

    assertThat(told).isEqualTo(legal).hasSize(50);
  }

  private static List<Pair> all() {
    List<Pair> all = new ArrayList<>();
    for (ClientState from : ClientState.values()) {
      for (ClientState to : ClientState.values()) {
        all.add(new Pair(from, to));
      }
    }
    return all;
  }

  @TestFactory
  List<DynamicTest> the_client_makes_every_legal_transition() {
    List<DynamicTest> tests = new ArrayList<>();
    stories()
        .forEach(
            (pair, story) ->
                tests.add(DynamicTest.dynamicTest(pair.toString(), () -> tell(pair, story))));
    return tests;
  }

  private void tell(Pair pair, Consumer<Stage> story) {
    Stage stage = new Stage(folder.resolve(pair.from() + "-" + pair.to() + ".db"));
    story.accept(stage);
    if (!stage.seen.contains(pair)) {
      stage.untilSeen(pair);
    }
    recover(stage);
  }

  /** Wherever it got to, a client that is let go on ends equal to the server. */
  private static void recover(Stage stage) {
    if (stage.client == null) {
      return;
    }
    stage.healed();
    stage.stopAt = Optional.empty();
    stage.rebuildLocal = false;
    ClientState state = stage.client.state();
    if (state == STOPPED) {
      stage.client.start();
    } else if (state == ERROR) {
      stage.client.retry();
    }
    if (!beyondRepair(stage)) {
      stage.sync();
      assertThat(stage.client.recomputedDigests())
          .isEqualTo(
              Map.of("all", stage.server.digest("all"), "user:u", stage.server.digest("user:u")));
    }
    stage.client.close();
  }

  /** Files these stories have damaged, and clients with another set of scopes. */
  private static boolean beyondRepair(Stage stage) {
    return LocalFile.read(
                    stage.file,
                    "SELECT name FROM sqlite_schema WHERE name = 'lost' OR sql LIKE '%another%'")
                .size()
            + LocalFile.read(
                    stage.file, "SELECT 1 FROM _synchro_backoff WHERE resume_state IN ('waiting')")
                .size()
            + LocalFile.read(
                    stage.file, "SELECT 1 FROM _synchro_backoff WHERE resume_state = 'Connecting'")
                .size()
            + LocalFile.read(stage.file, "SELECT 1 FROM _synchro_scope WHERE scope_id = 'user:v'")
                .size()
        > 0;
  }

  @TestFactory
  List<DynamicTest> an_illegal_transition_changes_nothing() {
    List<DynamicTest> tests = new ArrayList<>();
    all().stream()
        .filter(pair -> !ClientTransitions.isLegal(pair.from(), pair.to()))
        .forEach(pair -> tests.add(DynamicTest.dynamicTest(pair.toString(), () -> refused(pair))));
    assertThat(tests).hasSize(71);
    return tests;
  }

  private static void refused(Pair pair) {
    Machine machine = new Machine(StepObserver.NONE);
    pathTo(pair.from()).forEach(machine::moveTo);
    assertThat(machine.state()).isEqualTo(pair.from());

    assertThatThrownBy(() -> machine.moveTo(pair.to()))
        .isInstanceOf(ContractFault.class)
        .hasMessage(
            "no transition from "
                + pair.from().wireName()
                + " to "
                + pair.to().wireName()
                + " exists");
    assertThat(machine.state()).isEqualTo(pair.from());
  }

  private static List<ClientState> pathTo(ClientState state) {
    return switch (state) {
      case UNINITIALIZED -> List.of();
      case LOCAL_READY, ERROR, STOPPED -> List.of(state);
      case CONNECTING -> List.of(LOCAL_READY, CONNECTING);
      case SCHEMA_APPLYING, READY, BACKOFF -> List.of(LOCAL_READY, CONNECTING, state);
      case PUSHING, PULLING, REBUILDING -> List.of(LOCAL_READY, CONNECTING, READY, state);
    };
  }
}
