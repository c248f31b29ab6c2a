package dev.synchro.suite.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Issues nothing by hand: what happens is drawn from a seed, which is printed and can be given as
 * {@code synchro.swarm.seed}; {@code synchro.swarm.seconds} is how long each swarm writes.
 */
class SwarmPgTest {

  private static final long SEED =
      Long.getLong("synchro.swarm.seed", System.nanoTime() % 1_000_000);
  private static final Duration LOAD = Duration.ofSeconds(Long.getLong("synchro.swarm.seconds", 6));

  private static final Pattern FORBIDDEN =
      Pattern.compile("^sync_integrity_failure|^invalid_request|^temporary_unavailable");

  private static LiveServer server;

  @TempDir private Path folder;

  @BeforeAll
  static void start() {
    server = LiveServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void clients_that_write_on_the_same_rows_end_equal_to_the_server()
      throws InterruptedException, ExecutionException {
    swarm("aa", 0);
  }

  @Test
  void clients_that_lose_connections_end_equal_to_the_server()
      throws InterruptedException, ExecutionException {
    Swarm swarm = swarm("bb", 0.12);

    assertThat(swarm.lines().answersLost()).as("answers lost after a commit").isPositive();
  }

  private Swarm swarm(String name, double loss) throws InterruptedException, ExecutionException {
    Swarm swarm = new Swarm(server, name, SEED, loss, folder);
    try {
      swarm.run(LOAD);
      swarm.converge();
      String account = swarm.account();
      System.out.println(account);
      assertThat(swarm.problems()).as(account).isEmpty();
      assertThat(swarm.lines().errors().keySet())
          .as(account)
          .noneMatch(error -> FORBIDDEN.matcher(error).find());
      assertThat(swarm.lines().failures()).as(account).isEmpty();
      assertThat(
              server.lines(
                  "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"))
          .as(account)
          .containsExactly("0");
      assertThat(
              server.lines(
                  "SELECT class FROM synchro.poison UNION ALL SELECT code FROM"
                      + " synchro.integrity_fault"))
          .as(account)
          .isEmpty();
      return swarm;
    } finally {
      swarm.close();
    }
  }
}
