package dev.synchro.embedded.stack;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What must be closed before this process may end, the newest first. One place for a server and
 * everything that works with it, so that a signal closes them in the same order as the program
 * does.
 */
final class Ending implements AutoCloseable {

  private final Deque<Companion> open = new ArrayDeque<>();

  /** Held while closing, apart from the monitor: what is closed may withdraw itself meanwhile. */
  private final ReentrantLock closing = new ReentrantLock();

  private final Thread hook = new Thread(this::close, "end of the embedded server");
  private boolean begun;

  private Ending() {}

  /** An ending that comes with the end of this JVM at the latest. */
  static Ending withThisProcess() {
    Ending ending = new Ending();
    try {
      Runtime.getRuntime().addShutdownHook(ending.hook);
      return ending;
    } catch (IllegalStateException late) {
      throw new StackFailure("nothing can be started while this program ends", late);
    }
  }

  /** Refuses, and closes at once, what comes after the end has begun. */
  void add(Companion companion) {
    if (!push(companion)) {
      companion.close();
      throw new StackFailure("the embedded server has ended");
    }
  }

  private synchronized boolean push(Companion companion) {
    if (!begun) {
      open.push(companion);
    }
    return !begun;
  }

  /** Leaves the closing to others. */
  synchronized void withdraw(Companion companion) {
    open.remove(companion);
  }

  /** Leaves everything as it is. */
  void abandon() {
    synchronized (this) {
      begun = true;
      open.clear();
    }
    removeHook();
  }

  @Override
  public void close() {
    closing.lock();
    try {
      closeAll();
    } finally {
      closing.unlock();
    }
    removeHook();
  }

  /** One that cannot be closed keeps none of the others from being closed. */
  private void closeAll() {
    Optional<RuntimeException> first = Optional.empty();
    for (Optional<Companion> next = next(); next.isPresent(); next = next()) {
      try {
        next.get().close();
      } catch (RuntimeException failed) {
        first.ifPresent(failed::addSuppressed);
        first = Optional.of(failed);
      }
    }
    if (first.isPresent()) {
      throw first.get();
    }
  }

  private synchronized Optional<Companion> next() {
    begun = true;
    return Optional.ofNullable(open.poll());
  }

  private void removeHook() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException running) {
      // The JVM is ending, and this may be the hook itself.
      return;
    }
  }
}
