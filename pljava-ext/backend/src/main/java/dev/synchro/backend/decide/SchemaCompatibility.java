package dev.synchro.backend.decide;

import dev.synchro.core.message.PushedMutation;
import dev.synchro.core.schema.DecimalBounds;
import dev.synchro.core.schema.FieldSchema;
import dev.synchro.core.schema.SchemaManifest;
import dev.synchro.core.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether a mutation made under one manifest can be executed under another. Contract 5.4.4. */
public final class SchemaCompatibility {
  private SchemaCompatibility() {}

  /**
   * The fields of a mutation that do not fit; empty when all do, or when its table is in no
   * manifest at all, which is another refusal.
   *
   * @param authored the manifest it was made under, absent when it was never published
   * @param everPublished whether its table is in some manifest
   */
  public static List<String> incompatibleFields(
      PushedMutation mutation,
      Optional<SchemaManifest> authored,
      SchemaManifest current,
      boolean everPublished) {
    if (authored.isEmpty()) {
      return allFields(mutation);
    }
    Optional<TableSchema> then = authored.get().table(mutation.table());
    if (then.isEmpty()) {
      return everPublished ? allFields(mutation) : List.of();
    }
    Optional<TableSchema> now = current.table(mutation.table());
    if (now.isEmpty() || !sameShape(then.get(), now.get())) {
      return allFields(mutation);
    }
    List<String> incompatible = new ArrayList<>();
    for (String fieldId : allFields(mutation)) {
      Optional<FieldSchema> before = then.get().field(fieldId);
      if (before.isPresent() && !fits(before.get(), now.get().field(fieldId))) {
        incompatible.add(fieldId);
      }
    }
    return incompatible;
  }

  private static List<String> allFields(PushedMutation mutation) {
    List<String> fields = new ArrayList<>(mutation.columns().keySet());
    if (!fields.contains(mutation.keyField())) {
      fields.add(mutation.keyField());
    }
    return fields;
  }

  private static boolean sameShape(TableSchema then, TableSchema now) {
    return then.relationId().equals(now.relationId())
        && then.composition() == now.composition()
        && then.primaryKeyFieldId().equals(now.primaryKeyFieldId());
  }

  private static boolean fits(FieldSchema then, Optional<FieldSchema> now) {
    return now.isPresent()
        && then.type() == now.get().type()
        && (!then.nullable() || now.get().nullable())
        && (!then.writable() || now.get().writable())
        && !narrowed(then.bounds(), now.get().bounds());
  }

  private static boolean narrowed(Optional<DecimalBounds> then, Optional<DecimalBounds> now) {
    if (now.isEmpty()) {
      return false;
    }
    if (then.isEmpty()) {
      return true;
    }
    DecimalBounds before = then.get();
    DecimalBounds after = now.get();
    return after.precision() < before.precision()
        || after.scale() < before.scale()
        || after.precision() - after.scale() < before.precision() - before.scale();
  }
}
