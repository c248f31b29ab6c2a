package dev.synchro.bench.evolution;

import dev.synchro.client.ClientSettings;
import dev.synchro.client.Progress;
import dev.synchro.client.SyncClient;
import dev.synchro.fixture.SynchroDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * A client that comes to be up to date again and again on a thread of its own. It compares every
 * scope it holds with the digest the server tells, so that a state that is not exact stops it.
 */
final class SteadyReader implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final long PAUSE_NANOS = Duration.ofMillis(200).toNanos();

  private final Path folder;
  private final SyncClient client;
  private final Thread thread = new Thread(this::read, "reader");
  private volatile boolean stopped;
  private volatile Optional<String> failure = Optional.empty();
  private int rounds;
  private long longestNanos;

  private SteadyReader(Path folder, SyncClient client) {
    this.folder = folder;
    this.client = client;
  }

  /** A reader that holds the scope and is up to date. */
  static SteadyReader start(SynchroDatabase database, String user, String scope) {
    database.grantScope(user, scope);
    try {
      Path folder = Files.createTempDirectory("synchro-reader");
      SyncClient client =
          SyncClient.open(
              folder.resolve("reader.db"),
              database.calls(user),
              ClientSettings.usual("bench", "1.0.0"));
      SteadyReader reader = new SteadyReader(folder, client);
      reader.readOnce();
      reader.rounds = 0;
      reader.longestNanos = 0;
      reader.thread.start();
      return reader;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void read() {
    while (!stopped && failure.isEmpty()) {
      readOnce();
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private void readOnce() {
    long started = System.nanoTime();
    try {
      if (client.sync(PATIENCE) != Progress.DONE) {
        failure = Optional.of(client.fault().orElse("no end of a round"));
      }
    } catch (RuntimeException e) {
      failure = Optional.of(e.getClass().getSimpleName());
    }
    rounds++;
    longestNanos = Math.max(longestNanos, System.nanoTime() - started);
  }

  /**
   * Stops and reads once more; tells what was read.
   *
   * @throws IllegalStateException when a round did not end in the server's state
   */
  String finish() {
    stopped = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    int before = rounds;
    readOnce();
    if (failure.isPresent()) {
      throw new IllegalStateException("the reader failed: " + failure.get());
    }
    return String.format(
        Locale.ROOT,
        "%d exact rounds of a reader, and one afterwards; the longest took %.1f s",
        before,
        longestNanos / 1e9);
  }

  @Override
  public void close() {
    stopped = true;
    try {
      thread.join();
      client.close();
      Files.deleteIfExists(folder.resolve("reader.db"));
      Files.deleteIfExists(folder);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
