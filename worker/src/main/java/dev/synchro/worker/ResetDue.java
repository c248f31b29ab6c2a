package dev.synchro.worker;

/** Everything for a new stream is staged. */
final class ResetDue extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ResetDue() {
    super("a stream reset is due", null, false, false);
  }
}
