package dev.synchro.core.row;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.schema.FieldSchema;
import dev.synchro.core.schema.TableSchema;
import dev.synchro.core.value.PortableValue;
import dev.synchro.core.value.WireValue;
import java.util.List;
import java.util.Map;

/**
 * Strict reader of row objects: every field exactly once, keyed by field id, null as JSON null.
 * Contract 2.1.
 */
public final class RowReader {
  private final TableSchema table;

  public RowReader(TableSchema table) {
    this.table = table;
  }

  /**
   * Values in the order of {@link TableSchema#fields}.
   *
   * @throws Malformed when the row is not one of the table
   */
  public PortableValue[] read(byte[] json) {
    return read(JsonParser.parseObject(json, JsonLimits.DOCUMENT));
  }

  /**
   * Values in the order of {@link TableSchema#fields}.
   *
   * @throws Malformed when the row is not one of the table
   */
  public PortableValue[] read(JsonObject row) {
    List<FieldSchema> fields = table.fields();
    PortableValue[] values = new PortableValue[fields.size()];
    for (Map.Entry<String, JsonValue> member : row.members().entrySet()) {
      int at = table.indexOf(member.getKey());
      if (at < 0) {
        throw new Malformed(Rule.UNKNOWN_FIELD);
      }
      values[at] = value(fields.get(at), member.getValue());
    }
    for (PortableValue value : values) {
      if (value == null) {
        throw new Malformed(Rule.MISSING_FIELD);
      }
    }
    return values;
  }

  private PortableValue value(FieldSchema field, JsonValue json) {
    PortableValue value = WireValue.read(field.type(), json);
    if (value.isNull() && !field.nullable()) {
      boolean key = field.fieldId().equals(table.primaryKeyFieldId());
      throw new Malformed(key ? Rule.NULL_KEY : Rule.NULL_IN_NON_NULL_FIELD);
    }
    if (field.bounds().isPresent()) {
      value.checkBounds(field.bounds().get().precision(), field.bounds().get().scale());
    }
    return value;
  }

  /**
   * Reads a {@code pk} object, exactly the key's field, and compares it with the row.
   *
   * @throws Malformed when it is none or differs
   */
  public void checkKey(JsonObject pk, PortableValue[] row) {
    if (!readKey(pk).equals(row[table.keyIndex()])) {
      throw new Malformed(Rule.KEY_MISMATCH);
    }
  }

  /**
   * Reads a {@code pk} object: exactly one member, named by the key's field id.
   *
   * @throws Malformed when it is none
   */
  public PortableValue readKey(JsonObject pk) {
    JsonValue json =
        pk.find(table.primaryKeyFieldId()).orElseThrow(() -> new Malformed(Rule.MISSING_FIELD));
    if (pk.size() != 1) {
      throw new Malformed(Rule.UNKNOWN_FIELD);
    }
    return value(table.keyField(), json);
  }
}
