package dev.synchro.backend.function;

import dev.synchro.backend.Synchro;
import dev.synchro.backend.decide.ClientBinding;
import dev.synchro.backend.decide.ClientFacts;
import dev.synchro.backend.decide.ConnectPlan;
import dev.synchro.backend.decide.ConnectScope;
import dev.synchro.backend.decide.CursorCheck;
import dev.synchro.backend.decide.CursorSeal;
import dev.synchro.backend.decide.Gate;
import dev.synchro.backend.decide.ReceiptCheck;
import dev.synchro.backend.decide.ScopeFacts;
import dev.synchro.backend.decide.StreamFacts;
import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.table.AssignmentFunctionTable;
import dev.synchro.backend.table.AssignmentFunctionTable.Assigning;
import dev.synchro.backend.table.ConnectQueries;
import dev.synchro.backend.table.TokenKeys;
import dev.synchro.core.error.ErrorCode;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.message.ConnectRequest;
import dev.synchro.core.message.ConnectResponse;
import dev.synchro.core.message.ErrorEnvelope;
import dev.synchro.core.message.ReceivedSchema;
import dev.synchro.core.message.RequestBody;
import dev.synchro.core.message.RequestReader;
import dev.synchro.core.message.RequestRefused;
import dev.synchro.core.message.ResponseWriter;
import dev.synchro.core.message.SyncCall;
import dev.synchro.core.position.Position;
import dev.synchro.core.token.KeyRing;
import dev.synchro.core.token.TokenPurpose;
import dev.synchro.core.version.SemVer;
import dev.synchro.sqlgen.Parameter;
import dev.synchro.sqlgen.SqlFunction;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The call that starts every conversation. Contract 5.3. */
public final class ConnectFunction {
  private static final byte[] NO_DEFINITION = {};

  private ConnectFunction() {}

  /**
   * Answers with the schema and the scopes the caller is to hold. Contract 5.3; refusals are error
   * envelopes of contract 5.7.
   *
   * @param userId 1 to 500 octets
   * @param request a connect request
   */
  @SqlFunction(
      name = "synchro_connect",
      octets = "connect_octets",
      savepoints = true,
      returns = "json",
      castBy = "written_json",
      profile = Synchro.APPLICATION_VALUES,
      executableBy = "synchro_adapter")
  public static byte[] connect(String userId, @Parameter(type = "json") byte[] request)
      throws SQLException {
    return CallFrame.answer(session -> answer(session, userId, request));
  }

  private static byte[] answer(BackendSession session, String userId, byte[] octets)
      throws SQLException {
    CallFrame.requireUser(userId);
    RequestBody body = RequestBody.of(SyncCall.CONNECT, octets);
    CallFrame.Judged<ConnectRequest> judged =
        CallFrame.Judged.of(() -> RequestReader.connect(body));
    // Without a usable client id no identity is known, and the request is refused further down.
    String clientId = body.clientId().orElse("");
    Optional<Assigning> function = ConnectQueries.lock(session, userId, clientId);
    // A request that is none is refused further down, whatever the function says.
    Optional<Set<String>> assigned =
        function.isPresent() && judged.request().isPresent()
            ? AssignmentFunctionTable.scopes(session, function.get(), userId)
            : Optional.of(Set.of());
    ConnectQueries.Facts facts =
        ConnectQueries.facts(
            session,
            userId,
            clientId,
            assigned.orElse(Set.of()),
            judged.request().map(ConnectFunction::mentioned).orElse(Set.of()));
    Optional<ClientFacts> client = facts.head().client();
    if (body.hasClientGeneration() && body.clientId().isPresent()) {
      Gate.requireKnown(client);
    }
    boolean minimumIsSound = requireNewEnough(body, facts.minimumVersion());
    ConnectRequest request = judged.accepted();
    client.ifPresent(Gate::requireNotRetired);
    StreamFacts stream = Gate.requirePublished(facts.head().stream());
    if (!minimumIsSound || assigned.isEmpty()) {
      throw new RequestRefused(ErrorCode.TEMPORARY_UNAVAILABLE);
    }
    KeyRing keys = TokenKeys.read(facts.head().keys());
    long generation = client.map(ClientFacts::generation).orElse(1L);
    ConnectPlan plan =
        ConnectPlan.decide(
            request,
            client,
            facts.history().orElseThrow(),
            facts.scopes(),
            new CursorCheck(keys, stream, ClientBinding.of(userId, clientId, generation)),
            new ReceiptCheck(keys, stream));
    if (client.isPresent()) {
      ConnectQueries.update(session, client.get(), request, plan);
    } else if (!ConnectQueries.create(session, userId, request, plan)) {
      throw new RequestRefused(ErrorEnvelope.invalidSchemaReference(received(request)));
    }
    CursorSeal seal =
        new CursorSeal(
            keys.active(TokenPurpose.INCREMENTAL_CURSOR),
            stream,
            ClientBinding.of(userId, clientId, plan.clientGeneration()),
            facts.serverTime());
    byte[] definition =
        plan.action().carriesDefinition()
            ? ConnectQueries.definition(session, stream.schema())
            : NO_DEFINITION;
    return ResponseWriter.connect(response(plan, stream, facts, seal, definition));
  }

