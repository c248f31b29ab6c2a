package dev.synchro.backend.function;

import dev.synchro.backend.decide.ClientBinding;
import dev.synchro.backend.decide.ClientFacts;
import dev.synchro.backend.decide.CursorCheck;
import dev.synchro.backend.decide.CursorSeal;
import dev.synchro.backend.decide.Gate;
import dev.synchro.backend.decide.PullPlan;
import dev.synchro.backend.decide.PulledScope;
import dev.synchro.backend.decide.ScopeFacts;
import dev.synchro.backend.decide.StreamFacts;
import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.ServerTime;
import dev.synchro.backend.table.IntegrityFailure;
import dev.synchro.backend.table.PullQueries;
import dev.synchro.backend.table.TokenKeys;
import dev.synchro.core.error.ErrorCode;
import dev.synchro.core.message.ErrorEnvelope;
import dev.synchro.core.message.PullRequest;
import dev.synchro.core.message.PullResponse;
import dev.synchro.core.message.RequestBody;
import dev.synchro.core.message.RequestReader;
import dev.synchro.core.message.RequestRefused;
import dev.synchro.core.message.ResponseWriter;
import dev.synchro.core.message.SyncCall;
import dev.synchro.core.position.Position;
import dev.synchro.core.token.KeyRing;
import dev.synchro.core.token.TokenKey;
import dev.synchro.core.token.TokenPurpose;
import dev.synchro.sqlgen.Parameter;
import dev.synchro.sqlgen.SqlFunction;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The call that brings a client what changed. Contract 5.5. */
public final class PullFunction {
  private static final byte[] NO_CHANGES = {};

  /** Generations change seldom; that they do between two statements this often never happens. */
  private static final int ATTEMPTS = 5;

  private PullFunction() {}

  /**
   * Answers with the changes in the caller's scopes since its cursors. Contract 5.5; refusals are
   * error envelopes of contract 5.7.
   *
   * @param userId 1 to 500 octets
   * @param request a pull request
   */
  @SqlFunction(
      name = "synchro_pull",
      octets = "pull_octets",
      savepoints = true,
      returns = "json",
      castBy = "written_json",
      executableBy = "synchro_adapter")
  public static byte[] pull(String userId, @Parameter(type = "json") byte[] request)
      throws SQLException {
    return CallFrame.answer(session -> answer(session, userId, request));
  }

