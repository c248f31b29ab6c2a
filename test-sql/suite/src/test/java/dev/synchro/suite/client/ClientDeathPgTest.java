package dev.synchro.suite.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.client.MutationReport;
import dev.synchro.client.MutationState;
import dev.synchro.client.Progress;
import dev.synchro.client.SyncCalls;
import dev.synchro.client.SyncClient;
import dev.synchro.fixture.Login;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same story played by one client process after the other against a live server: the first dies
 * in its first durable step, the second in its second, until one lives to the end. Each is finished
 * by another, and then holds exactly what the server holds.
 */
class ClientDeathPgTest {

  private static final int MOST_STEPS = 80;
  private static final int FEWEST_STEPS = 16;
  private static final int PROCESSES_AT_ONCE = 2;
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private static LiveServer server;
  private static Lines lines;

  @TempDir private Path folder;

  @BeforeAll
  static void start() {
    server = LiveServer.start();
    lines = new Lines(server.database(), PROCESSES_AT_ONCE);
    server.application(
        "INSERT INTO app.notes (id, owner_id, team, body) SELECT u || suffix, u, u, 'old'"
            + " FROM (SELECT prefix || i AS u FROM generate_series(0, "
            + MOST_STEPS
            + ") AS i CROSS JOIN (VALUES ('halt'), ('kill')) AS p (prefix)) AS users"
            + " CROSS JOIN (VALUES ('-a'), ('-b'), ('-c')) AS s (suffix)");
    server.operator(
        "SELECT count(synchro.synchro_grant_user_scope(prefix || i, 'team:' || prefix || i))"
            + " FROM generate_series(0, "
            + MOST_STEPS
            + ") AS i CROSS JOIN (VALUES ('halt'), ('kill')) AS p (prefix)");
    server.capture();
  }

  @AfterAll
  static void stop() {
    lines.close();
    server.close();
  }

  @Test
  void nothing_is_lost_or_sent_twice_wherever_the_process_halts()
      throws InterruptedException, ExecutionException {
    List<String> users = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(PROCESSES_AT_ONCE);
    try {
      boolean dying = true;
      while (dying) {
        List<Future<Boolean>> died = new ArrayList<>();
        for (int next = 0; next < PROCESSES_AT_ONCE; next++) {
          int step = users.size();
          users.add("halt" + step);
          died.add(threads.submit(() -> diesAndIsFinished(step)));
        }
        for (Future<Boolean> one : died) {
          dying &= one.get();
        }
        assertThat(users.size()).as("the story ends").isLessThan(MOST_STEPS);
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(users.size()).as("steps died in").isGreaterThan(FEWEST_STEPS);
    verify(users);
  }

  /** Lets a process die in a step and plays the story on; false when that step never came. */
  private boolean diesAndIsFinished(int step) throws IOException, InterruptedException {
    String user = "halt" + step;
    int status = awaitEnd(process(user, step));
    assertThat(status).as("step " + step).isIn(0, DyingClient.DIED);
    changeBehindTheBack(user);
    finish(user);
    return status == DyingClient.DIED;
  }

  @Test
  void nothing_is_lost_or_sent_twice_when_the_process_is_killed()
      throws IOException, InterruptedException {
    Random random = new Random(Long.getLong("synchro.swarm.seed", 1));
    List<String> users = new ArrayList<>();
    for (int index = 0; index < 3; index++) {
      String user = "kill" + index;
      users.add(user);
      Process process = process(user, -1);
      process.waitFor(600 + random.nextInt(900), TimeUnit.MILLISECONDS);
      process.destroyForcibly();
      awaitEnd(process);
      finish(user);
    }
    verify(users);
  }

  private static int awaitEnd(Process process) throws InterruptedException {
    assertThat(process.waitFor(PATIENCE.toSeconds() * 2, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  /** While the client is dead, one of its rows is changed and another leaves its team. */
  private static void changeBehindTheBack(String user) {
    server.application(
        "UPDATE app.notes SET body = 'theirs', team = NULL WHERE id = '" + user + "-b'");
  }

  private static SyncCalls calls(String user) {
    return lines.of(user, () -> Fate.DELIVER);
  }

  private Path file(String user) {
    return folder.resolve(user + ".db");
  }

  private Process process(String user, int step) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            DyingClient.class.getName(),
            file(user).toString(),
            user,
            Integer.toString(step));
    builder.environment().put(DyingClient.URL, server.database().url(Login.ADAPTER));
    builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.INHERIT);
    return builder.start();
  }

  private void finish(String user) {
    DyingClient.tell(file(user), user, calls(user), LiveServer.settings());
  }

  private void verify(List<String> users) {
    server.capture();
    ApplicationOracle oracle = server.oracle();
    Map<String, String> accepted = new TreeMap<>();
    for (String user : users) {
      Evidence evidence =
          new Evidence(server, user, file(user), Set.of("user:" + user, "team:" + user, "catalog"));
      try (SyncClient client = SyncClient.open(file(user), calls(user), LiveServer.settings())) {
        assertThat(client.sync(PATIENCE)).isEqualTo(Progress.DONE);
        assertThat(evidence.problems(oracle, client.recomputedDigests())).as(user).isEmpty();
        assertThat(client.mutations().stream().map(MutationReport::state))
            .as(user)
            .isSubsetOf(MutationState.ACCEPTED, MutationState.SUPERSEDED_BEFORE_SEND);
        accepted.putAll(evidence.accepted());
      }
    }
    assertThat(server.executions(users)).isEqualTo(accepted);
  }
}
