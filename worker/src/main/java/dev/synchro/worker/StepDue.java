package dev.synchro.worker;

import dev.synchro.worker.store.Boundary;

/** Everything before the mark is filed: the step to another generation is to be taken there. */
final class StepDue extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long commitLsn;
  private final long endLsn;

  /** At the end of the mark's transaction. */
  StepDue(Boundary mark) {
    super("a step to another registry generation is due", null, false, false);
    this.commitLsn = mark.commitLsn();
    this.endLsn = mark.endLsn();
  }

  Boundary boundary() {
    return new Boundary(commitLsn, endLsn);
  }
}
