package dev.synchro.worker;

import dev.synchro.worker.poison.Poisoned;

/** Capture stopped at a source transaction; what came before it is filed. */
final class Blocked extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long commitLsn;
  private final int transactionId;
  private final Poisoned poisoned;

  Blocked(long commitLsn, int transactionId, Poisoned poisoned) {
    super("capture is blocked", null, false, false);
    this.commitLsn = commitLsn;
    this.transactionId = transactionId;
    this.poisoned = poisoned;
  }

  /** Unsigned. */
  long commitLsn() {
    return commitLsn;
  }

  /** The 32-bit id of the source transaction; zero when none is known. */
  int transactionId() {
    return transactionId;
  }

  Poisoned poisoned() {
    return poisoned;
  }
}
