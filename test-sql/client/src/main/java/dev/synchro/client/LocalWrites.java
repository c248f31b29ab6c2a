package dev.synchro.client;

import dev.synchro.client.Mutation.AuthoredSchema;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.schema.FieldSchema;
import dev.synchro.core.value.PortableValue;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Writes of the application: the visible row and its mutation in one local transaction. */
final class LocalWrites {

  private static final DateTimeFormatter DATETIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private final Records records;
  private final Clock clock;

  LocalWrites(Records records, Clock clock) {
    this.records = records;
    this.clock = clock;
  }

  void insert(String tableName, String rowText) {
    Catalog catalog = records.catalog();
    LocalTable table = table(catalog, tableName);
    JsonObject row = object(rowText);
    JsonValue keyJson =
        row.find(table.keyField().name())
            .orElseThrow(() -> new LocalWriteRefused("an insert must name its key"));
    PortableValue key = value(table, table.keyField(), keyJson);
    Map<String, JsonValue> others = new TreeMap<>(row.members());
    others.remove(table.keyField().name());
    capture(catalog, table, key, Operation.INSERT, columns(table, others));
  }

  void update(String tableName, String keyText, String changesText) {
    Catalog catalog = records.catalog();
    LocalTable table = table(catalog, tableName);
    Map<String, String> columns = columns(table, object(changesText).members());
    capture(catalog, table, key(table, keyText), Operation.UPDATE, columns);
  }

  void delete(String tableName, String keyText) {
    Catalog catalog = records.catalog();
    LocalTable table = table(catalog, tableName);
    capture(catalog, table, key(table, keyText), Operation.DELETE, Map.of());
  }

  private void capture(
      Catalog catalog,
      LocalTable table,
      PortableValue key,
      Operation operation,
      Map<String, String> columns) {
    RowKey row = table.keyOf(key);
    records
        .database()
        .transaction(
            DurableStep.WRITE_CAPTURED,
            () -> {
              requireVisible(table, row, operation != Operation.INSERT);
              records.mutations().add(mutation(catalog, table, key, operation, columns));
              records.visible().refresh(catalog, row);
            });
  }

  private void requireVisible(LocalTable table, RowKey row, boolean expected) {
    if (records.visible().isVisible(table, row) != expected) {
      throw new LocalWriteRefused(expected ? "there is no such row" : "the row exists already");
    }
  }

  private Mutation mutation(
      Catalog catalog,
      LocalTable table,
      PortableValue key,
      Operation operation,
      Map<String, String> columns) {
    RowKey row = table.keyOf(key);
    String pk = CanonicalText.ofMembers(Map.of(table.keyField().fieldId(), text(key)));
    return new Mutation(
        records.mutations().nextPosition(),
        Sealing.freshId(),
        row,
        pk,
        operation,
        base(row, operation),
        columns,
        new AuthoredSchema(catalog.version(), catalog.hashText()),
        DATETIME.format(clock.instant()));
  }

  /** A write on an unresolved write gets its base from the outcome of that one. */
  private Optional<String> base(RowKey row, Operation operation) {
    if (operation == Operation.INSERT || records.mutations().hasUnresolved(row)) {
      return Optional.empty();
    }
    return records.rows().known(row).flatMap(RowStore.StoredRow::serverVersion);
  }

  private static LocalTable table(Catalog catalog, String name) {
    return catalog
        .findNamed(name)
        .orElseThrow(() -> new LocalWriteRefused("the schema has no such table"));
  }

  private static JsonObject object(String text) {
    try {
      return CanonicalText.parseObject(text);
    } catch (Malformed refused) {
      throw new LocalWriteRefused("a row must be a JSON object: " + refused.getMessage());
    }
  }

  private static PortableValue key(LocalTable table, String text) {
    try {
      return switch (table.keyField().type()) {
        case INT -> PortableValue.ofInt(Integer.parseInt(text));
        case INT64 -> PortableValue.ofInt64(Long.parseLong(text));
        default -> PortableValue.ofString(text);
      };
    } catch (NumberFormatException | Malformed refused) {
      throw new LocalWriteRefused("the key is not of the key's type");
    }
  }

  private static Map<String, String> columns(LocalTable table, Map<String, JsonValue> byName) {
    Map<String, String> columns = new TreeMap<>();
    byName.forEach(
        (name, json) -> {
          FieldSchema field =
              table
                  .fieldNamed(name)
                  .orElseThrow(() -> new LocalWriteRefused("the table has no such field"));
          if (!field.writable()) {
            throw new LocalWriteRefused("field " + field.name() + " cannot be written");
          }
          columns.put(field.fieldId(), text(value(table, field, json)));
        });
    if (columns.isEmpty()) {
      throw new LocalWriteRefused("a write must name at least one field beside the key");
    }
    return columns;
  }

  private static PortableValue value(LocalTable table, FieldSchema field, JsonValue json) {
    PortableValue value;
    try {
      value = table.value(field, json);
    } catch (Malformed refused) {
      throw new LocalWriteRefused("field " + field.name() + ": " + refused.getMessage());
    }
    if (value.isNull() && !field.nullable()) {
      throw new LocalWriteRefused("field " + field.name() + " must not be null");
    }
    return value;
  }

  private static String text(PortableValue value) {
    return new String(value.wire(), StandardCharsets.UTF_8);
  }
}
