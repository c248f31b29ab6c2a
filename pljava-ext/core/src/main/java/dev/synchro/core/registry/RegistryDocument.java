package dev.synchro.core.registry;

import dev.synchro.core.error.BugException;
import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.json.JsonArray;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonNull;
import dev.synchro.core.json.JsonNumber;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.pg.PgColumnType;
import dev.synchro.core.schema.Composition;
import dev.synchro.core.scope.InvalidScopeTemplate;
import dev.synchro.core.scope.ScopeTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The stored form of a generation: one canonical JSON text without the generation's number, so that
 * two generations are the same exactly when their octets are.
 */
public final class RegistryDocument {
  private static final long FORMAT = 1;

  private RegistryDocument() {}

  /** The canonical text of a generation. */
  public static byte[] write(Registry registry) {
    List<JsonValue> relations = new ArrayList<>();
    for (RegisteredRelation relation : registry.relations()) {
      relations.add(relation(relation));
    }
    return CanonicalJson.write(
        JsonObject.builder()
            .put("format", FORMAT)
            .put("relations", new JsonArray(relations))
            .put("affected_scopes", texts(registry.affectedScopes()))
            .put("functions", functions(registry.functions()))
            .put("dependencies", dependencies(registry.dependencies()))
            .build());
  }

  private static JsonArray functions(List<MembershipFunction> functions) {
    List<JsonValue> elements = new ArrayList<>();
    for (MembershipFunction function : functions) {
      elements.add(
          JsonObject.builder()
              .put("relation", function.relation())
              .put("oid", function.oid())
              .put("name", function.quotedName())
              .put("key_type", function.keyType())
              .put("fingerprint", function.fingerprint())
              .build());
    }
    return new JsonArray(elements);
  }

  private static JsonArray dependencies(List<MembershipDependency> dependencies) {
    List<JsonValue> elements = new ArrayList<>();
    for (MembershipDependency dependency : dependencies) {
      elements.add(
          JsonObject.builder()
              .put("dependency", dependency.dependency())
              .put("target", dependency.target())
              .put("oid", dependency.oid())
              .put("name", dependency.quotedName())
              .put("field_ids", texts(dependency.fieldIds()))
              .put("max_rows", dependency.maxRows())
              .put("fingerprint", dependency.fingerprint())
              .build());
    }
    return new JsonArray(elements);
  }

  private static JsonObject relation(RegisteredRelation relation) {
    List<JsonValue> columns = new ArrayList<>();
    for (CapturedColumn column : relation.columns()) {
      columns.add(column(column));
    }
    return JsonObject.builder()
        .put("relation", relation.relation())
        .put("relation_id", relation.relationId())
        .put("oid", relation.oid())
        .put("schema", relation.schema())
        .put("name", relation.name())
        .put("replica_identity", relation.replicaIdentity())
        .put("partitions", numbers(relation.partitions()))
        .put("key_column", relation.keyColumn())
        .put("columns", new JsonArray(columns))
        .put("table", orNull(relation.table().map(RegistryDocument::table)))
        .build();
  }

  private static JsonObject column(CapturedColumn column) {
    return JsonObject.builder()
        .put("name", column.name())
        .put("number", column.number())
        .put("type_oid", column.typeOid())
        .put("type", column.type().code())
        .put("not_null", column.notNull())
        .put("field", orNull(column.field().map(RegistryDocument::field)))
        .build();
  }

  private static JsonObject field(RegisteredField field) {
    return JsonObject.builder()
        .put("field_id", field.fieldId())
        .put("writable", field.writable())
        .build();
  }

  private static JsonObject table(SyncedTable table) {
    List<String> templates = new ArrayList<>();
    for (ScopeTemplate template : table.templates()) {
      templates.add(template.text());
    }
    List<JsonValue> indexes = new ArrayList<>();
    for (RegisteredIndex index : table.indexes()) {
      indexes.add(index(index));
    }
    return JsonObject.builder()
        .put("table_id", table.tableId())
        .put("push_policy", table.pushPolicy().text())
        .put("composition", table.composition().wireName())
        .put("max_scope_fanout", table.maxScopeFanout())
        .put("created_at", optionalText(table.life().createdAt()))
        .put("updated_at", optionalText(table.life().updatedAt()))
        .put("deleted_at", optionalText(table.life().deletedAt()))
        .put("templates", texts(templates))
        .put("indexes", new JsonArray(indexes))
        .put("sync_columns", texts(table.syncColumns()))
        .put("exclude_columns", texts(table.excludeColumns()))
        .build();
  }

  private static JsonObject index(RegisteredIndex index) {
    return JsonObject.builder()
        .put("index_id", index.indexId())
        .put("name", index.name())
        .put("columns", texts(index.columns()))
        .build();
  }

