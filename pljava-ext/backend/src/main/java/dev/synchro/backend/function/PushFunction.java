package dev.synchro.backend.function;

import dev.synchro.backend.Synchro;
import dev.synchro.backend.decide.ClientFacts;
import dev.synchro.backend.decide.Gate;
import dev.synchro.backend.decide.StreamFacts;
import dev.synchro.backend.push.PushExecution;
import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.table.PushQueries;
import dev.synchro.core.bytes.Hex;
import dev.synchro.core.bytes.Sha256;
import dev.synchro.core.error.ErrorCode;
import dev.synchro.core.fingerprint.BatchFingerprint;
import dev.synchro.core.fingerprint.MutationContent;
import dev.synchro.core.fingerprint.MutationFingerprint;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.message.BatchHint;
import dev.synchro.core.message.MutationOperation;
import dev.synchro.core.message.PushRequest;
import dev.synchro.core.message.PushedMutation;
import dev.synchro.core.message.RequestBody;
import dev.synchro.core.message.RequestReader;
import dev.synchro.core.message.RequestRefused;
import dev.synchro.core.message.ResponseWriter;
import dev.synchro.core.message.SyncCall;
import dev.synchro.sqlgen.Parameter;
import dev.synchro.sqlgen.SqlFunction;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The call that brings a client's changes into the application's tables. Contract 5.4. */
public final class PushFunction {
  private PushFunction() {}

  /**
   * Executes the caller's mutations under row security and answers with their outcomes. Contract
   * 5.4; refusals are error envelopes of contract 5.7.
   *
   * @param userId 1 to 500 octets
   * @param request a push request
   */
  @SqlFunction(
      name = "synchro_push",
      octets = "push_octets",
      savepoints = true,
      returns = "json",
      castBy = "written_json",
      profile = Synchro.APPLICATION_VALUES,
      executableBy = "synchro_adapter")
  public static byte[] push(String userId, @Parameter(type = "json") byte[] request)
      throws SQLException {
    return CallFrame.answer(
        PushQueries::requireFreshTransaction, session -> answer(session, userId, request));
  }

  private static byte[] answer(BackendSession session, String userId, byte[] octets)
      throws SQLException {
    CallFrame.requireUser(userId);
    PushQueries.Seen seen = PushQueries.seen(session, userId, BatchHint.in(octets), octets);
    if (seen.response().isPresent()) {
      return seen.response().get();
    }
    RequestBody body = RequestBody.of(SyncCall.PUSH, octets);
    String clientId = body.clientId().orElse(null);
    if (clientId == null) {
      RequestReader.push(body);
      throw new RequestRefused(ErrorCode.INVALID_REQUEST);
    }
    PushQueries.lock(session, userId, clientId);
    CallFrame.Judged<PushRequest> judged = CallFrame.Judged.of(() -> RequestReader.push(body));
    PushQueries.Facts facts =
        PushQueries.facts(
            session,
            userId,
            clientId,
            judged.request().map(PushRequest::batchId),
            judged.request().map(PushFunction::mutationIds).orElse(List.of()));
    Gate.requireKnown(facts.head().client());
    PushRequest request = judged.accepted();
    ClientFacts client = facts.head().client().get();
    Gate.requireNotRetired(client);

    List<byte[]> contents = new ArrayList<>();
    for (PushedMutation mutation : request.mutations()) {
      contents.add(content(mutation).canonical());
    }
    byte[] fingerprinted =
        BatchFingerprint.input(
            request.atomic(),
            userId,
            clientId,
            request.clientGeneration(),
            request.batchId(),
            request.schema(),
            contents);
    Optional<byte[]> replay = replay(facts, fingerprinted);
    if (replay.isPresent()) {
      return replay.get();
    }
    List<byte[]> mutationsFingerprinted = fingerprinted(userId, clientId, contents);
    requireNoConflict(request, facts, mutationsFingerprinted);

    StreamFacts stream = Gate.requirePublished(facts.head().stream());
    Gate.requireCurrent(client, stream, request.clientGeneration(), request.schema());
    PushExecution.Result result =
        PushExecution.execute(session, userId, request, stream, facts, mutationsFingerprinted);
    byte[] response =
        ResponseWriter.push(
            request.batchId(), facts.serverTime(), result.accepted(), result.rejected());
    PushQueries.record(
        session,
        client,
        request.batchId(),
        fingerprinted,
        seen.requestDigest(),
        response,
        result.wrote(),
        result.recorded());
    return response;
  }

  private static List<String> mutationIds(PushRequest request) {
    List<String> ids = new ArrayList<>();
    for (PushedMutation mutation : request.mutations()) {
      ids.add(mutation.mutationId());
    }
    return ids;
  }

  private static MutationContent content(PushedMutation mutation) {
    boolean hasColumns = mutation.operation() != MutationOperation.DELETE;
    return new MutationContent(
        mutation.mutationId(),
        mutation.table(),
        mutation.keyField(),
        mutation.key(),
        mutation.authoredSchema(),
        mutation.operation().code(),
        mutation.baseVersion().map(JsonString::new),
        mutation.clientVersion(),
        hasColumns ? Optional.of(new JsonObject(mutation.columns())) : Optional.empty());
  }

  /**
   * What the fingerprints of mutations are digests of. PostgreSQL makes them when it records the
   * mutations, many times faster than Java; here only those are made that must be compared.
   */
  private static List<byte[]> fingerprinted(String userId, String clientId, List<byte[]> contents) {
    List<byte[]> fingerprinted = new ArrayList<>();
    for (byte[] content : contents) {
      fingerprinted.add(MutationFingerprint.input(userId, clientId, content));
    }
    return fingerprinted;
  }

  /** The stored answer of the same batch. */
  private static Optional<byte[]> replay(PushQueries.Facts facts, byte[] fingerprinted) {
    if (facts.batch().isEmpty()) {
      return Optional.empty();
    }
    if (!Arrays.equals(facts.batch().get().fingerprint(), Sha256.digest(fingerprinted))) {
      throw new RequestRefused(ErrorCode.IDEMPOTENCY_CONFLICT);
    }
    return Optional.of(facts.batch().get().response());
  }

  /** Mutations known from other batches are the same, and none stands in an atomic batch. */
  private static void requireNoConflict(
      PushRequest request, PushQueries.Facts facts, List<byte[]> fingerprinted) {
    for (int i = 0; i < fingerprinted.size(); i++) {
      PushQueries.Known known = facts.mutations().get(request.mutations().get(i).mutationId());
      if (known != null
          && !known.fingerprint().equals(Hex.encode(Sha256.digest(fingerprinted.get(i))))) {
        throw new RequestRefused(ErrorCode.IDEMPOTENCY_CONFLICT);
      }
    }
    if (request.atomic() && !facts.mutations().isEmpty()) {
      throw new RequestRefused(ErrorCode.INVALID_REQUEST);
    }
  }
}
