package dev.synchro.backend.decide;

import java.util.Optional;

/**
 * What a push finds under the key of a mutation. Contract 5.4.5.
 *
 * @param state live, deleted or absent
 * @param version the version a client may be told; absent for absence
 */
public record StoredRow(State state, Optional<String> version) {
  /** The three states of the row-state matrix. */
  public enum State {
    ABSENT,
    LIVE,
    DELETED
  }
}