  private static JsonValue orNull(Optional<JsonObject> object) {
    return object.isPresent() ? object.get() : JsonNull.INSTANCE;
  }

  private static JsonValue optionalText(Optional<String> text) {
    return text.isPresent() ? new JsonString(text.get()) : JsonNull.INSTANCE;
  }

  private static JsonArray texts(List<String> texts) {
    List<JsonValue> elements = new ArrayList<>();
    for (String text : texts) {
      elements.add(new JsonString(text));
    }
    return new JsonArray(elements);
  }

  private static JsonArray numbers(List<Long> numbers) {
    List<JsonValue> elements = new ArrayList<>();
    for (long number : numbers) {
      elements.add(JsonNumber.of(number));
    }
    return new JsonArray(elements);
  }

  /**
   * Reads a stored generation.
   *
   * @param generation its number, which the text does not hold
   * @throws BugException when the text is not one that {@link #write} made
   */
  public static Registry read(long generation, byte[] utf8) {
    return read(generation, JsonParser.parseObject(utf8, JsonLimits.DOCUMENT));
  }

  /**
   * Reads a stored generation that another document holds.
   *
   * @throws BugException when it is not one that {@link #write} made
   */
  public static Registry read(long generation, JsonObject content) {
    Members document = new Members(content);
    if (document.number("format") != FORMAT) {
      throw new BugException("a stored registry generation of another format");
    }
    List<RegisteredRelation> relations = new ArrayList<>();
    for (Members relation : document.objects("relations")) {
      relations.add(readRelation(relation));
    }
    return new Registry(
        generation,
        relations,
        document.texts("affected_scopes"),
        document.objects("functions").stream().map(RegistryDocument::readFunction).toList(),
        document.objects("dependencies").stream().map(RegistryDocument::readDependency).toList());
  }

  private static MembershipFunction readFunction(Members function) {
    return new MembershipFunction(
        (int) function.number("relation"),
        function.number("oid"),
        function.text("name"),
        function.text("key_type"),
        function.text("fingerprint"));
  }

  private static MembershipDependency readDependency(Members dependency) {
    return new MembershipDependency(
        (int) dependency.number("dependency"),
        (int) dependency.number("target"),
        dependency.number("oid"),
        dependency.text("name"),
        dependency.texts("field_ids"),
        dependency.number("max_rows"),
        dependency.text("fingerprint"));
  }

  private static RegisteredRelation readRelation(Members relation) {
    List<CapturedColumn> columns = new ArrayList<>();
    for (Members column : relation.objects("columns")) {
      columns.add(readColumn(column));
    }
    return new RegisteredRelation(
        (int) relation.number("relation"),
        relation.text("relation_id"),
        relation.number("oid"),
        relation.text("schema"),
        relation.text("name"),
        relation.text("replica_identity"),
        relation.numbers("partitions"),
        relation.text("key_column"),
        columns,
        relation.optionalObject("table").map(RegistryDocument::readTable));
  }

  private static CapturedColumn readColumn(Members column) {
    return new CapturedColumn(
        column.text("name"),
        (int) column.number("number"),
        column.number("type_oid"),
        PgColumnType.parse(column.text("type")),
        column.truth("not_null"),
        column
            .optionalObject("field")
            .map(field -> new RegisteredField(field.text("field_id"), field.truth("writable"))));
  }

  private static SyncedTable readTable(Members table) {
    List<ScopeTemplate> templates = new ArrayList<>();
    for (String text : table.texts("templates")) {
      templates.add(readTemplate(text));
    }
    List<RegisteredIndex> indexes = new ArrayList<>();
    for (Members index : table.objects("indexes")) {
      indexes.add(
          new RegisteredIndex(index.text("index_id"), index.text("name"), index.texts("columns")));
    }
    return new SyncedTable(
        table.text("table_id"),
        PushPolicy.find(table.text("push_policy")).orElseThrow(RegistryDocument::unknown),
        Composition.find(table.text("composition")).orElseThrow(RegistryDocument::unknown),
        (int) table.number("max_scope_fanout"),
        new RowLife(
            table.optionalText("created_at"),
            table.optionalText("updated_at"),
            table.optionalText("deleted_at")),
        templates,
        indexes,
        table.texts("sync_columns"),
        table.texts("exclude_columns"));
  }

  private static ScopeTemplate readTemplate(String text) {
    try {
      return ScopeTemplate.parse(text);
    } catch (InvalidScopeTemplate e) {
      throw new BugException("a stored scope template cannot be read", e);
    }
  }

  private static BugException unknown() {
    return new BugException("a stored registry generation with an unknown word");
  }
}
