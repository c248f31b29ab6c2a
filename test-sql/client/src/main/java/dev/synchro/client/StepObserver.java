package dev.synchro.client;

/** Told around every local commit; a test makes the process die there. */
public interface StepObserver {

  /** Observes nothing. */
  StepObserver NONE = new StepObserver() {};

  /** The transaction is complete and not yet committed. */
  default void beforeCommit(DurableStep step) {}

  /** The transaction is durable and nothing after it has begun. */
  default void afterCommit(DurableStep step) {}
}
