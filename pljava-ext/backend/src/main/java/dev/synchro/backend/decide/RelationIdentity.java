package dev.synchro.backend.decide;

import dev.synchro.backend.facts.RelationFacts;
import dev.synchro.backend.facts.RelationFacts.ColumnFacts;
import dev.synchro.core.registry.CapturedColumn;
import dev.synchro.core.registry.RegisteredRelation;
import dev.synchro.core.registry.Registry;
import dev.synchro.core.registry.SyncedTable;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * What a relation is known by from one generation to the next: its logical ids go on while schema,
 * name, OID, key column and key type stay. Contract 8.1.
 */
final class RelationIdentity {
  private final RelationFacts relation;
  private final ColumnFacts key;
  private final Optional<RegisteredRelation> former;

  private RelationIdentity(
      RelationFacts relation, ColumnFacts key, Optional<RegisteredRelation> former) {
    this.relation = relation;
    this.key = key;
    this.former = former;
  }

  /** Of a relation whose checked key has a mapped type. */
  static RelationIdentity of(RelationFacts relation, ColumnFacts key, Optional<Registry> newest) {
    Optional<RegisteredRelation> known = newest.flatMap(all -> all.byOid(relation.oid()));
    return new RelationIdentity(relation, key, known.filter(same -> isKept(same, relation, key)));
  }

  private static boolean isKept(RegisteredRelation known, RelationFacts relation, ColumnFacts key) {
    return known.schema().equals(relation.schema())
        && known.name().equals(relation.name())
        && known.keyColumn().equals(key.name())
        && known.key().number() == key.number()
        && ColumnTypes.map(key)
            .filter(type -> type.portableType() == known.key().type().portableType())
            .isPresent();
  }

  /** The same relation as it was registered before. */
  Optional<RegisteredRelation> former() {
    return former;
  }

  /**
   * The relation as it will be registered.
   *
   * @return its number in storage is 0 when it was never registered before
   */
  RegisteredRelation register(
      List<CapturedColumn> columns, Optional<SyncedTable> table, Iterator<String> freshIds) {
    return new RegisteredRelation(
        former.map(RegisteredRelation::relation).orElse(0),
        former.map(RegisteredRelation::relationId).orElseGet(freshIds::next),
        relation.oid(),
        relation.schema(),
        relation.name(),
        relation.replicaIdentity(),
        relation.partitions(),
        key.name(),
        columns,
        table);
  }
}