  private static ReceivedSchema received(ConnectRequest request) {
    return request.schema().map(ReceivedSchema::of).orElse(ReceivedSchema.SENTINEL);
  }

  private static Set<String> mentioned(ConnectRequest request) {
    Set<String> scopes = new HashSet<>(request.knownScopes().keySet());
    scopes.addAll(request.seedReceipts().keySet());
    return scopes;
  }

  /**
   * Step 2: protocol and application are new enough. Returns whether the configured minimum is a
   * version at all.
   */
  private static boolean requireNewEnough(RequestBody body, Optional<String> configured) {
    if (body.protocolVersion().isPresent()
        && body.protocolVersion().getAsLong() != Synchro.PROTOCOL_VERSION) {
      throw new RequestRefused(
          ErrorEnvelope.protocolUpgradeRequired(
              Synchro.PROTOCOL_VERSION, body.protocolVersion().getAsLong()));
    }
    if (configured.isEmpty()) {
      return true;
    }
    Optional<SemVer> minimum = version(configured.get());
    Optional<SemVer> received = body.appVersion().flatMap(ConnectFunction::version);
    if (minimum.isPresent()
        && received.isPresent()
        && received.get().compareTo(minimum.get()) < 0) {
      throw new RequestRefused(
          ErrorEnvelope.clientUpgradeRequired(minimum.get().text(), received.get().text()));
    }
    return minimum.isPresent();
  }

  private static Optional<SemVer> version(String text) {
    try {
      return Optional.of(SemVer.parse(text));
    } catch (Malformed refused) {
      return Optional.empty();
    }
  }

  private static ConnectResponse response(
      ConnectPlan plan,
      StreamFacts stream,
      ConnectQueries.Facts facts,
      CursorSeal seal,
      byte[] definition) {
    Map<String, ScopeFacts> scopes = new HashMap<>();
    for (ConnectScope scope : facts.scopes()) {
      scopes.put(scope.facts().scopeId(), scope.facts());
    }
    return new ConnectResponse(
        facts.serverTime(),
        plan.clientGeneration(),
        plan.scopeSetVersion(),
        stream.schema(),
        plan.action(),
        definition,
        tokens(plan.added(), scopes, seal),
        plan.removed(),
        tokens(plan.updates(), scopes, seal));
  }

  private static SortedMap<String, Optional<String>> tokens(
      SortedMap<String, Optional<Position>> positions,
      Map<String, ScopeFacts> scopes,
      CursorSeal seal) {
    SortedMap<String, Optional<String>> tokens = new TreeMap<>();
    positions.forEach(
        (scopeId, position) ->
            tokens.put(scopeId, position.map(at -> seal.seal(scopes.get(scopeId), at))));
    return tokens;
  }
}
