package dev.synchro.backend.function;

import dev.synchro.backend.decide.ClientBinding;
import dev.synchro.backend.decide.ClientFacts;
import dev.synchro.backend.decide.CursorSeal;
import dev.synchro.backend.decide.Gate;
import dev.synchro.backend.decide.RebuildPlan;
import dev.synchro.backend.decide.RebuildSession;
import dev.synchro.backend.decide.ScopeFacts;
import dev.synchro.backend.decide.StreamFacts;
import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.Undo;
import dev.synchro.backend.table.IntegrityFailure;
import dev.synchro.backend.table.RebuildQueries;
import dev.synchro.backend.table.TokenKeys;
import dev.synchro.core.error.ErrorCode;
import dev.synchro.core.message.ErrorEnvelope;
import dev.synchro.core.message.RebuildRequest;
import dev.synchro.core.message.RebuildResponse;
import dev.synchro.core.message.RequestBody;
import dev.synchro.core.message.RequestReader;
import dev.synchro.core.message.RequestRefused;
import dev.synchro.core.message.ResponseWriter;
import dev.synchro.core.message.SyncCall;
import dev.synchro.core.token.KeyRing;
import dev.synchro.core.token.RebuildContinuation;
import dev.synchro.core.token.TokenKey;
import dev.synchro.core.token.TokenPurpose;
import dev.synchro.core.token.TokenSealer;
import dev.synchro.sqlgen.Parameter;
import dev.synchro.sqlgen.SqlFunction;
import java.sql.SQLException;
import java.util.Optional;

/** The call that brings a client a whole scope. Contract 5.6. */
public final class RebuildFunction {
  private static final byte[] NO_RECORDS = {};

  /** Generations change seldom; that they do between two statements this often never happens. */
  private static final int ATTEMPTS = 5;

  private RebuildFunction() {}

  /**
   * Answers with one page of a scope, every page of one rebuild from the same state. Contract 5.6;
   * refusals are error envelopes of contract 5.7.
   *
   * @param userId 1 to 500 octets
   * @param request a rebuild request
   */
  @SqlFunction(
      name = "synchro_rebuild",
      octets = "rebuild_octets",
      savepoints = true,
      returns = "json",
      castBy = "written_json",
      executableBy = "synchro_adapter")
  public static byte[] rebuild(String userId, @Parameter(type = "json") byte[] request)
      throws SQLException {
    return CallFrame.answer(session -> answer(session, userId, request));
  }

