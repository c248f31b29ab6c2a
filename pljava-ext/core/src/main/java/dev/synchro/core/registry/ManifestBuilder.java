package dev.synchro.core.registry;

import dev.synchro.core.error.BugException;
import dev.synchro.core.schema.FieldSchema;
import dev.synchro.core.schema.IndexSchema;
import dev.synchro.core.schema.Lifecycle;
import dev.synchro.core.schema.SchemaManifest;
import dev.synchro.core.schema.TableSchema;
import dev.synchro.core.schema.TransitionClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes the schema that clients see from a generation of the registry. Contract 8.4. */
public final class ManifestBuilder {
  private ManifestBuilder() {}

  /** The first manifest of a database. */
  public static SchemaManifest initial(Registry registry) {
    return new SchemaManifest(1, Optional.empty(), TransitionClass.INITIAL, 1, tables(registry));
  }

  /** The manifest that follows another one. */
  public static SchemaManifest next(
      Registry registry, SchemaManifest parent, TransitionClass transition) {
    long version = parent.version() + 1;
    long floor = transition == TransitionClass.CLASS_2 ? parent.compatibilityFloor() : version;
    return new SchemaManifest(
        version, Optional.of(parent.reference()), transition, floor, tables(registry));
  }

  private static List<TableSchema> tables(Registry registry) {
    List<TableSchema> tables = new ArrayList<>();
    for (RegisteredRelation relation : registry.tables()) {
      tables.add(table(relation));
    }
    return tables;
  }

  /** The schema of one synced table. */
  public static TableSchema table(RegisteredRelation relation) {
    SyncedTable table = relation.table().orElseThrow();
    List<FieldSchema> fields = new ArrayList<>();
    for (CapturedColumn column : relation.columns()) {
      column.schema().ifPresent(fields::add);
    }
    return new TableSchema(
        table.tableId(),
        relation.relationId(),
        relation.name(),
        table.composition(),
        fieldId(relation, relation.keyColumn()),
        lifecycle(relation, table.life()),
        fields,
        indexes(relation, table));
  }

  private static Lifecycle lifecycle(RegisteredRelation relation, RowLife life) {
    return new Lifecycle(
        life.createdAt().map(column -> fieldId(relation, column)),
        life.updatedAt().map(column -> fieldId(relation, column)),
        life.deletedAt().map(column -> fieldId(relation, column)));
  }

  private static List<IndexSchema> indexes(RegisteredRelation relation, SyncedTable table) {
    List<IndexSchema> indexes = new ArrayList<>();
    for (RegisteredIndex index : table.indexes()) {
      List<String> fieldIds = new ArrayList<>();
      for (String column : index.columns()) {
        fieldIds.add(fieldId(relation, column));
      }
      // Clients apply rows in the order of arrival, so none of their indexes may be unique.
      indexes.add(new IndexSchema(index.indexId(), index.name(), fieldIds, false));
    }
    return indexes;
  }

  private static String fieldId(RegisteredRelation relation, String column) {
    return relation
        .fieldId(column)
        .orElseThrow(() -> new BugException("a column that is no field stands for one"));
  }
}
