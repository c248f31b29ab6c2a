package dev.synchro.core.state;

import dev.synchro.core.error.Malformed;

/**
 * Holds a client's state and changes durable records only together with a legal transition: an
 * illegal one, and a change that fails, leave state and records as they are. Contract 6.1.
 */
public final class ClientStateMachine {
  /** A change of durable records that either happens whole or throws. */
  public interface DurableChange {
    /** Performs the change, typically one local transaction. */
    void perform();
  }

  private ClientState state;

  public ClientStateMachine(ClientState state) {
    this.state = state;
  }

  public ClientState state() {
    return state;
  }

  /**
   * Goes to another state.
   *
   * @throws Malformed when the transition is illegal; then the change was not performed
   */
  public void go(ClientState to, DurableChange change) {
    ClientTransitions.require(state, to);
    change.perform();
    state = to;
  }

  /**
   * Goes to the state of that name.
   *
   * @throws Malformed when there is none or the transition is illegal; then the change was not
   *     performed
   */
  public void go(String to, DurableChange change) {
    go(ClientState.parse(to), change);
  }
}
