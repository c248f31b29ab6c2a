package dev.synchro.backend.decide;

import dev.synchro.core.error.ErrorCode;
import dev.synchro.core.message.ErrorEnvelope;
import dev.synchro.core.message.RebuildRequest;
import dev.synchro.core.message.RequestRefused;
import dev.synchro.core.token.KeyRing;
import dev.synchro.core.token.RebuildContinuation;
import dev.synchro.core.token.TokenOpener;
import dev.synchro.core.token.TokenRejected;
import java.util.Optional;

/**
 * Which page of which session a rebuild request asks for. Contract 5.6.
 *
 * @param session the session; absent when a new one is to be made
 * @param fromOrdinal the first record of the page
 */
public record RebuildPlan(Optional<RebuildSession> session, long fromOrdinal) {

  /**
   * Judges the continuation and the session of the rebuild id.
   *
   * @param assigned whether the scope is assigned to the client
   * @throws RequestRefused steps 7 of contract 5.2
   */
  public static RebuildPlan decide(
      RebuildRequest request,
      ClientFacts client,
      StreamFacts stream,
      boolean assigned,
      ScopeFacts scope,
      Optional<RebuildSession> session,
      KeyRing keys,
      ClientBinding binding) {
    require(assigned);
    Optional<RebuildContinuation> continuation = Optional.empty();
    if (request.cursor().isPresent()) {
      continuation = Optional.of(open(request, keys));
      requireBound(continuation.get(), request, binding);
    }
    if (session.isPresent()) {
      RebuildSession found = session.get();
      require(found.scopeId().equals(request.scope()));
      require(found.pageLimit() == request.limit());
      require(continuation.isEmpty() || continuation.get().sessionId().equals(found.sessionId()));
    }
    if (continuation.isPresent()) {
      requireCurrent(continuation.get(), request, client, stream, scope);
    }
    boolean goesOn =
        session.isPresent()
            ? session.get().isCurrent(client, stream, scope)
            : continuation.isEmpty();
    if (!goesOn) {
      throw restart(request);
    }
    return new RebuildPlan(
        session, continuation.map(RebuildContinuation::nextRowOrdinal).orElse(0L));
  }

  private static RebuildContinuation open(RebuildRequest request, KeyRing keys) {
    try {
      return TokenOpener.openRebuildContinuation(request.cursor().orElseThrow(), keys);
    } catch (TokenRejected rejected) {
      if (rejected.kind() == TokenRejected.Kind.RETIRED_KEY) {
        throw restart(request);
      }
      throw new RequestRefused(ErrorCode.INVALID_REQUEST);
    }
  }

  private static void requireBound(
      RebuildContinuation token, RebuildRequest request, ClientBinding binding) {
    require(token.userBinding().equals(binding.userBinding()));
    require(token.clientBinding().equals(binding.clientBinding()));
    require(token.scopeId().equals(request.scope()));
    require(token.rebuildId().equals(request.rebuildId()));
    require(token.pageLimit() == request.limit());
  }

  private static void requireCurrent(
      RebuildContinuation token,
      RebuildRequest request,
      ClientFacts client,
      StreamFacts stream,
      ScopeFacts scope) {
    boolean current =
        token.streamGeneration() == stream.streamGeneration()
            && token.clientGeneration() == client.generation()
            && token.schemaHash().equals(stream.schema().hash())
            && token.membershipGeneration() == scope.membershipGeneration()
            && token.retentionGeneration() == scope.retentionGeneration()
            && token.acceptedWriteEpoch() == client.acceptedEpoch()
            && token.snapshotBoundary().compareTo(scope.floor()) >= 0
            && token.snapshotBoundary().compareTo(stream.boundary()) <= 0;
    if (!current) {
      throw restart(request);
    }
  }

  private static void require(boolean holds) {
    if (!holds) {
      throw new RequestRefused(ErrorCode.INVALID_REQUEST);
    }
  }

  /** The refusal that sends the client back to a new rebuild id. */
  public static RequestRefused restart(RebuildRequest request) {
    return new RequestRefused(ErrorEnvelope.rebuildRestartRequired(request.scope()));
  }
}
