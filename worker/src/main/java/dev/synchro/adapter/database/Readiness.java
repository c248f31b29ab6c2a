package dev.synchro.adapter.database;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/**
 * What the server says of its readiness. Anybody may ask, so however many do, the server is asked
 * once at a time and an answer holds for a moment. Fails closed: an error is not ready.
 */
public final class Readiness implements AutoCloseable {
  private static final long HOLDS_NANOS = Duration.ofMillis(500).toNanos();

  /** Who wants to know. */
  public interface Receiver {
    /** The answer; called once, by some thread. */
    void ready(boolean ready);
  }

  private final SyncFunctions functions;
  private final ExecutorService asker =
      Executors.newSingleThreadExecutor(work -> new Thread(work, "readiness"));
  private final List<Receiver> waiting = new ArrayList<>();
  private boolean newest;
  private long newestNanos = System.nanoTime() - HOLDS_NANOS;

  public Readiness(SyncFunctions functions) {
    this.functions = functions;
  }

  /** Tells the newest answer, or the next one when that is too old. */
  public void ask(Receiver receiver) {
    boolean answer;
    synchronized (this) {
      if (System.nanoTime() - newestNanos >= HOLDS_NANOS) {
        waiting.add(receiver);
        if (waiting.size() == 1) {
          askServer();
        }
        return;
      }
      answer = newest;
    }
    receiver.ready(answer);
  }

  private void askServer() {
    try {
      asker.execute(() -> tell(ready()));
    } catch (RejectedExecutionException stopping) {
      tell(false);
    }
  }

  private boolean ready() {
    try {
      return functions.ready();
    } catch (SQLException e) {
      return false;
    }
  }

  private void tell(boolean ready) {
    List<Receiver> told;
    synchronized (this) {
      newest = ready;
      newestNanos = System.nanoTime();
      told = List.copyOf(waiting);
      waiting.clear();
    }
    told.forEach(receiver -> receiver.ready(ready));
  }

  @Override
  public void close() {
    asker.shutdownNow();
  }
}