  private static byte[] answer(BackendSession session, String userId, byte[] octets)
      throws SQLException {
    CallFrame.requireUser(userId);
    RequestBody body = RequestBody.of(SyncCall.PULL, octets);
    CallFrame.Judged<PullRequest> judged = CallFrame.Judged.of(() -> RequestReader.pull(body));
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Optional<byte[]> response = attempt(session, userId, body, judged);
      if (response.isPresent()) {
        return response.get();
      }
    }
    throw new RequestRefused(ErrorCode.TEMPORARY_UNAVAILABLE);
  }

  /** One attempt; empty when what it was judged by had changed before the page was read. */
  private static Optional<byte[]> attempt(
      BackendSession session, String userId, RequestBody body, CallFrame.Judged<PullRequest> judged)
      throws SQLException {
    String clientId = body.clientId().orElse(null);
    if (clientId == null) {
      judged.accepted();
      throw new RequestRefused(ErrorCode.INVALID_REQUEST);
    }
    PullQueries.Facts facts =
        PullQueries.facts(
            session,
            userId,
            clientId,
            judged.request().map(request -> request.scopes().keySet()).orElse(java.util.Set.of()));
    Gate.requireKnown(facts.head().client());
    PullRequest request = judged.accepted();
    ClientFacts client = facts.head().client().get();
    Gate.requireNotRetired(client);
    StreamFacts stream = Gate.requirePublished(facts.head().stream());
    Gate.requireCurrent(client, stream, request.clientGeneration(), request.schema());
    if (request.scopeSetVersion() > client.scopeSetVersion()) {
      throw new RequestRefused(ErrorCode.INVALID_REQUEST);
    }
    ClientBinding binding = ClientBinding.of(userId, clientId, client.generation());
    PullPlan plan = plan(session, request, facts, stream, binding);
    Gate.requireCaptured(client, stream);

    Optional<PullQueries.Page> page = Optional.empty();
    if (plan.hasNews()) {
      page = Optional.of(page(session, client, stream, plan, facts.scopes(), request.limit()));
      if (!page.get().consistent()) {
        return Optional.empty();
      }
    }
    List<PullPlan.Eligible> told = acknowledgements(plan);
    if (!told.isEmpty() && !PullQueries.acknowledge(session, client, stream, told)) {
      return Optional.empty();
    }
    TokenKey key = facts.signingKey().orElseThrow().active(TokenPurpose.INCREMENTAL_CURSOR);
    return Optional.of(response(client, stream, plan, facts.scopes(), page, key, binding));
  }

  /** Most cursors name the key that signs now; only others need a look at all keys. */
  private static PullPlan plan(
      BackendSession session,
      PullRequest request,
      PullQueries.Facts facts,
      StreamFacts stream,
      ClientBinding binding)
      throws SQLException {
    try {
      return PullPlan.decide(
          request,
          facts.scopes(),
          CursorCheck.withSigningKey(facts.signingKey().orElseThrow(), stream, binding));
    } catch (CursorCheck.OtherKey other) {
      KeyRing keys = TokenKeys.all(session, TokenPurpose.INCREMENTAL_CURSOR);
      return PullPlan.decide(request, facts.scopes(), new CursorCheck(keys, stream, binding));
    }
  }

  private static PullQueries.Page page(
      BackendSession session,
      ClientFacts client,
      StreamFacts stream,
      PullPlan plan,
      List<PulledScope> scopes,
      int limit)
      throws SQLException {
    List<ScopeFacts> assigned = new ArrayList<>();
    for (PulledScope scope : scopes) {
      if (scope.assigned()) {
        assigned.add(scope.facts());
      }
    }
    PullQueries.Page page =
        PullQueries.page(session, client, stream, plan.stored(), assigned, limit);
    if (page.blocked()) {
      throw new RequestRefused(ErrorEnvelope.captureBlocked());
    }
    if (page.materializedEpoch() != client.acceptedEpoch()) {
      throw new RequestRefused(ErrorCode.CAPTURE_PENDING);
    }
    if (page.consistent() && page.changes().isEmpty()) {
      throw new IntegrityFailure();
    }
    return page;
  }

  /** Positions that move an acknowledgement, or all when the last word is not of this moment. */
  private static List<PullPlan.Eligible> acknowledgements(PullPlan plan) {
    List<PullPlan.Eligible> told = new ArrayList<>();
    boolean fresh = false;
    for (PullPlan.Eligible scope : plan.eligible()) {
      fresh |= scope.scope().acknowledgedLately();
      if (scope.movesAcknowledgement()) {
        told.add(scope);
      }
    }
    return told.isEmpty() && !fresh ? plan.eligible() : told;
  }

  private static byte[] response(
      ClientFacts client,
      StreamFacts stream,
      PullPlan plan,
      List<PulledScope> scopes,
      Optional<PullQueries.Page> page,
      TokenKey key,
      ClientBinding binding) {
    Position boundary = page.map(PullQueries.Page::boundary).orElse(stream.boundary());
    boolean hasMore = false;
    List<PullPlan.Eligible> moved = new ArrayList<>();
    for (PullPlan.Eligible scope : plan.eligible()) {
      Optional<PullQueries.Progress> progress =
          page.map(read -> read.progress().get(scope.scope().facts().scopeId()));
      boolean drained = progress.map(PullQueries.Progress::drained).orElse(true);
      hasMore |= !drained;
      Position reached = drained ? boundary : progress.get().last().orElse(scope.position());
      if (reached.compareTo(scope.position()) > 0) {
        moved.add(new PullPlan.Eligible(scope.scope(), reached));
      }
    }
    return ResponseWriter.pull(
        new PullResponse(
            page.flatMap(PullQueries.Page::changes).orElse(NO_CHANGES),
            client.scopeSetVersion(),
            plan.added(),
            plan.removed(),
            plan.rebuild(),
            moved.isEmpty() ? Map.of() : cursors(moved, stream, key, binding),
            hasMore,
            hasMore ? Optional.empty() : Optional.of(digests(stream, scopes, page))));
  }

  private static Map<String, String> cursors(
      List<PullPlan.Eligible> moved, StreamFacts stream, TokenKey key, ClientBinding binding) {
    CursorSeal seal = new CursorSeal(key, stream, binding, ServerTime.now());
    Map<String, String> cursors = new HashMap<>();
    for (PullPlan.Eligible scope : moved) {
      ScopeFacts facts = scope.scope().facts();
      cursors.put(facts.scopeId(), seal.seal(facts, scope.position()));
    }
    return cursors;
  }

  /** The digest of every assigned scope at the boundary of the response. */
  private static Map<String, byte[]> digests(
      StreamFacts stream, List<PulledScope> scopes, Optional<PullQueries.Page> page) {
    Map<String, byte[]> digests = new HashMap<>();
    for (PulledScope scope : scopes) {
      if (scope.assigned()) {
        String scopeId = scope.facts().scopeId();
        byte[] digest = scope.facts().digest();
        if (page.isPresent()) {
          byte[] now = page.get().digests().get(scopeId);
          digest = now != null ? now : PullQueries.emptyDigest(stream.schema(), scopeId);
        }
        digests.put(scopeId, digest);
      }
    }
    return digests;
  }
}
