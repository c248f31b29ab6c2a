package dev.synchro.backend.decide;

import dev.synchro.backend.facts.HealthFacts;
import dev.synchro.backend.facts.RelationFacts;
import dev.synchro.backend.facts.RelationFacts.ColumnFacts;
import dev.synchro.backend.session.SqlRefusal;
import dev.synchro.core.registry.CapturedColumn;
import dev.synchro.core.registry.PushPolicy;
import dev.synchro.core.registry.RegisteredRelation;
import dev.synchro.core.registry.Registry;
import dev.synchro.core.registry.SyncedTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether the relations are still what was registered. Contract 8.5 and 10.1. */
public final class RelationDrift {
  private RelationDrift() {}

  /**
   * Whether some relation of the newest generation is gone, has another shape than it was
   * registered with, or was outside the publication for a while; what only concerns grants and
   * policies does not count.
   */
  public static boolean found(HealthFacts facts) {
    Optional<Registry> registry = StoredRegistry.read(facts.newest());
    if (registry.isEmpty()) {
      return false;
    }
    if (facts.publication().filter(publication -> !publication.kept()).isPresent()) {
      return true;
    }
    Map<Long, RelationFacts> byOid = new HashMap<>();
    for (RelationFacts relation : facts.relations()) {
      byOid.put(relation.oid(), relation);
    }
    for (RegisteredRelation registered : registry.get().relations()) {
      RelationFacts relation = byOid.get(registered.oid());
      if (relation == null || !same(registered, relation) || !keyed(registered, relation)) {
        return true;
      }
    }
    return false;
  }

  private static boolean keyed(RegisteredRelation registered, RelationFacts relation) {
    try {
      RelationChecks checks = new RelationChecks(relation);
      checks.kind();
      checks.primaryKey(registered.keyColumn());
      return true;
    } catch (SqlRefusal drifted) {
      return false;
    }
  }

  /** Whether every registered relation exists as it was, with the grants and policies it needs. */
  static boolean none(Registry registry, List<RelationFacts> relations) {
    Map<Long, RelationFacts> byOid = new HashMap<>();
    for (RelationFacts relation : relations) {
      byOid.put(relation.oid(), relation);
    }
    for (RegisteredRelation registered : registry.relations()) {
      RelationFacts relation = byOid.get(registered.oid());
      if (relation == null || !same(registered, relation) || !open(registered, relation)) {
        return false;
      }
    }
    return true;
  }

  private static boolean same(RegisteredRelation registered, RelationFacts relation) {
    boolean named =
        registered.schema().equals(relation.schema()) && registered.name().equals(relation.name());
    if (!named
        || !registered.replicaIdentity().equals(relation.replicaIdentity())
        || !relation.partitions().containsAll(registered.partitions())) {
      return false;
    }
    for (CapturedColumn column : registered.columns()) {
      Optional<ColumnFacts> found = relation.column(column.name());
      if (found.isEmpty() || !same(column, found.get())) {
        return false;
      }
    }
    return true;
  }

  private static boolean same(CapturedColumn registered, ColumnFacts column) {
    return registered.number() == column.number()
        && registered.typeOid() == column.types().get(0).oid()
        && ColumnTypes.map(column).equals(Optional.of(registered.type()));
  }

  private static boolean open(RegisteredRelation registered, RelationFacts relation) {
    RelationChecks checks = new RelationChecks(relation);
    Access access = registered.table().map(RelationDrift::access).orElse(new Access(false, false));
    try {
      checks.kind();
      checks.primaryKey(registered.keyColumn());
      checks.privileges(access);
      checks.rowSecurity(access);
      return true;
    } catch (SqlRefusal drifted) {
      return false;
    }
  }

  private static Access access(SyncedTable table) {
    PushPolicy policy = table.pushPolicy();
    return Access.of(policy, table.life().deletedAt().isPresent());
  }
}
