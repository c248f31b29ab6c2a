package dev.synchro.adapter.http;

import java.time.Duration;

/**
 * Counts the requests being held, refuses more than a fixed number, and at the end waits for the
 * last. Contract 5.1: this is the only source of {@code retry_later}.
 */
final class Admission {
  /** What came of asking to enter. */
  enum Entry {
    ADMITTED,
    FULL,
    CLOSED
  }

  private final int most;
  private int held;
  private boolean closed;

  Admission(int most) {
    this.most = most;
  }

  /** Who is admitted leaves exactly once. */
  synchronized Entry enter() {
    if (closed) {
      return Entry.CLOSED;
    }
    if (held == most) {
      return Entry.FULL;
    }
    held++;
    return Entry.ADMITTED;
  }

  synchronized void leave() {
    held--;
    if (held == 0) {
      notifyAll();
    }
  }

  synchronized int held() {
    return held;
  }

  synchronized void close() {
    closed = true;
  }

  synchronized boolean closed() {
    return closed;
  }

  /** Waits until everybody has left; false when the time is over first. */
  synchronized boolean awaitEmpty(Duration atMost) throws InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    while (held > 0) {
      long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }
}
