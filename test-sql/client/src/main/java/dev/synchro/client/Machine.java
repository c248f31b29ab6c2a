package dev.synchro.client;

import dev.synchro.core.state.ClientState;
import dev.synchro.core.state.ClientTransitions;
import java.util.Optional;

/** The client's state, which changes only along the table of contract 6.1. */
final class Machine {

  private final StepObserver observer;
  private ClientState state = ClientState.UNINITIALIZED;
  private Optional<String> fault = Optional.empty();

  Machine(StepObserver observer) {
    this.observer = observer;
  }

  ClientState state() {
    return state;
  }

  /** Why the client is in state {@code error}: a code of the server, or what an answer broke. */
  Optional<String> fault() {
    return fault;
  }

  /**
   * @throws ContractFault when the pair is not in the table; nothing has changed
   */
  void moveTo(ClientState next) {
    if (!ClientTransitions.isLegal(state, next)) {
      throw new ContractFault(
          "no transition from " + state.wireName() + " to " + next.wireName() + " exists");
    }
    ClientState before = state;
    state = next;
    observer.moved(before, next);
    if (next != ClientState.ERROR) {
      fault = Optional.empty();
    }
  }

  void fail(String reason) {
    moveTo(ClientState.ERROR);
    fault = Optional.of(reason);
  }
}
