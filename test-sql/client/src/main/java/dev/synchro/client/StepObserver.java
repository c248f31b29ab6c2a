package dev.synchro.client;

import dev.synchro.core.state.ClientState;

/** Told of every transition and around every local commit; a test makes the process die there. */
public interface StepObserver {

  /** Observes nothing. */
  StepObserver NONE = new StepObserver() {};

  /** The transaction is complete and not yet committed. */
  default void beforeCommit(DurableStep step) {}

  /** The transaction is durable and nothing after it has begun. */
  default void afterCommit(DurableStep step) {}

  /** The client is in another state, or in the same once more. */
  default void moved(ClientState from, ClientState to) {}
}
