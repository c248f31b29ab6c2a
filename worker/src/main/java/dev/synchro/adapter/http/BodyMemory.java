package dev.synchro.adapter.http;

import java.util.concurrent.atomic.AtomicLong;

/** The memory all request bodies share. */
final class BodyMemory {
  private final AtomicLong free;

  BodyMemory(long octets) {
    free = new AtomicLong(octets);
  }

  /** Takes octets when there are enough. */
  boolean take(long octets) {
    if (free.addAndGet(-octets) >= 0) {
      return true;
    }
    free.addAndGet(octets);
    return false;
  }

  void give(long octets) {
    free.addAndGet(octets);
  }

  long free() {
    return free.get();
  }
}
