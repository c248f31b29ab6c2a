package dev.synchro.suite.client;

import dev.synchro.client.ClientSettings;
import dev.synchro.client.DurableStep;
import dev.synchro.client.JdbcSyncCalls;
import dev.synchro.client.LocalWriteRefused;
import dev.synchro.client.Progress;
import dev.synchro.client.StepObserver;
import dev.synchro.client.SyncCalls;
import dev.synchro.client.SyncClient;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;

/**
 * A process that plays one client's story and, told to, ends itself without any clean-up where one
 * of the client's durable steps would have become durable: what the server did for it is done, and
 * the file knows nothing of it. The server's address comes from the environment.
 */
final class DyingClient {

  static final String URL = "SYNCHRO_SUITE_URL";
  static final int DIED = 77;

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private DyingClient() {}

  /**
   * Plays the story of one client.
   *
   * @param arguments file, user and the number of the step to die in; a negative one never comes
   */
  public static void main(String[] arguments) {
    String url = System.getenv(URL);
    try (JdbcSyncCalls calls =
        new JdbcSyncCalls(() -> DriverManager.getConnection(url), arguments[1])) {
      ClientSettings settings =
          LiveServer.settings().withObserver(new Death(Integer.parseInt(arguments[2])));
      tell(Path.of(arguments[0]), arguments[1], calls, settings);
    }
  }

  /** Plays the whole story on; what an earlier process did of it is found done. */
  static void tell(Path file, String user, SyncCalls calls, ClientSettings settings) {
    try (SyncClient client = SyncClient.open(file, calls, settings)) {
      sync(client);
      String key = user + "-new";
      once(
          () ->
              client.insert(
                  "notes",
                  "{\"id\":\""
                      + key
                      + "\",\"owner_id\":\""
                      + user
                      + "\",\"team\":\""
                      + user
                      + "\",\"body\":\"new\"}"));
      once(() -> client.update("notes", key, "{\"body\":\"newer\"}"));
      once(() -> client.update("notes", user + "-a", "{\"body\":\"mine\"}"));
      once(() -> client.delete("notes", user + "-c"));
      sync(client);
      once(() -> client.update("notes", key, "{\"body\":\"newest\"}"));
      sync(client);
    }
  }

  private static void sync(SyncClient client) {
    if (client.sync(PATIENCE) != Progress.DONE) {
      throw new AssertionError("not in step: " + client.state() + " " + client.fault());
    }
  }

  private static void once(Runnable write) {
    try {
      write.run();
    } catch (LocalWriteRefused alreadyDone) {
      // The process before this one came further than this write.
      return;
    }
  }

  /** Dies when the step of that number is complete and not yet durable. */
  private static final class Death implements StepObserver {
    private int left;

    Death(int steps) {
      left = steps;
    }

    @Override
    public void beforeCommit(DurableStep step) {
      if (left-- == 0) {
        Runtime.getRuntime().halt(DIED);
      }
    }
  }
}
