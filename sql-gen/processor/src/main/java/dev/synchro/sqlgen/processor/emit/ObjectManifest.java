package dev.synchro.sqlgen.processor.emit;

import dev.synchro.sqlgen.Identity;
import dev.synchro.sqlgen.Privilege;
import dev.synchro.sqlgen.Security;
import dev.synchro.sqlgen.processor.model.ExtensionDeclaration;
import dev.synchro.sqlgen.processor.model.ExtensionDeclaration.Schema;
import dev.synchro.sqlgen.processor.model.ExtensionDeclaration.SettingValue;
import dev.synchro.sqlgen.processor.model.Identifier;
import dev.synchro.sqlgen.processor.model.Origin;
import dev.synchro.sqlgen.processor.model.QualifiedName;
import dev.synchro.sqlgen.processor.model.SqlObject;
import dev.synchro.sqlgen.processor.model.SqlObject.ColumnDefinition;
import dev.synchro.sqlgen.processor.model.SqlObject.CompositeType;
import dev.synchro.sqlgen.processor.model.SqlObject.Constraint;
import dev.synchro.sqlgen.processor.model.SqlObject.Index;
import dev.synchro.sqlgen.processor.model.SqlObject.Routine;
import dev.synchro.sqlgen.processor.model.SqlObject.Table;
import dev.synchro.sqlgen.processor.model.SqlObject.Trigger;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * What was declared, as JSON, in the words of the catalogue: a test compares it with an
 * installation. Unlike the script it tells the source lines, so it is built but not tracked.
 */
public final class ObjectManifest {

  private final ExtensionDeclaration extension;
  private final List<SqlObject> objects;

  public ObjectManifest(ExtensionDeclaration extension, List<SqlObject> objects) {
    this.extension = extension;
    this.objects = List.copyOf(objects);
  }

  public String fileName() {
    return extension.name() + "--" + extension.version() + ".objects.json";
  }

  /** The whole text. */
  public String print() {
    Map<String, Object> root = JsonText.object();
    root.put("extension", extension.name());
    root.put("version", extension.version());
    root.put("owner", extension.owner());
    root.put("roles", extension.roles());
    root.put("schemas", extension.schemas().stream().map(ObjectManifest::schema).toList());
    root.put("types", each(CompositeType.class, ObjectManifest::type));
    root.put("tables", each(Table.class, this::table));
    root.put("routines", each(Routine.class, ObjectManifest::routine));
    return JsonText.print(root);
  }

  private <T extends SqlObject> List<Map<String, Object>> each(
      Class<T> kind, Function<T, Map<String, Object>> describe) {
    return objects.stream().filter(kind::isInstance).map(kind::cast).map(describe).toList();
  }

  private static Map<String, Object> named(QualifiedName name, String comment, Origin origin) {
    Map<String, Object> members = JsonText.object();
    members.put("schema", name.schema());
    members.put("name", name.name());
    members.put("comment", comment);
    members.put("declared_by", origin.member());
    origin.line().ifPresent(line -> members.put("line", line));
    return members;
  }

  private static Map<String, Object> schema(Schema schema) {
    Map<String, Object> members = JsonText.object();
    members.put("name", schema.name());
    members.put("comment", schema.comment());
    members.put("usage", schema.usage());
    return members;
  }

  private static Map<String, Object> type(CompositeType type) {
    Map<String, Object> members = named(type.name(), type.comment(), type.origin());
    members.put("usage", type.usage());
    return members;
  }

  private Map<String, Object> table(Table table) {
    Map<String, Object> members = named(table.name(), table.comment(), table.origin());
    members.put("worker_may", table.workerMay());
    members.put("columns", table.columns().stream().map(ObjectManifest::column).toList());
    members.put("constraints", table.constraints().stream().map(Constraint::name).toList());
    members.put("indexes", table.indexes().stream().map(ObjectManifest::index).toList());
    members.put("triggers", table.triggers().stream().map(ObjectManifest::trigger).toList());
    members.put(
        "sequences",
        table.identityColumns().stream().map(column -> sequence(table, column)).toList());
    return members;
  }

  private static Map<String, Object> column(ColumnDefinition column) {
    Map<String, Object> members = JsonText.object();
    members.put("name", column.name());
    members.put("type", column.type().catalogueName());
    members.put("nullable", column.nullable());
    members.put(
        "identity",
        column.identity() == Identity.NONE ? "" : column.identity() == Identity.ALWAYS ? "a" : "d");
    return members;
  }

  private static Map<String, Object> index(Index index) {
    Map<String, Object> members = JsonText.object();
    members.put("name", index.name().name());
    members.put("comment", index.comment());
    members.put("unique", index.unique());
    return members;
  }

  private static Map<String, Object> trigger(Trigger trigger) {
    Map<String, Object> members = JsonText.object();
    members.put("name", trigger.name());
    members.put("comment", trigger.comment());
    members.put("routine", trigger.routine().name());
    return members;
  }

  private Map<String, Object> sequence(Table table, ColumnDefinition column) {
    Map<String, Object> members = JsonText.object();
    members.put("name", table.sequence(column).name());
    members.put("worker_usage", table.workerMay().contains(Privilege.INSERT));
    return members;
  }

  private static Map<String, Object> routine(Routine routine) {
    Map<String, Object> members = named(routine.name(), routine.comment(), routine.origin());
    members.put("arguments", routine.key().arguments());
    members.put("returns", routine.returns().catalogueName());
    members.put("set", routine.setOf());
    members.put("language", routine.body().language());
    members.put("volatility", letter(routine.volatility()));
    members.put("strict", routine.strict());
    members.put("security_definer", routine.security() == Security.DEFINER);
    members.put("parallel", letter(routine.parallel()));
    members.put("settings", routine.settings().stream().map(ObjectManifest::setting).toList());
    members.put("executable_by", routine.executableBy());
    return members;
  }

  /** The catalogue stores the first letter. */
  private static String letter(Enum<?> value) {
    return value.name().substring(0, 1).toLowerCase(Locale.ROOT);
  }

  private static String setting(SettingValue setting) {
    String value =
        setting.values().size() == 1
            ? setting.values().get(0)
            : SqlFragment.names(setting.values().stream().map(Identifier::new).toList()).print();
    return setting.name() + "=" + value;
  }
}
