package dev.synchro.backend.decide;

import dev.synchro.core.error.ErrorCode;
import dev.synchro.core.message.RequestRefused;
import dev.synchro.core.position.Position;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.token.IncrementalCursor;
import dev.synchro.core.token.KeyRing;
import dev.synchro.core.token.TokenOpener;
import dev.synchro.core.token.TokenRejected;
import java.util.Optional;

/**
 * Judges the cursors a client presents. A forged one is refused; an authentic one is worth its
 * position, or nothing when it is stale. Contract 2.3.
 */
public final class CursorCheck {
  private final KeyRing keys;
  private final StreamFacts stream;
  private final ClientBinding client;
  private final boolean allKeys;

  /** Judges with every key there is. */
  public CursorCheck(KeyRing keys, StreamFacts stream, ClientBinding client) {
    this(keys, stream, client, true);
  }

  private CursorCheck(KeyRing keys, StreamFacts stream, ClientBinding client, boolean allKeys) {
    this.keys = keys;
    this.stream = stream;
    this.client = client;
    this.allKeys = allKeys;
  }

  /**
   * Judges with the key that signs now, which nearly every cursor names; one that names another
   * ends in {@link OtherKey}.
   */
  public static CursorCheck withSigningKey(KeyRing key, StreamFacts stream, ClientBinding client) {
    return new CursorCheck(key, stream, client, false);
  }

  /** A cursor names another key than the one that signs now: it takes all keys to judge it. */
  public static final class OtherKey extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private OtherKey() {
      super("a cursor names another key", null, false, false);
    }
  }

  /**
   * The position of a cursor made under the schema in force; empty when it is stale.
   *
   * @throws RequestRefused when it is forged, or bound to another user, client or scope
   */
  public Optional<Position> current(String token, ScopeFacts scope) {
    return open(token, scope)
        .filter(cursor -> cursor.schemaHash().equals(stream.schema().hash()))
        .map(IncrementalCursor::position);
  }

  /**
   * The position of a cursor made under the schema in force, or under an earlier one along whose
   * path the scope can be carried; empty when it is stale. Contract 5.3, cursor bridge.
   *
   * @throws RequestRefused when it is forged, or bound to another user, client or scope
   */
  public Optional<Carried> carried(String token, ScopeFacts scope, SchemaHistory history) {
    Optional<IncrementalCursor> opened = open(token, scope);
    if (opened.isEmpty()) {
      return Optional.empty();
    }
    Position position = opened.get().position();
    SchemaHash hash = opened.get().schemaHash();
    if (hash.equals(stream.schema().hash())) {
      return Optional.of(new Carried(position, false));
    }
    return history
        .pathFrom(hash)
        .filter(path -> path.carries(scope.scopeId()))
        .map(path -> new Carried(position, true));
  }

  /**
   * A position that survives a connect.
   *
   * @param reissued whether it needs a token under the schema in force
   */
  public record Carried(Position position, boolean reissued) {}

  /** An authentic cursor of this client whose position is resumable, whatever its schema. */
  private Optional<IncrementalCursor> open(String token, ScopeFacts scope) {
    IncrementalCursor cursor;
    try {
      cursor = TokenOpener.openIncrementalCursor(token, keys);
    } catch (TokenRejected rejected) {
      if (rejected.kind() == TokenRejected.Kind.UNKNOWN_KEY && !allKeys) {
        throw new OtherKey();
      }
      if (rejected.kind() == TokenRejected.Kind.RETIRED_KEY) {
        return Optional.empty();
      }
      throw new RequestRefused(ErrorCode.INVALID_REQUEST);
    }
    boolean bound =
        cursor.userBinding().equals(client.userBinding())
            && cursor.clientBinding().equals(client.clientBinding())
            && cursor.scopeId().equals(scope.scopeId());
    if (!bound) {
      throw new RequestRefused(ErrorCode.INVALID_REQUEST);
    }
    boolean resumable =
        cursor.streamGeneration() == stream.streamGeneration()
            && cursor.clientGeneration() == client.generation()
            && cursor.membershipGeneration() == scope.membershipGeneration()
            && cursor.retentionGeneration() == scope.retentionGeneration()
            && cursor.position().compareTo(scope.floor()) >= 0
            && cursor.position().compareTo(stream.boundary()) <= 0;
    return resumable ? Optional.of(cursor) : Optional.empty();
  }
}
