package dev.synchro.adapter.database;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * As many threads as calls are made at the same time, with a bounded queue before them. Work that
 * waited too long is told so instead of being done: its device has given up or soon will.
 */
public final class CallThreads implements AutoCloseable {

  /** Something to do once a call can be made. */
  public interface Work {
    /** Makes the call. */
    void run();

    /** Called instead when the turn came too late, or not at all. */
    void expired();
  }

  private static final Duration END_PATIENCE = Duration.ofSeconds(5);

  private final ThreadPoolExecutor threads;
  private final long waitNanos;

  /**
   * @param connections threads
   * @param queue work that may wait
   * @param wait longest wait
   */
  public CallThreads(int connections, int queue, Duration wait) {
    AtomicInteger number = new AtomicInteger();
    ThreadFactory factory = work -> new Thread(work, "call " + number.incrementAndGet());
    threads =
        new ThreadPoolExecutor(
            connections,
            connections,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(queue),
            factory);
    waitNanos = wait.toNanos();
  }

  /** Does the work when its turn comes. */
  public void submit(Work work) {
    long since = System.nanoTime();
    try {
      threads.execute(
          () -> {
            if (System.nanoTime() - since > waitNanos) {
              work.expired();
            } else {
              work.run();
            }
          });
    } catch (RejectedExecutionException e) {
      work.expired();
    }
  }

  /** Work that waits. */
  public int waiting() {
    return threads.getQueue().size();
  }

  /** Ends the threads; work still waiting is dropped, so call this when none is left. */
  @Override
  public void close() {
    threads.shutdownNow();
    try {
      threads.awaitTermination(END_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
