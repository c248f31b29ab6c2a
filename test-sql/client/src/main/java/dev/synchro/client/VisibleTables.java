package dev.synchro.client;

import dev.synchro.client.RowStore.StoredRow;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.json.JsonNull;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.schema.FieldSchema;
import dev.synchro.core.schema.IndexSchema;
import dev.synchro.core.value.PortableType;
import dev.synchro.core.value.PortableValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The application's tables: what the server is known to hold, with this client's unresolved writes
 * on top. They are derived, row by row, from the client's own records in the same transaction.
 */
final class VisibleTables {

  private final LocalDatabase database;
  private final RowStore rows;
  private final MutationStore mutations;

  VisibleTables(LocalDatabase database, RowStore rows, MutationStore mutations) {
    this.database = database;
    this.rows = rows;
    this.mutations = mutations;
  }

  /** Columns are nullable beyond the manifest: a local insert leaves server defaults open. */
  void create(Catalog catalog) {
    for (LocalTable table : catalog.tables()) {
      String columns =
          table.fields().stream()
              .map(field -> column(table, field))
              .collect(Collectors.joining(", "));
      database.run("CREATE TABLE " + quoted(table.name()) + " (" + columns + ")");
      table.schema().indexes().forEach(index -> createIndex(table, index));
    }
  }

  private static String column(LocalTable table, FieldSchema field) {
    String type = quoted(field.name()) + " " + sqliteType(field.type());
    return field.equals(table.keyField()) ? type + " PRIMARY KEY" : type;
  }

  private void createIndex(LocalTable table, IndexSchema index) {
    String columns =
        index.fieldIds().stream()
            .map(fieldId -> quoted(table.schema().field(fieldId).orElseThrow().name()))
            .collect(Collectors.joining(", "));
    database.run(
        "CREATE INDEX "
            + quoted(table.name() + " " + index.name())
            + " ON "
            + quoted(table.name())
            + " ("
            + columns
            + ")");
  }

  void drop(Catalog catalog) {
    database.forgetStatements();
    catalog.tables().forEach(table -> database.run("DROP TABLE " + quoted(table.name())));
  }

  /** Makes every visible row anew, after the tables were created. */
  void fill(Catalog catalog) {
    rows.all().forEach(row -> refresh(catalog, row));
    rows.outcomeRows().forEach(row -> refresh(catalog, row));
    mutations.unresolvedRows().forEach(row -> refresh(catalog, row));
  }

  /** A row nobody has written on and no outcome speaks of is shown as it was delivered. */
  void show(Catalog catalog, VerifiedRow row) {
    if (mutations.hasUnresolved(row.key()) || rows.outcome(row.key()).isPresent()) {
      refresh(catalog, row.key());
    } else {
      catalog.findRelation(row.key().relation()).ifPresent(table -> write(table, row.values()));
    }
  }

  /** Makes one visible row from the records. */
  void refresh(Catalog catalog, RowKey row) {
    Optional<LocalTable> found = catalog.findRelation(row.relation());
    if (found.isEmpty()) {
      return;
    }
    LocalTable table = found.get();
    Optional<PortableValue[]> values = visible(row).map(object -> read(table, object));
    if (values.isPresent()) {
      write(table, values.get());
    } else {
      database.change(
          "DELETE FROM "
              + quoted(table.name())
              + " WHERE "
              + quoted(table.keyField().name())
              + " = ?",
          sqliteValue(table.keyValue(row)));
    }
  }

  boolean isVisible(LocalTable table, RowKey row) {
    return database.count(
            "SELECT count(*) FROM "
                + quoted(table.name())
                + " WHERE "
                + quoted(table.keyField().name())
                + " = ?",
            sqliteValue(table.keyValue(row)))
        > 0;
  }

  /** The row object a reader should see; empty when there is none. */
  private Optional<JsonObject> visible(RowKey row) {
    Optional<JsonObject> seen =
        rows.known(row).flatMap(StoredRow::content).map(CanonicalText::parseObject);
    for (Mutation mutation : mutations.unresolved(row)) {
      seen = after(seen, mutation);
    }
    return seen;
  }

  private static Optional<JsonObject> after(Optional<JsonObject> before, Mutation mutation) {
    return switch (mutation.operation()) {
      case DELETE -> Optional.empty();
      case UPDATE -> before.map(row -> patched(row, mutation));
      case INSERT -> Optional.of(patched(CanonicalText.parseObject(mutation.pk()), mutation));
    };
  }

  private static JsonObject patched(JsonObject row, Mutation mutation) {
    Map<String, JsonValue> members = new LinkedHashMap<>(row.members());
    members.putAll(CanonicalText.objectOf(mutation.columns()).members());
    return new JsonObject(members);
  }

  /** A value written under an older manifest that fits no longer is shown as null. */
  private static PortableValue[] read(LocalTable table, JsonObject row) {
    PortableValue[] values = new PortableValue[table.fields().size()];
    for (int index = 0; index < values.length; index++) {
      FieldSchema field = table.fields().get(index);
      values[index] = fitting(table, field, row.find(field.fieldId()).orElse(JsonNull.INSTANCE));
    }
    return values;
  }

  private static PortableValue fitting(LocalTable table, FieldSchema field, JsonValue value) {
    try {
      return table.value(field, value);
    } catch (Malformed outgrown) {
      return PortableValue.ofNull(field.type());
    }
  }

  private void write(LocalTable table, PortableValue[] values) {
    Object[] bound = new Object[values.length];
    for (int index = 0; index < values.length; index++) {
      bound[index] = sqliteValue(values[index]);
    }
    database.change(table.writeStatement(), bound);
  }

  static String writeStatement(String table, List<FieldSchema> fields) {
    return "INSERT OR REPLACE INTO "
        + quoted(table)
        + " ("
        + fields.stream().map(field -> quoted(field.name())).collect(Collectors.joining(", "))
        + ") VALUES ("
        + String.join(", ", Collections.nCopies(fields.size(), "?"))
        + ")";
  }

  static String quoted(String identifier) {
    return "\"" + identifier.replace("\"", "\"\"") + "\"";
  }

  private static String sqliteType(PortableType type) {
    return switch (type) {
      case INT, INT64, BOOLEAN -> "INTEGER";
      case FLOAT -> "REAL";
      case BYTES -> "BLOB";
      case STRING, DECIMAL, DATETIME, DATE, TIME, JSON -> "TEXT";
    };
  }

  /** Contract 2.6, column SQLite. */
  private static Object sqliteValue(PortableValue value) {
    if (value.isNull()) {
      return null;
    }
    return switch (value.type()) {
      case INT, INT64 -> value.asLong();
      case BOOLEAN -> value.asBoolean();
      case FLOAT -> value.asDouble();
      case BYTES -> value.asOctets();
      case STRING, DECIMAL, DATETIME, DATE, TIME, JSON -> value.asText();
    };
  }
}
