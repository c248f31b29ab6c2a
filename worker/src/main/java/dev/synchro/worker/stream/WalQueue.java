package dev.synchro.worker.stream;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The hand-over from the thread that reads to the thread that stores, bounded by octets. One batch
 * is always let in, however large, so that a single huge message cannot stop the stream.
 */
final class WalQueue {
  private final long limit;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<WalBatch> batches = new ArrayDeque<>();
  private long octets;
  private Optional<Throwable> failure = Optional.empty();

  WalQueue(long limitOctets) {
    this.limit = limitOctets;
  }

  /** False when there was no room within the given time. */
  boolean offer(WalBatch batch, Duration patience) throws InterruptedException {
    long size = batch.octets();
    long nanos = patience.toNanos();
    lock.lockInterruptibly();
    try {
      while (!batches.isEmpty() && octets + size > limit) {
        if (nanos <= 0) {
          return false;
        }
        nanos = changed.awaitNanos(nanos);
      }
      batches.addLast(batch);
      octets += size;
      changed.signalAll();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** What stopped the reader; delivered after everything it had handed over before. */
  void fail(Throwable cause) {
    lock.lock();
    try {
      failure = Optional.of(cause);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  Optional<WalBatch> take(Duration patience) throws InterruptedException {
    long nanos = patience.toNanos();
    lock.lockInterruptibly();
    try {
      while (batches.isEmpty()) {
        if (failure.isPresent()) {
          throw rethrow(failure.get());
        }
        if (nanos <= 0) {
          return Optional.empty();
        }
        nanos = changed.awaitNanos(nanos);
      }
      WalBatch batch = batches.removeFirst();
      octets -= batch.octets();
      changed.signalAll();
      return Optional.of(batch);
    } finally {
      lock.unlock();
    }
  }

  boolean isEmpty() {
    lock.lock();
    try {
      return batches.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  private static RuntimeException rethrow(Throwable cause) {
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof RuntimeException runtime
        ? runtime
        : new IllegalStateException("the stream reader stopped", cause);
  }
}
