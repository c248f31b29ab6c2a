package dev.synchro.backend.decide;

import dev.synchro.core.token.Bindings;

/**
 * What a token is bound to. Contract 2.3.
 *
 * @param userBinding lowercase hex
 * @param clientBinding lowercase hex
 * @param generation the client generation
 */
public record ClientBinding(String userBinding, String clientBinding, long generation) {
  /** The binding of an identity in one generation. */
  public static ClientBinding of(String userId, String clientId, long generation) {
    return new ClientBinding(Bindings.user(userId), Bindings.client(userId, clientId), generation);
  }
}
