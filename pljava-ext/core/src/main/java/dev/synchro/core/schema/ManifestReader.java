package dev.synchro.core.schema;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.json.Members;
import dev.synchro.core.value.PortableType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Strict reader of manifests. Contract 8.4. */
final class ManifestReader {
  private ManifestReader() {}

  static SchemaManifest read(JsonObject json) {
    Members members = new Members(json);
    long version = members.integer("schema_version");
    SchemaHash declared = SchemaHash.parse(members.string("schema_hash"));
    Optional<SchemaReference> parent = parent(members.required("parent_schema"));
    TransitionClass transition =
        TransitionClass.find(members.string("transition_class"))
            .orElseThrow(() -> new Malformed(Rule.UNKNOWN_TRANSITION_CLASS));
    long floor = members.integer("compatibility_floor");
    List<TableSchema> tables = new ArrayList<>();
    for (JsonValue table : members.array("tables")) {
      tables.add(table(table));
    }
    members.finish();
    SchemaManifest manifest = new SchemaManifest(version, parent, transition, floor, tables);
    if (!manifest.hash().equals(declared)) {
      throw new Malformed(Rule.SCHEMA_HASH_MISMATCH);
    }
    return manifest;
  }

  private static Optional<SchemaReference> parent(JsonValue json) {
    if (json.isNull()) {
      return Optional.empty();
    }
    Members members = new Members(json);
    long version = members.integer("version");
    SchemaHash hash = SchemaHash.parse(members.string("hash"));
    members.finish();
    return Optional.of(new SchemaReference(version, hash));
  }

  private static TableSchema table(JsonValue json) {
    Members members = new Members(json);
    String tableId = members.string("table_id");
    String relationId = members.string("relation_id");
    String name = members.string("name");
    Composition composition =
        Composition.find(members.string("composition"))
            .orElseThrow(() -> new Malformed(Rule.UNKNOWN_COMPOSITION));
    String key = members.string("primary_key_field_id");
    Lifecycle lifecycle = lifecycle(members.required("lifecycle"));
    List<FieldSchema> fields = new ArrayList<>();
    for (JsonValue field : members.array("fields")) {
      fields.add(field(field));
    }
    List<IndexSchema> indexes = new ArrayList<>();
    for (JsonValue index : members.array("indexes")) {
      indexes.add(index(index));
    }
    members.finish();
    return new TableSchema(tableId, relationId, name, composition, key, lifecycle, fields, indexes);
  }

  private static Lifecycle lifecycle(JsonValue json) {
    Members members = new Members(json);
    Lifecycle lifecycle =
        new Lifecycle(
            members.nullableString("created_at_field_id"),
            members.nullableString("updated_at_field_id"),
            members.nullableString("deleted_at_field_id"));
    members.finish();
    return lifecycle;
  }

  private static FieldSchema field(JsonValue json) {
    Members members = new Members(json);
    String fieldId = members.string("field_id");
    String name = members.string("name");
    PortableType type =
        PortableType.find(members.string("type"))
            .orElseThrow(() -> new Malformed(Rule.UNKNOWN_TYPE));
    boolean nullable = members.bool("nullable");
    boolean writable = members.bool("writable");
    Optional<DecimalBounds> bounds =
        bounds(members.optional("precision"), members.optional("scale"));
    members.finish();
    return new FieldSchema(fieldId, name, type, nullable, writable, bounds);
  }

  private static Optional<DecimalBounds> bounds(
      Optional<JsonValue> precision, Optional<JsonValue> scale) {
    if (precision.isPresent() != scale.isPresent()) {
      throw new Malformed(Rule.PRECISION_WITHOUT_SCALE);
    }
    if (precision.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(new DecimalBounds(small(precision.get()), small(scale.get())));
  }

  private static int small(JsonValue json) {
    long value = Members.asInteger(json);
    if (value != (int) value) {
      throw new Malformed(Rule.PRECISION_RANGE);
    }
    return (int) value;
  }

  private static IndexSchema index(JsonValue json) {
    Members members = new Members(json);
    String indexId = members.string("index_id");
    String name = members.string("name");
    List<String> fieldIds = new ArrayList<>();
    for (JsonValue fieldId : members.array("field_ids")) {
      fieldIds.add(Members.asString(fieldId));
    }
    boolean unique = members.bool("unique");
    members.finish();
    return new IndexSchema(indexId, name, fieldIds, unique);
  }
}
