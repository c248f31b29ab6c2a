package dev.synchro.core.token;

import java.util.Optional;

/** The life of a token key. Contract 2.4. */
public enum KeyState {
  /** Signs and verifies; exactly one per purpose. */
  ACTIVE("active"),
  /** Verifies only. */
  VERIFY_ONLY("verify_only"),
  /** Secret erased, row kept. */
  RETIRED("retired");

  private final String wireName;

  KeyState(String wireName) {
    this.wireName = wireName;
  }

  public String wireName() {
    return wireName;
  }

  public static Optional<KeyState> find(String wireName) {
    for (KeyState state : values()) {
      if (state.wireName.equals(wireName)) {
        return Optional.of(state);
      }
    }
    return Optional.empty();
  }
}
