package dev.synchro.backend.decide;

import dev.synchro.backend.table.SchemaManifestTable.Published;
import dev.synchro.core.bytes.Utf8Order;
import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.json.JsonArray;
import dev.synchro.core.json.JsonNull;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.registry.CapturedColumn;
import dev.synchro.core.registry.RegisteredRelation;
import dev.synchro.core.registry.Registry;
import dev.synchro.core.registry.SyncedTable;
import dev.synchro.core.scope.ScopeStep;
import dev.synchro.core.scope.ScopeTemplate;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** The list of synced tables as {@code synchro_tables} returns it. Contract 4.2. */
public final class TableList {
  private TableList() {}

  /** The canonical text of the list. */
  public static String write(Registry registry, Published schema) {
    List<RegisteredRelation> relations = registry.tables();
    relations.sort(Comparator.comparing(RegisteredRelation::name, Utf8Order.INSTANCE));
    List<JsonValue> tables = new ArrayList<>();
    for (RegisteredRelation relation : relations) {
      tables.add(table(relation, relation.table().orElseThrow()));
    }
    JsonObject list =
        JsonObject.builder()
            .put("tables", new JsonArray(tables))
            .put("server_time", schema.serverTime())
            .put("schema_version", schema.version())
            .put("schema_hash", schema.hash())
            .build();
    return new String(CanonicalJson.write(list), StandardCharsets.UTF_8);
  }

  private static JsonObject table(RegisteredRelation relation, SyncedTable table) {
    List<String> synced = new ArrayList<>();
    for (CapturedColumn column : relation.columns()) {
      if (column.field().isPresent()) {
        synced.add(column.name());
      }
    }
    return JsonObject.builder()
        .put("table_name", relation.name())
        .put("push_policy", table.pushPolicy().text())
        .put("dependencies", texts(dependencies(table)))
        .put("pk_column", relation.keyColumn())
        .put("updated_at_column", optional(table.life().updatedAt()))
        .put("deleted_at_column", optional(table.life().deletedAt()))
        .put("sync_columns", texts(synced))
        .put("exclude_columns", texts(table.excludeColumns()))
        .build();
  }

  private static Collection<String> dependencies(SyncedTable table) {
    TreeSet<String> names = new TreeSet<>(Utf8Order.INSTANCE);
    for (ScopeTemplate template : table.templates()) {
      for (ScopeStep step : template.steps()) {
        names.add(step.relation());
      }
    }
    return names;
  }

  private static JsonValue optional(Optional<String> text) {
    return text.isPresent() ? new JsonString(text.get()) : JsonNull.INSTANCE;
  }

  private static JsonArray texts(Collection<String> texts) {
    List<JsonValue> elements = new ArrayList<>();
    for (String text : texts) {
      elements.add(new JsonString(text));
    }
    return new JsonArray(elements);
  }
}
