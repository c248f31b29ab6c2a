package dev.synchro.worker;

import dev.synchro.worker.poison.Poisoned;

/** Capture stopped at a source transaction; what came before it is filed. */
final class Blocked extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long commitLsn;
  private final Poisoned poisoned;

  Blocked(long commitLsn, Poisoned poisoned) {
    super("capture is blocked", null, false, false);
    this.commitLsn = commitLsn;
    this.poisoned = poisoned;
  }

  /** Unsigned. */
  long commitLsn() {
    return commitLsn;
  }

  Poisoned poisoned() {
    return poisoned;
  }
}
