package dev.synchro.backend.decide;

import dev.synchro.core.bytes.Utf8Order;
import dev.synchro.core.error.ErrorCode;
import dev.synchro.core.message.ConnectRequest;
import dev.synchro.core.message.ErrorEnvelope;
import dev.synchro.core.message.ReceivedSchema;
import dev.synchro.core.message.RequestRefused;
import dev.synchro.core.message.SchemaAction;
import dev.synchro.core.position.Position;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The answer to a connect and what it changes. Contract 5.3.
 *
 * @param clientGeneration the generation the client continues under
 * @param renewed whether that generation starts now
 * @param scopeSetVersion the version of the assigned set from now on
 * @param change how the assigned set changes
 * @param action what the client does about its schema
 * @param added assigned scopes the client does not know, at the position of a receipt if it has one
 * @param removed scopes the client knows but is not assigned
 * @param updates known scopes whose cursor must change, to a token at a position or to none
 */
public record ConnectPlan(
    long clientGeneration,
    boolean renewed,
    long scopeSetVersion,
    AssignmentChange change,
    SchemaAction action,
    SortedMap<String, Optional<Position>> added,
    List<String> removed,
    SortedMap<String, Optional<Position>> updates) {

  /** How the receipt of a scope is judged: the position it vouches for, or nothing. */
  public interface Receipts {
    /** Judges the receipt of a scope that is assigned and still portable. */
    Optional<Position> position(String receipt, ConnectScope scope);
  }

  /**
   * Decides a connect whose request was found right by itself.
   *
   * @param client the identity, when it is known
   * @param scopes every scope that has to do with the identity or the request
   * @param cursors for the client's current generation
   * @throws RequestRefused steps 6 and 7 of contract 5.2, and forged cursors
   */
  public static ConnectPlan decide(
      ConnectRequest request,
      Optional<ClientFacts> client,
      SchemaHistory history,
      List<ConnectScope> scopes,
      CursorCheck cursors,
      Receipts receipts) {
    client.ifPresent(known -> requireKnownState(request, known, scopes));
    List<String> before = new ArrayList<>();
    List<String> after = new ArrayList<>();
    for (ConnectScope scope : scopes) {
      if (scope.assignedBefore()) {
        before.add(scope.facts().scopeId());
      }
      if (scope.assigned()) {
        after.add(scope.facts().scopeId());
      }
    }
    AssignmentChange change = AssignmentChange.between(before, after);
    boolean renewed = client.isPresent() && client.get().expired();
    long generation = client.map(ClientFacts::generation).orElse(1L) + (renewed ? 1 : 0);
    long version =
        client.map(known -> known.scopeSetVersion() + (change.isNone() ? 0 : 1)).orElse(1L);
    SchemaAction action =
        ConnectDispatch.decide(request.schema(), request.schemaReset(), history, after);
    boolean keepsCursors =
        !renewed
            && !request.schemaReset()
            && request.clientGeneration().isPresent()
            && request.clientGeneration().getAsLong() == generation;
    ConnectPlan plan =
        new ConnectPlan(
            generation,
            renewed,
            version,
            change,
            action,
            new TreeMap<>(Utf8Order.INSTANCE),
            new ArrayList<>(),
            new TreeMap<>(Utf8Order.INSTANCE));
    for (ConnectScope scope : scopes) {
      plan.place(scope, request, history, cursors, receipts, keepsCursors);
    }
    return plan;
  }

  private static void requireKnownState(
      ConnectRequest request, ClientFacts client, List<ConnectScope> scopes) {
    if (request.clientGeneration().isEmpty()) {
      ReceivedSchema received =
          request.schema().map(ReceivedSchema::of).orElse(ReceivedSchema.SENTINEL);
      throw new RequestRefused(ErrorEnvelope.invalidSchemaReference(received));
    }
    boolean known =
        request.clientGeneration().getAsLong() <= client.generation()
            && request.scopeSetVersion() <= client.scopeSetVersion();
    Map<String, ConnectScope> byId = new HashMap<>();
    for (ConnectScope scope : scopes) {
      byId.put(scope.facts().scopeId(), scope);
    }
    for (String scopeId : request.knownScopes().keySet()) {
      known &= byId.get(scopeId).everAssigned();
    }
    if (!known) {
      throw new RequestRefused(ErrorCode.INVALID_REQUEST);
    }
  }

  private void place(
      ConnectScope scope,
      ConnectRequest request,
      SchemaHistory history,
      CursorCheck cursors,
      Receipts receipts,
      boolean keepsCursors) {
    String scopeId = scope.facts().scopeId();
    boolean known = request.knownScopes().containsKey(scopeId);
    String receipt = request.seedReceipts().get(scopeId);
    if (!scope.assigned()) {
      if (known || receipt != null) {
        removed.add(scopeId);
      }
      return;
    }
    if (receipt != null) {
      Optional<Position> position =
          scope.portable() && !isUnsupported()
              ? receipts.position(receipt, scope)
              : Optional.empty();
      if (!known) {
        added.put(scopeId, position);
      } else if (!isUnsupported()) {
        updates.put(scopeId, position);
      }
      return;
    }
    if (!known) {
      added.put(scopeId, Optional.empty());
      return;
    }
    request
        .knownScopes()
        .get(scopeId)
        .ifPresent(
            token -> {
              Optional<CursorCheck.Carried> carried = carried(token, scope, history, cursors);
              if (isUnsupported()) {
                return;
              }
              if (!keepsCursors || carried.isEmpty()) {
                updates.put(scopeId, Optional.empty());
              } else if (carried.get().reissued()) {
                updates.put(scopeId, Optional.of(carried.get().position()));
              }
            });
  }

  private Optional<CursorCheck.Carried> carried(
      String token, ConnectScope scope, SchemaHistory history, CursorCheck cursors) {
    if (action.carriesDefinition()) {
      return cursors.carried(token, scope.facts(), history);
    }
    return cursors
        .current(token, scope.facts())
        .map(position -> new CursorCheck.Carried(position, false));
  }

  private boolean isUnsupported() {
    return action.reason().isPresent();
  }
}
