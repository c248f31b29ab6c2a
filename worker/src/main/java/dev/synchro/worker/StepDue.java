package dev.synchro.worker;

/** Everything before the mark is filed: the step to another generation is to be taken there. */
final class StepDue extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StepDue() {
    super("a step to another registry generation is due", null, false, false);
  }
}
