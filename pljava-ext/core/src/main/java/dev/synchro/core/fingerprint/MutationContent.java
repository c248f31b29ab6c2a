package dev.synchro.core.fingerprint;

import dev.synchro.core.bytes.Utf8Order;
import dev.synchro.core.json.JsonNull;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.json.JsonWriter;
import dev.synchro.core.schema.SchemaReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a fingerprint covers of one mutation. Wire values are kept as they were received. Contract
 * 5.4.7.
 *
 * @param pkFieldId only member of {@code pk}
 * @param baseVersion the member when it was there, JSON null included
 * @param columns object keyed by field id when the member was there, or JSON null
 */
public record MutationContent(
    String mutationId,
    String table,
    String pkFieldId,
    JsonValue pkValue,
    SchemaReference authoredSchema,
    String op,
    Optional<JsonValue> baseVersion,
    String clientVersion,
    Optional<JsonValue> columns) {

  /**
   * Canonical text of {@code ["mutation-v1", mutation_id, table, [pk field_id, pk value], [authored
   * version, authored hash], op, B, client_version, C]}.
   */
  public byte[] canonical() {
    JsonWriter json = new JsonWriter();
    json.beginArray();
    json.string("mutation-v1").string(mutationId).string(table);
    json.beginArray().string(pkFieldId).value(pkValue).endArray();
    writeReference(authoredSchema, json);
    json.string(op);
    json.beginArray().number(baseVersion.isPresent() ? 1 : 0);
    if (baseVersion.isPresent()) {
      json.value(baseVersion.get());
    }
    json.endArray();
    json.string(clientVersion);
    json.beginArray().number(columns.isPresent() ? 1 : 0);
    if (columns.isPresent()) {
      writeColumns(columns.get(), json);
    }
    return json.endArray().endArray().toByteArray();
  }

  private static void writeColumns(JsonValue columns, JsonWriter json) {
    if (!(columns instanceof JsonObject object)) {
      json.value(JsonNull.INSTANCE);
      return;
    }
    List<String> fieldIds = new ArrayList<>(object.members().keySet());
    fieldIds.sort(Utf8Order.INSTANCE);
    json.beginArray();
    for (String fieldId : fieldIds) {
      json.beginArray().string(fieldId).value(object.members().get(fieldId)).endArray();
    }
    json.endArray();
  }

  static void writeReference(SchemaReference reference, JsonWriter json) {
    json.beginArray().string(Long.toString(reference.version()));
    json.string(reference.hash().hex()).endArray();
  }
}
