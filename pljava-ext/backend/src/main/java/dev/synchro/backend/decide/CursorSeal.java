package dev.synchro.backend.decide;

import dev.synchro.core.position.Position;
import dev.synchro.core.token.IncrementalCursor;
import dev.synchro.core.token.TokenKey;
import dev.synchro.core.token.TokenSealer;

/**
 * Makes the cursors of one client. Contract 2.3.
 *
 * @param key signs
 * @param stream the state the cursors belong to
 * @param client who they belong to
 * @param issuedAt datetime text
 */
public record CursorSeal(TokenKey key, StreamFacts stream, ClientBinding client, String issuedAt) {
  /** A token for a position in a scope. */
  public String seal(ScopeFacts scope, Position position) {
    return TokenSealer.seal(
        new IncrementalCursor(
            key.keyId(),
            stream.streamGeneration(),
            position,
            client.userBinding(),
            client.clientBinding(),
            client.generation(),
            scope.scopeId(),
            stream.schema().hash(),
            scope.membershipGeneration(),
            scope.retentionGeneration(),
            issuedAt),
        key);
  }
}
