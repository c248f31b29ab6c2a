package dev.synchro.core.token;

import dev.synchro.core.error.BugException;
import java.util.Objects;
import java.util.Optional;

/**
 * One token key. Contract 2.4.
 *
 * @param keyId as it stands in payloads
 * @param secret absent exactly when the key is retired
 */
public record TokenKey(
    String keyId, TokenPurpose purpose, KeyState state, Optional<SecretBytes> secret) {
  public TokenKey {
    Objects.requireNonNull(keyId);
    Objects.requireNonNull(purpose);
    if (secret.isEmpty() != (state == KeyState.RETIRED)) {
      throw new BugException("a token key has a secret exactly when it is not retired");
    }
  }

  /** The id of the {@code number}th key of a purpose, counted from 1: {@code seed_page-v1}. */
  public static String idOf(TokenPurpose purpose, long number) {
    return purpose.wireName() + "-v" + number;
  }
}
