package dev.synchro.core.token;

import dev.synchro.core.error.BugException;
import java.util.List;
import java.util.Optional;

/** The token keys a process knows, of all purposes and states. */
public final class KeyRing {
  private final List<TokenKey> keys;

  public KeyRing(List<TokenKey> keys) {
    this.keys = List.copyOf(keys);
  }

  /** The key of that id and purpose, whatever its state. */
  public Optional<TokenKey> find(TokenPurpose purpose, String keyId) {
    for (TokenKey key : keys) {
      if (key.purpose() == purpose && key.keyId().equals(keyId)) {
        return Optional.of(key);
      }
    }
    return Optional.empty();
  }

  /** The key that signs; every installation has one per purpose. */
  public TokenKey active(TokenPurpose purpose) {
    for (TokenKey key : keys) {
      if (key.purpose() == purpose && key.state() == KeyState.ACTIVE) {
        return key;
      }
    }
    throw new BugException("no active token key");
  }
}
