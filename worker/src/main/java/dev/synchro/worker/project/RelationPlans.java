package dev.synchro.worker.project;

import dev.synchro.core.membership.MembershipRules;
import dev.synchro.core.registry.CapturedColumn;
import dev.synchro.core.registry.RegisteredRelation;
import dev.synchro.core.registry.Registry;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.worker.capture.RelationShape;
import dev.synchro.worker.pgoutput.PgOutputMessage.Column;
import dev.synchro.worker.pgoutput.PgOutputMessage.ReplicaIdentity;
import dev.synchro.worker.poison.PoisonDetail;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The plans of one generation of the registry. Belongs to one thread. */
public final class RelationPlans {
  private final long generation;
  private final SchemaHash schemaHash;
  private final MembershipRules rules;
  private final Map<Integer, RelationPlan> byOid = new HashMap<>();
  private final Map<Integer, RelationPlan> byNumber = new HashMap<>();
  private final IdentityHashMap<RelationShape, Optional<ShapeBinding>> bindings =
      new IdentityHashMap<>();

  public RelationPlans(Registry registry, SchemaHash schemaHash) {
    this(registry, schemaHash, List.of(), List.of(), schemaHash);
  }

  private RelationPlans(
      Registry registry,
      SchemaHash schemaHash,
      List<Integer> staged,
      List<Integer> filed,
      SchemaHash stagedHash) {
    this.generation = registry.generation();
    this.schemaHash = schemaHash;
    this.rules = MembershipRules.of(registry);
    for (RegisteredRelation relation : registry.relations()) {
      boolean inStage = staged.contains(relation.relation());
      RelationPlan plan =
          new RelationPlan(
              rules.of(relation),
              inStage ? stagedHash : schemaHash,
              inStage && !filed.contains(relation.relation()));
      byOid.put((int) relation.oid(), plan);
      byNumber.put(relation.relation(), plan);
    }
  }

  /**
   * Plans of which some stage rows: those are digested under the schema that is expected to come,
   * and their heads name the scopes they will be in, while no scope has an entry of theirs.
   *
   * @param staged the numbers of these relations
   * @param filed the numbers of those among them that have entries already
   */
  public static RelationPlans staging(
      Registry registry,
      SchemaHash schemaHash,
      List<Integer> staged,
      List<Integer> filed,
      SchemaHash stagedHash) {
    return new RelationPlans(registry, schemaHash, staged, filed, stagedHash);
  }

  public long generation() {
    return generation;
  }

  public SchemaHash schemaHash() {
    return schemaHash;
  }

  /** How rows are filed under this generation. */
  public MembershipRules rules() {
    return rules;
  }

  public Collection<RelationPlan> all() {
    return byNumber.values();
  }

  public Optional<RelationPlan> byNumber(int number) {
    return Optional.ofNullable(byNumber.get(number));
  }

  /**
   * How to read tuples of this shape; empty for a relation that is not registered.
   *
   * @throws dev.synchro.worker.poison.Poisoned when the shape is not the registered one
   */
  Optional<ShapeBinding> bind(RelationShape shape) {
    Optional<ShapeBinding> known = bindings.get(shape);
    if (known == null) {
      known = Optional.ofNullable(byOid.get(shape.oid())).map(plan -> bind(plan, shape));
      bindings.put(shape, known);
    }
    return known;
  }

  private static ShapeBinding bind(RelationPlan plan, RelationShape shape) {
    RegisteredRelation relation = plan.relation();
    String identity = shape.replicaIdentity() == ReplicaIdentity.FULL ? "f" : "d";
    boolean same =
        relation.schema().equals(shape.schema())
            && relation.name().equals(shape.name())
            && (shape.replicaIdentity() == ReplicaIdentity.FULL
                || shape.replicaIdentity() == ReplicaIdentity.DEFAULT)
            && relation.replicaIdentity().equals(identity);
    if (!same) {
      throw plan.poisoned(PoisonDetail.SHAPE_CHANGED);
    }
    int[] places = new int[relation.columns().size()];
    for (int i = 0; i < places.length; i++) {
      places[i] = place(plan, relation.columns().get(i), shape.columns());
    }
    checkKey(plan, shape);
    return new ShapeBinding(plan, places);
  }

  private static int place(RelationPlan plan, CapturedColumn column, List<Column> columns) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(column.name())) {
        if (columns.get(i).typeOid() == (int) column.typeOid()) {
          return i;
        }
        break;
      }
    }
    throw plan.poisoned(PoisonDetail.SHAPE_CHANGED);
  }

  /** With replica identity FULL every column is flagged, and the key cannot be told from it. */
  private static void checkKey(RelationPlan plan, RelationShape shape) {
    if (shape.replicaIdentity() == ReplicaIdentity.FULL) {
      return;
    }
    List<String> keys = new ArrayList<>();
    for (Column column : shape.columns()) {
      if (column.key()) {
        keys.add(column.name());
      }
    }
    if (!keys.equals(List.of(plan.relation().keyColumn()))) {
      throw plan.poisoned(PoisonDetail.SHAPE_CHANGED);
    }
  }
}
