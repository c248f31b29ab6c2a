package dev.synchro.core.vectors;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.json.Members;
import dev.synchro.core.schema.Composition;
import dev.synchro.core.schema.DecimalBounds;
import dev.synchro.core.schema.FieldSchema;
import dev.synchro.core.schema.Lifecycle;
import dev.synchro.core.schema.TableSchema;
import dev.synchro.core.value.PortableType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The shortened tables of invalid rows: only what the row's rules need. */
final class BareTable {
  private BareTable() {}

  static TableSchema read(JsonObject json) {
    try {
      return table(json);
    } catch (Malformed refusal) {
      throw new NotAVector("table is none, " + refusal.getMessage());
    }
  }

  private static TableSchema table(JsonObject json) {
    List<FieldSchema> fields = new ArrayList<>();
    for (JsonValue field : new Members(json).array("fields")) {
      fields.add(field(new Members(field)));
    }
    String tableId = new Members(json).string("table_id");
    String key = new Members(json).string("primary_key_field_id");
    return new TableSchema(
        tableId,
        tableId,
        tableId,
        Composition.SINGLE_SCOPE,
        key,
        Lifecycle.NONE,
        fields,
        List.of());
  }

  private static FieldSchema field(Members json) {
    PortableType type =
        PortableType.find(json.string("type")).orElseThrow(() -> new Malformed(Rule.UNKNOWN_TYPE));
    Optional<DecimalBounds> bounds =
        json.optional("precision")
            .map(
                precision ->
                    new DecimalBounds(
                        (int) Members.asInteger(precision), (int) json.integer("scale")));
    return new FieldSchema(
        json.string("field_id"), json.string("name"), type, json.bool("nullable"), false, bounds);
  }
}
