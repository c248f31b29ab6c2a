package dev.synchro.client;

/** Ends a client in a test where the process would have died. */
final class Death extends Error {

  private static final long serialVersionUID = 1L;

  /** Dies at the given moment; moments are counted before and after every commit. */
  static final class Clock implements StepObserver {
    private int left;
    private boolean died;

    Clock(int moments) {
      left = moments;
    }

    boolean hasStruck() {
      return died;
    }

    @Override
    public void beforeCommit(DurableStep step) {
      tick();
    }

    @Override
    public void afterCommit(DurableStep step) {
      tick();
    }

    private void tick() {
      if (left-- == 0) {
        died = true;
        throw new Death();
      }
    }
  }
}