  private static byte[] answer(BackendSession session, String userId, byte[] octets)
      throws SQLException {
    CallFrame.requireUser(userId);
    RequestBody body = RequestBody.of(SyncCall.REBUILD, octets);
    CallFrame.Judged<RebuildRequest> judged =
        CallFrame.Judged.of(() -> RequestReader.rebuild(body));
    String clientId = body.clientId().orElse(null);
    if (clientId == null) {
      judged.accepted();
      throw new RequestRefused(ErrorCode.INVALID_REQUEST);
    }
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Optional<byte[]> response = attempt(session, userId, clientId, judged);
      if (response.isPresent()) {
        return response.get();
      }
    }
    throw new RequestRefused(ErrorCode.TEMPORARY_UNAVAILABLE);
  }

  /** One attempt; empty when what it was judged by had changed before the session was made. */
  private static Optional<byte[]> attempt(
      BackendSession session,
      String userId,
      String clientId,
      CallFrame.Judged<RebuildRequest> judged)
      throws SQLException {
    RebuildQueries.Facts facts = RebuildQueries.facts(session, userId, clientId, judged.request());
    Gate.requireKnown(facts.head().client());
    RebuildRequest request = judged.accepted();
    ClientFacts client = facts.head().client().get();
    Gate.requireNotRetired(client);
    StreamFacts stream = Gate.requirePublished(facts.head().stream());
    Gate.requireCurrent(client, stream, request.clientGeneration(), request.schema());
    KeyRing keys = TokenKeys.read(facts.head().keys());
    ClientBinding binding = ClientBinding.of(userId, clientId, client.generation());
    ScopeFacts scope = facts.scope().orElseThrow();
    RebuildPlan plan =
        RebuildPlan.decide(
            request, client, stream, facts.assigned(), scope, facts.session(), keys, binding);
    Gate.requireCaptured(client, stream);
    Optional<RebuildSession> rebuild = plan.session();
    if (rebuild.isEmpty()) {
      rebuild = create(session, client, stream, scope, request, keys);
    }
    return rebuild.isEmpty()
        ? Optional.empty()
        : Optional.of(
            page(session, request, stream, rebuild.get(), plan.fromOrdinal(), keys, binding));
  }

  /**
   * Makes a session; empty, and nothing is left of it, when another call made it first or what the
   * request was judged by has changed.
   */
  private static Optional<RebuildSession> create(
      BackendSession session,
      ClientFacts client,
      StreamFacts stream,
      ScopeFacts scope,
      RebuildRequest request,
      KeyRing keys)
      throws SQLException {
    Undo undo = session.undo();
    Optional<RebuildQueries.Made> created =
        RebuildQueries.create(
            session,
            client,
            stream,
            request,
            keys.active(TokenPurpose.REBUILD_CURSOR).keyId(),
            keys.active(TokenPurpose.INCREMENTAL_CURSOR).keyId());
    if (created.isEmpty() || !created.get().session().isCurrent(client, stream, scope)) {
      undo.back();
      return Optional.empty();
    }
    undo.keep();
    RebuildQueries.Made made = created.get();
    if (made.blocked()) {
      throw new RequestRefused(ErrorEnvelope.captureBlocked());
    }
    if (made.materializedEpoch() != client.acceptedEpoch()) {
      throw new RequestRefused(ErrorCode.CAPTURE_PENDING);
    }
    if (!made.complete()) {
      throw new IntegrityFailure();
    }
    return Optional.of(made.session());
  }

  /** A page as a function of its session and first ordinal, so that it can be replayed. */
  private static byte[] page(
      BackendSession session,
      RebuildRequest request,
      StreamFacts stream,
      RebuildSession rebuild,
      long from,
      KeyRing keys,
      ClientBinding binding)
      throws SQLException {
    long to = Math.min(from + rebuild.pageLimit(), rebuild.cardinality());
    byte[] records =
        rebuild.snapshotId().isPresent() && from < to
            ? RebuildQueries.page(session, rebuild.snapshotId().getAsLong(), from, to)
            : NO_RECORDS;
    if (to < rebuild.cardinality()) {
      TokenKey key = key(keys, TokenPurpose.REBUILD_CURSOR, rebuild.continuationKeyId(), request);
      String token = TokenSealer.seal(continuation(rebuild, request, stream, binding, to), key);
      return ResponseWriter.rebuild(
          new RebuildResponse(request.scope(), records, Optional.of(token), Optional.empty()));
    }
    TokenKey key = key(keys, TokenPurpose.INCREMENTAL_CURSOR, rebuild.cursorKeyId(), request);
    String cursor =
        new CursorSeal(key, stream, binding, rebuild.createdAt())
            .seal(scopeOf(rebuild), rebuild.boundary());
    return ResponseWriter.rebuild(
        new RebuildResponse(
            request.scope(),
            records,
            Optional.empty(),
            Optional.of(new RebuildResponse.End(cursor, rebuild.digest()))));
  }

  /** The key a session signs with; once its secret is gone the session cannot be replayed. */
  private static TokenKey key(
      KeyRing keys, TokenPurpose purpose, String keyId, RebuildRequest request) {
    return keys.find(purpose, keyId)
        .filter(key -> key.secret().isPresent())
        .orElseThrow(() -> RebuildPlan.restart(request));
  }

  private static ScopeFacts scopeOf(RebuildSession rebuild) {
    return new ScopeFacts(
        rebuild.scopeId(),
        java.util.OptionalLong.empty(),
        rebuild.membershipGeneration(),
        rebuild.retentionGeneration(),
        rebuild.boundary(),
        rebuild.cardinality(),
        rebuild.digest());
  }

  private static RebuildContinuation continuation(
      RebuildSession rebuild,
      RebuildRequest request,
      StreamFacts stream,
      ClientBinding binding,
      long nextOrdinal) {
    return new RebuildContinuation(
        rebuild.continuationKeyId(),
        rebuild.streamGeneration(),
        binding.userBinding(),
        binding.clientBinding(),
        rebuild.clientGeneration(),
        rebuild.scopeId(),
        stream.schema().hash(),
        rebuild.membershipGeneration(),
        rebuild.retentionGeneration(),
        rebuild.sessionId(),
        request.rebuildId(),
        rebuild.boundary(),
        nextOrdinal,
        rebuild.pageLimit(),
        rebuild.acceptedEpoch(),
        rebuild.createdAt(),
        rebuild.expiresAt());
  }
}
