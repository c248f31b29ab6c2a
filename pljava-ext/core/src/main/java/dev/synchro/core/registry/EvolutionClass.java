package dev.synchro.core.registry;

import dev.synchro.core.schema.FieldSchema;
import dev.synchro.core.schema.TableSchema;
import dev.synchro.core.schema.TransitionClass;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How far a change of the registry reaches, from nothing clients see to everything. Contract 8.5.
 */
public enum EvolutionClass {
  /** Nothing that clients see: no manifest is published. */
  CLASS_1,
  /** Clients go on with what they have. */
  CLASS_2,
  /** Clients rebuild the affected scopes. */
  CLASS_3,
  /** Clients start anew. */
  CLASS_4;

  /** What only the rows at the activation boundary can tell. */
  public interface Rows {
    /** Whether a relation of the new generation has a row. */
    boolean hasRows(RegisteredRelation relation);

    /** Whether some row has a value in a column of the new generation. */
    boolean hasValue(RegisteredRelation relation, CapturedColumn column);

    /** Whether the change makes some row of the relation enter or leave a scope. */
    boolean changesMembership(RegisteredRelation relation);
  }

  /** The class of the step from one generation to a later one: the highest that any part needs. */
  public static EvolutionClass between(Registry before, Registry after, Rows rows) {
    Map<String, RegisteredRelation> former = new HashMap<>();
    for (RegisteredRelation relation : before.tables()) {
      former.put(relation.table().orElseThrow().tableId(), relation);
    }
    EvolutionClass reached = CLASS_1;
    for (RegisteredRelation relation : after.tables()) {
      RegisteredRelation known = former.remove(relation.table().orElseThrow().tableId());
      reached = reached.or(of(Optional.ofNullable(known), relation, rows));
    }
    return former.isEmpty() ? reached : CLASS_4;
  }

  /** The class of what happens to one synced table, taken alone. */
  public static EvolutionClass of(
      Optional<RegisteredRelation> before, RegisteredRelation after, Rows rows) {
    return before.isPresent() && before.get().table().isPresent()
        ? changed(before.get(), after, rows)
        : added(after, rows);
  }

  private static EvolutionClass added(RegisteredRelation relation, Rows rows) {
    return rows.hasRows(relation) ? CLASS_3 : CLASS_2;
  }

  private static EvolutionClass changed(
      RegisteredRelation before, RegisteredRelation after, Rows rows) {
    TableSchema old = ManifestBuilder.table(before);
    TableSchema now = ManifestBuilder.table(after);
    EvolutionClass reached = old.equals(now) ? CLASS_1 : CLASS_2;
    boolean keyChanged = !old.primaryKeyFieldId().equals(now.primaryKeyFieldId());
    if (keyChanged
        || !old.relationId().equals(now.relationId())
        || !old.name().equals(now.name())) {
      return CLASS_4;
    }
    if (old.composition() != now.composition() || rows.changesMembership(after)) {
      reached = reached.or(CLASS_3);
    }
    return reached.or(fields(old, now, after, rows));
  }

  private static EvolutionClass fields(
      TableSchema old, TableSchema now, RegisteredRelation relation, Rows rows) {
    for (FieldSchema field : old.fields()) {
      Optional<FieldSchema> kept = now.field(field.fieldId());
      boolean same =
          kept.isPresent()
              && kept.get().type() == field.type()
              && kept.get().name().equals(field.name());
      if (!same) {
        return CLASS_4;
      }
    }
    EvolutionClass reached = CLASS_1;
    for (CapturedColumn column : relation.columns()) {
      Optional<FieldSchema> field = column.schema();
      if (field.isPresent()) {
        reached = reached.or(field(old, field.get(), relation, column, rows));
      }
    }
    return reached;
  }

  private static EvolutionClass field(
      TableSchema old,
      FieldSchema field,
      RegisteredRelation relation,
      CapturedColumn column,
      Rows rows) {
    Optional<FieldSchema> former = old.field(field.fieldId());
    if (former.isEmpty()) {
      return rows.hasValue(relation, column) ? CLASS_3 : CLASS_2;
    }
    boolean tightened = former.get().nullable() && !field.nullable();
    return tightened ? CLASS_3 : CLASS_1;
  }

  private EvolutionClass or(EvolutionClass other) {
    return compareTo(other) >= 0 ? this : other;
  }

  /** The transition class of the manifest to publish; empty when there is none to publish. */
  public Optional<TransitionClass> transition() {
    return switch (this) {
      case CLASS_1 -> Optional.empty();
      case CLASS_2 -> Optional.of(TransitionClass.CLASS_2);
      case CLASS_3 -> Optional.of(TransitionClass.CLASS_3);
      case CLASS_4 -> Optional.of(TransitionClass.CLASS_4);
    };
  }
}
