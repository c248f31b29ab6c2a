package dev.synchro.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The anomaly loop: the same story with the client dying at its first durable moment, then at its
 * second, until the story runs to its end untouched. Each time the next process finishes it.
 */
class ClientDeathTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int MOST_MOMENTS = 200;
  private static final ClientSettings SETTINGS =
      ClientSettings.usual("test", "1.0.0")
          .withLimits(2, 2)
          .withBackoff(new BackoffPolicy(Duration.ofMillis(1), Duration.ofMillis(2)));

  @TempDir private Path folder;

  @Test
  void nothing_is_lost_or_sent_twice_wherever_the_client_dies() {
    int moment = 0;
    while (diesAt(moment)) {
      moment++;
      assertThat(moment).as("the story ends").isLessThan(MOST_MOMENTS);
    }
    assertThat(moment).as("moments the client died at").isGreaterThan(25);
  }

  private boolean diesAt(int moment) {
    Path file = folder.resolve(moment + ".db");
    ModelServer server = server();
    Death.Clock clock = new Death.Clock(moment);
    tell(file, server, SETTINGS.withObserver(clock));
    if (clock.hasStruck()) {
      tell(file, server, SETTINGS);
    }
    verify(moment, file, server);
    return clock.hasStruck();
  }

  private static ModelServer server() {
    ModelServer server = new ModelServer("all", "user:u");
    server.put("a", "u", "one");
    server.put("b", "v", "two");
    server.put("c", "u", "three");
    server.gateAfterPush(2);
    return server;
  }

  /** Plays the whole story on; what an earlier process did of it is found done. */
  private static void tell(Path file, ModelServer server, ClientSettings settings) {
    SyncClient[] opened = new SyncClient[1];
    try {
      opened[0] = SyncClient.open(file, server, settings);
      SyncClient client = opened[0];
      assertThat(client.sync(PATIENCE)).isEqualTo(Progress.DONE);
      once(() -> client.insert("notes", "{\"id\":\"n\",\"owner\":\"u\",\"body\":\"new\"}"));
      once(() -> client.update("notes", "n", "{\"body\":\"newer\"}"));
      once(() -> client.update("notes", "a", "{\"body\":\"mine\"}"));
      once(() -> client.delete("notes", "c"));
      server.put("b", "v", "theirs");
      server.widenSchemaOnce();
      assertThat(client.sync(PATIENCE))
          .as(() -> client.state() + " " + client.fault())
          .isEqualTo(Progress.DONE);
    } catch (Death end) {
      assertThat(settings.observer()).isInstanceOf(Death.Clock.class);
    } finally {
      if (opened[0] != null) {
        opened[0].close();
      }
    }
  }

  private static void once(Runnable write) {
    try {
      write.run();
    } catch (LocalWriteRefused alreadyDone) {
      assertThat(alreadyDone).hasMessageMatching("there is no such row|the row exists already");
    }
  }

  private static void verify(int moment, Path file, ModelServer server) {
    try (SyncClient client = SyncClient.open(file, server, SETTINGS)) {
      assertThat(client.recomputedDigests())
          .as("moment %s", moment)
          .isEqualTo(Map.of("all", server.digest("all"), "user:u", server.digest("user:u")));
      for (MutationReport mutation : client.mutations()) {
        boolean sent = mutation.state() == MutationState.ACCEPTED;
        assertThat(server.executions(mutation.mutationId()))
            .as("moment %s, %s", moment, mutation)
            .isEqualTo(sent ? 1 : 0);
      }
      Set<MutationState> states = new TreeSet<>();
      client.mutations().forEach(mutation -> states.add(mutation.state()));
      assertThat(states)
          .as("moment %s", moment)
          .isSubsetOf(MutationState.ACCEPTED, MutationState.SUPERSEDED_BEFORE_SEND);
    }
    assertThat(LocalFile.read(file, "SELECT id, body FROM notes ORDER BY id"))
        .as("moment %s", moment)
        .isEqualTo(List.of("a|mine", "b|theirs", "n|newer"));
  }
}
