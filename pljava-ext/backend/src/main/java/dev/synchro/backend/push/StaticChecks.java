package dev.synchro.backend.push;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.message.MutationOperation;
import dev.synchro.core.message.PushedMutation;
import dev.synchro.core.pg.PgText;
import dev.synchro.core.schema.DecimalBounds;
import dev.synchro.core.schema.FieldSchema;
import dev.synchro.core.value.PortableType;
import dev.synchro.core.value.PortableValue;
import dev.synchro.core.value.WireValue;
import java.util.Map;
import java.util.Optional;

/** What can be said of a mutation without its row: rows 5 and 7 of contract 5.4.3. */
final class StaticChecks {
  private StaticChecks() {}

  /** The key, if it is one of the table's. */
  static Optional<PortableValue> key(PushedTable table, PushedMutation mutation) {
    if (!mutation.keyField().equals(table.schema().primaryKeyFieldId())
        || mutation.key().isNull()) {
      return Optional.empty();
    }
    try {
      return Optional.of(WireValue.read(table.key().field().type(), mutation.key()));
    } catch (Malformed refused) {
      return Optional.empty();
    }
  }

  /** The text input of a value, if PostgreSQL can hold it. */
  static Optional<String> inputText(PushedColumn column, PortableValue value) {
    try {
      return Optional.of(PgText.toPgText(column.column().type(), value));
    } catch (Malformed refused) {
      return Optional.empty();
    }
  }

  /** Takes over the column values, or refuses them. */
  static void columns(PushedTable table, MutationCandidate candidate) {
    PushedMutation mutation = candidate.mutation();
    for (Map.Entry<String, JsonValue> entry : mutation.columns().entrySet()) {
      int place = table.schema().indexOf(entry.getKey());
      if (place < 0 || !take(table.columns().get(place), entry.getValue(), candidate)) {
        candidate.refuseColumns();
        return;
      }
    }
    if (mutation.operation() == MutationOperation.INSERT && !complete(table, mutation)) {
      candidate.refuseColumns();
    }
  }

  private static boolean take(PushedColumn column, JsonValue value, MutationCandidate candidate) {
    FieldSchema field = column.field();
    if (!field.writable() || (value.isNull() && !field.nullable())) {
      return false;
    }
    if (value.isNull()) {
      candidate.value(column, null);
      return true;
    }
    try {
      PortableValue portable = WireValue.read(field.type(), value);
      if (field.type() == PortableType.DECIMAL && field.bounds().isPresent()) {
        DecimalBounds bounds = field.bounds().get();
        portable.checkBounds(bounds.precision(), bounds.scale());
      }
      candidate.value(column, PgText.toPgText(column.column().type(), portable));
      return true;
    } catch (Malformed refused) {
      return false;
    }
  }

  private static boolean complete(PushedTable table, PushedMutation mutation) {
    for (PushedColumn column : table.columns()) {
      FieldSchema field = column.field();
      boolean needed = field.writable() && !field.nullable() && !column.hasDefault();
      if (needed && !mutation.columns().containsKey(field.fieldId())) {
        return false;
      }
    }
    return true;
  }
}
