package dev.synchro.worker.store;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A thread of its own that works on one batch while whoever gave it prepares the next. */
final class BatchThread implements AutoCloseable {
  private final ExecutorService thread;
  private CompletableFuture<Void> done = CompletableFuture.completedFuture(null);

  BatchThread(String name) {
    thread =
        Executors.newSingleThreadExecutor(
            work -> {
              Thread made = new Thread(work, name);
              made.setDaemon(true);
              return made;
            });
  }

  /** Begins the work on a batch; that on the one before must have been awaited. */
  void begin(Runnable work) {
    done = CompletableFuture.runAsync(work, thread);
  }

  /**
   * Waits until what was begun is done.
   *
   * @throws RuntimeException as the work threw it
   */
  void await() {
    try {
      done.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }

  /** Waits until what was begun has ended, however it did; nothing more is begun. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      done.join();
    } catch (CompletionException e) {
      // Whoever gives the work up knows already or does not need to.
    }
  }
}
