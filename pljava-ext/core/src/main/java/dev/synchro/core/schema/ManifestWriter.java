package dev.synchro.core.schema;

import dev.synchro.core.json.JsonWriter;
import java.util.Optional;

/** Canonical text of a manifest. Contract 8.4. */
final class ManifestWriter {
  private final JsonWriter json = new JsonWriter();

  private ManifestWriter() {}

  static byte[] write(SchemaManifest manifest, Optional<SchemaHash> hash) {
    ManifestWriter writer = new ManifestWriter();
    writer.manifest(manifest, hash);
    return writer.json.toByteArray();
  }

  private void manifest(SchemaManifest manifest, Optional<SchemaHash> hash) {
    json.beginObject();
    json.name("compatibility_floor").number(manifest.compatibilityFloor());
    json.name("parent_schema");
    if (manifest.parent().isPresent()) {
      manifest.parent().get().writeJson(json);
    } else {
      json.nullValue();
    }
    if (hash.isPresent()) {
      json.name("schema_hash").string(hash.get().hex());
    }
    json.name("schema_version").number(manifest.version());
    json.name("tables").beginArray();
    for (TableSchema table : manifest.tables()) {
      table(table);
    }
    json.endArray();
    json.name("transition_class").string(manifest.transition().wireName());
    json.endObject();
  }

  private void table(TableSchema table) {
    json.beginObject();
    json.name("composition").string(table.composition().wireName());
    json.name("fields").beginArray();
    for (FieldSchema field : table.fields()) {
      field(field);
    }
    json.endArray();
    json.name("indexes").beginArray();
    for (IndexSchema index : table.indexes()) {
      index(index);
    }
    json.endArray();
    json.name("lifecycle").beginObject();
    optional("created_at_field_id", table.lifecycle().createdAtFieldId());
    optional("deleted_at_field_id", table.lifecycle().deletedAtFieldId());
    optional("updated_at_field_id", table.lifecycle().updatedAtFieldId());
    json.endObject();
    json.name("name").string(table.name());
    json.name("primary_key_field_id").string(table.primaryKeyFieldId());
    json.name("relation_id").string(table.relationId());
    json.name("table_id").string(table.tableId());
    json.endObject();
  }

  private void field(FieldSchema field) {
    json.beginObject();
    json.name("field_id").string(field.fieldId());
    json.name("name").string(field.name());
    json.name("nullable").bool(field.nullable());
    if (field.bounds().isPresent()) {
      json.name("precision").number(field.bounds().get().precision());
      json.name("scale").number(field.bounds().get().scale());
    }
    json.name("type").string(field.type().wireName());
    json.name("writable").bool(field.writable());
    json.endObject();
  }

  private void index(IndexSchema index) {
    json.beginObject();
    json.name("field_ids").beginArray();
    for (String fieldId : index.fieldIds()) {
      json.string(fieldId);
    }
    json.endArray();
    json.name("index_id").string(index.indexId());
    json.name("name").string(index.name());
    json.name("unique").bool(index.unique());
    json.endObject();
  }

  private void optional(String name, Optional<String> fieldId) {
    json.name(name);
    if (fieldId.isPresent()) {
      json.string(fieldId.get());
    } else {
      json.nullValue();
    }
  }
}
