package dev.synchro.backend.decide;

import dev.synchro.core.error.ErrorCode;
import dev.synchro.core.message.PullRequest;
import dev.synchro.core.message.RequestRefused;
import dev.synchro.core.position.Position;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What becomes of each scope of a pull. Contract 5.5.
 *
 * @param added assigned scopes missing from the request
 * @param removed requested scopes that are not assigned any more
 * @param rebuild scopes with a null or stale cursor, and the added ones
 * @param eligible scopes with a usable cursor
 */
public record PullPlan(
    List<String> added, List<String> removed, List<String> rebuild, List<Eligible> eligible) {
  /**
   * A scope whose effects are delivered.
   *
   * @param position where the client stands
   */
  public record Eligible(PulledScope scope, Position position) {
    /** Whether presenting this position tells the server something new. */
    public boolean movesAcknowledgement() {
      return scope.acknowledged().isEmpty() || scope.acknowledged().get().compareTo(position) < 0;
    }
  }

  /**
   * Judges every scope.
   *
   * @param scopes every assigned scope and every requested one that was ever assigned
   * @throws RequestRefused for a scope that was never assigned, or a forged cursor
   */
  public static PullPlan decide(
      PullRequest request, List<PulledScope> scopes, CursorCheck cursors) {
    Set<String> known = new HashSet<>();
    for (PulledScope scope : scopes) {
      known.add(scope.facts().scopeId());
    }
    if (!known.containsAll(request.scopes().keySet())) {
      throw new RequestRefused(ErrorCode.INVALID_REQUEST);
    }
    PullPlan plan =
        new PullPlan(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (PulledScope scope : scopes) {
      plan.place(scope, request.scopes(), cursors);
    }
    return plan;
  }

  private void place(
      PulledScope scope, Map<String, Optional<String>> requested, CursorCheck cursors) {
    String scopeId = scope.facts().scopeId();
    if (!scope.assigned()) {
      removed.add(scopeId);
      return;
    }
    if (!requested.containsKey(scopeId)) {
      added.add(scopeId);
      rebuild.add(scopeId);
      return;
    }
    Optional<Position> position =
        requested.get(scopeId).flatMap(token -> cursors.current(token, scope.facts()));
    if (position.isPresent()) {
      eligible.add(new Eligible(scope, position.get()));
    } else {
      rebuild.add(scopeId);
    }
  }

  /** The eligible scopes that have a record, and so can have entries. */
  public List<Eligible> stored() {
    List<Eligible> stored = new ArrayList<>();
    for (Eligible scope : eligible) {
      if (scope.scope().facts().scopePk().isPresent()) {
        stored.add(scope);
      }
    }
    return stored;
  }

  /** Whether an eligible scope has an entry behind the position its client stands at. */
  public boolean hasNews() {
    for (Eligible scope : eligible) {
      Optional<Position> newest = scope.scope().newest();
      if (newest.isPresent() && newest.get().compareTo(scope.position()) > 0) {
        return true;
      }
    }
    return false;
  }
}
