package dev.synchro.backend.decide;

import dev.synchro.core.message.SchemaAction;
import dev.synchro.core.schema.SchemaReference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** What a connecting client must do about its schema: rows 3 to 10 of contract 5.3. */
public final class ConnectDispatch {
  private ConnectDispatch() {}

  /**
   * The first row that matches.
   *
   * @param presented the client's schema; absent for the sentinel
   * @param reset whether the client gives up what it has
   * @param assigned the scopes it is assigned now
   */
  public static SchemaAction decide(
      Optional<SchemaReference> presented,
      boolean reset,
      SchemaHistory history,
      Collection<String> assigned) {
    if (presented.isEmpty()) {
      return new SchemaAction.Replace();
    }
    if (reset) {
      return rebuildOrReplace(List.copyOf(assigned));
    }
    if (presented.get().equals(history.current())) {
      return new SchemaAction.None();
    }
    Optional<SchemaPath> path = history.pathFrom(presented.get());
    if (path.isEmpty()) {
      return new SchemaAction.Unsupported(SchemaAction.Unsupported.Reason.UNKNOWN_SCHEMA_LINEAGE);
    }
    if (path.get().crossesClass4()) {
      return new SchemaAction.Unsupported(
          SchemaAction.Unsupported.Reason.INCOMPATIBLE_SCHEMA_TRANSITION);
    }
    List<String> affected = new ArrayList<>(assigned);
    affected.retainAll(path.get().affectedScopes());
    return rebuildOrReplace(affected);
  }

  private static SchemaAction rebuildOrReplace(List<String> scopes) {
    return scopes.isEmpty() ? new SchemaAction.Replace() : new SchemaAction.RebuildLocal(scopes);
  }
}
