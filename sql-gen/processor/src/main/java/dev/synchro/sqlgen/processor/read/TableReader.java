package dev.synchro.sqlgen.processor.read;

import dev.synchro.sqlgen.Identity;
import dev.synchro.sqlgen.Immutability;
import dev.synchro.sqlgen.OnDelete;
import dev.synchro.sqlgen.Privilege;
import dev.synchro.sqlgen.SqlTrigger;
import dev.synchro.sqlgen.processor.check.Declaration;
import dev.synchro.sqlgen.processor.check.Place;
import dev.synchro.sqlgen.processor.check.Requirement;
import dev.synchro.sqlgen.processor.check.Rule;
import dev.synchro.sqlgen.processor.model.Identifier;
import dev.synchro.sqlgen.processor.model.QualifiedName;
import dev.synchro.sqlgen.processor.model.SqlObject;
import dev.synchro.sqlgen.processor.model.SqlObject.CheckConstraint;
import dev.synchro.sqlgen.processor.model.SqlObject.ColumnDefinition;
import dev.synchro.sqlgen.processor.model.SqlObject.Constraint;
import dev.synchro.sqlgen.processor.model.SqlObject.ForeignKeyConstraint;
import dev.synchro.sqlgen.processor.model.SqlObject.Index;
import dev.synchro.sqlgen.processor.model.SqlObject.PrimaryKeyConstraint;
import dev.synchro.sqlgen.processor.model.SqlObject.Routine;
import dev.synchro.sqlgen.processor.model.SqlObject.Table;
import dev.synchro.sqlgen.processor.model.SqlObject.Trigger;
import dev.synchro.sqlgen.processor.model.SqlObject.UniqueConstraint;
import dev.synchro.sqlgen.processor.model.SqlTypeName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads one table. */
final class TableReader {

  private static final Set<String> COUNTING = Set.of("smallint", "integer", "bigint");

  private final Reading reading;
  private final Annotated annotated;
  private final QualifiedName name;
  private final Map<String, ColumnDefinition> columns = new LinkedHashMap<>();
  private final List<Requirement> requirements = new ArrayList<>();
  private final Set<Identifier> constraintNames = new HashSet<>();

  TableReader(Reading reading, Annotated annotated) {
    this.reading = reading;
    this.annotated = annotated;
    this.name = reading.objectName(annotated);
  }

  Declaration read() {
    List<Annotated> columnAnnotations = annotated.annotations("columns");
    if (columnAnnotations.isEmpty()) {
      reading.refuse(annotated.place("columns"), Rule.COLUMN_MISSING, "table has no column");
    }
    columnAnnotations.forEach(this::column);
    requirements.addAll(reading.requires(annotated));
    Table table =
        new Table(
            name,
            reading.comment(annotated),
            List.copyOf(columns.values()),
            constraints(columnAnnotations),
            annotated.annotations("indexes").stream().map(this::index).toList(),
            triggers(),
            annotated.constant("immutability", Immutability.class),
            workerMay(),
            storage(),
            reading.origin(annotated.element()));
    return new Declaration(table, requirements, annotated.place("name"));
  }

  private void column(Annotated column) {
    Place place = column.place("name");
    Identifier columnName = reading.identifier(place, column.text("name"));
    Optional<SqlTypeName> type = reading.type(column.place("type"), column.text("type"));
    type.ifPresent(
        found -> requirements.addAll(reading.requirementOf(found, column.place("type"))));
    Identity identity = identity(column, columnName, type);
    ColumnDefinition definition =
        new ColumnDefinition(
            columnName,
            type.orElse(SqlTypeName.TEXT),
            column.flag("uncompressed"),
            column
                .optionalText("collation")
                .map(text -> reading.identifier(column.place("collation"), text)),
            column.flag("nullable"),
            reading.optionalRaw(column, "defaultValue"),
            identity,
            reading.optionalRaw(column, "comment"));
    if (columns.putIfAbsent(columnName.text(), definition) != null) {
      reading.refuse(place, Rule.REPEATED, "column %s is already declared", columnName);
    }
  }

  private Identity identity(Annotated column, Identifier columnName, Optional<SqlTypeName> type) {
    Identity identity = column.constant("identity", Identity.class);
    if (identity == Identity.NONE) {
      return identity;
    }
    checkIdentity(column, type);
    String sequence = name.name() + "_" + columnName + "_seq";
    boolean kept = reading.identifier(column.place("name"), sequence).text().equals(sequence);
    return kept ? identity : Identity.NONE;
  }

  private void checkIdentity(Annotated column, Optional<SqlTypeName> type) {
    boolean counting =
        type.isEmpty() || type.filter(one -> COUNTING.contains(one.catalogueName())).isPresent();
    if (!counting || column.flag("nullable") || column.optionalText("defaultValue").isPresent()) {
      reading.refuse(
          column.place("identity"),
          Rule.IDENTITY_COLUMN,
          "an identity column is a smallint, integer or bigint, not nullable, without default");
    }
  }

  private List<Constraint> constraints(List<Annotated> columnAnnotations) {
    List<Constraint> constraints = new ArrayList<>();
    primaryKey(columnAnnotations).ifPresent(constraints::add);
    for (Annotated column : columnAnnotations) {
      String text = column.text("name");
      if (column.flag("unique")) {
        constraints.add(
            new UniqueConstraint(
                constraintName(column.place("unique"), text + "_key"),
                List.of(columns.get(text).name()),
                false));
      }
    }
    annotated.annotations("unique").forEach(unique -> constraints.add(unique(unique)));
    for (Annotated column : columnAnnotations) {
      reading
          .optionalRaw(column, "check")
          .ifPresent(
              condition ->
                  constraints.add(
                      new CheckConstraint(
                          constraintName(column.place("check"), column.text("name") + "_check"),
                          condition)));
    }
    annotated.annotations("checks").forEach(check -> constraints.add(check(check)));
    annotated.annotations("foreignKeys").forEach(key -> constraints.add(foreignKey(key)));
    return constraints;
  }

  private Optional<Constraint> primaryKey(List<Annotated> columnAnnotations) {
    List<Annotated> marked =
        columnAnnotations.stream().filter(column -> column.flag("primaryKey")).toList();
    List<Identifier> listed = known(annotated, "primaryKey");
    if (marked.size() + (listed.isEmpty() ? 0 : 1) > 1) {
      reading.refuse(
          listed.isEmpty() ? marked.get(1).place("primaryKey") : annotated.place("primaryKey"),
          Rule.PRIMARY_KEY,
          "table has more than one primary key");
      return Optional.empty();
    }
    List<Identifier> key =
        marked.isEmpty() ? listed : List.of(columns.get(marked.get(0).text("name")).name());
    for (Identifier column : key) {
      if (columns.get(column.text()).nullable()) {
        reading.refuse(
            annotated.place("columns"),
            Rule.PRIMARY_KEY,
            "column %s of the primary key is nullable",
            column);
      }
    }
    return key.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new PrimaryKeyConstraint(constraintName(annotated.place("name"), "pkey"), key));
  }

  private Constraint unique(Annotated unique) {
    List<Identifier> key = known(unique, "value");
    return new UniqueConstraint(
        givenOrDerivedName(unique, key, "_key"), key, unique.flag("nullsNotDistinct"));
  }

  private Constraint check(Annotated check) {
    Identifier checkName = reading.identifier(check.place("name"), check.text("name"));
    claim(check.place("name"), checkName);
    return new CheckConstraint(checkName, reading.raw(check, "condition"));
  }

  private Constraint foreignKey(Annotated key) {
    List<Identifier> own = known(key, "columns");
    List<Identifier> referenced = reading.identifiers(key, "referencedColumns");
    List<Identifier> target = referenced.isEmpty() ? own : referenced;
    int columnCount = key.texts("columns").size();
    if (columnCount == 0 || (!referenced.isEmpty() && columnCount != referenced.size())) {
      reading.refuse(
          key.place("columns"),
          Rule.FOREIGN_KEY_COLUMNS,
          "%d columns refer to %d columns",
          columnCount,
          referenced.size());
    }
    Place place = key.place("references");
    QualifiedName table =
        new QualifiedName(name.schema(), reading.identifier(place, key.text("references")));
    String what =
        "table with columns "
            + target.stream().map(Identifier::text).collect(Collectors.joining(", "))
            + " named";
    if (!table.equals(name)) {
      requirements.add(
          new Requirement(
              table,
              what,
              object -> hasColumns(object, target),
              Requirement.Direction.NAMED_FIRST,
              Rule.FOREIGN_KEY_TABLE,
              place));
    }
    return new ForeignKeyConstraint(
        givenOrDerivedName(key, own, "_fkey"),
        own,
        table,
        target,
        key.constant("onDelete", OnDelete.class));
  }

  private static boolean hasColumns(SqlObject object, List<Identifier> names) {
    return object instanceof Table table
        && table.columns().stream().map(ColumnDefinition::name).toList().containsAll(names);
  }

  private Identifier givenOrDerivedName(Annotated constraint, List<Identifier> key, String suffix) {
    if (constraint.text("name").isEmpty()) {
      String joined = key.stream().map(Identifier::text).collect(Collectors.joining("_"));
      return constraintName(constraint.place(), joined + suffix);
    }
    Identifier given = reading.identifier(constraint.place("name"), constraint.text("name"));
    claim(constraint.place("name"), given);
    return given;
  }

  private Identifier constraintName(Place place, String suffix) {
    Identifier derived = reading.identifier(place, name.name() + "_" + suffix);
    claim(place, derived);
    return derived;
  }

  private void claim(Place place, Identifier constraint) {
    if (!constraintNames.add(constraint)) {
      reading.refuse(place, Rule.REPEATED, "constraint %s is already declared", constraint);
    }
  }

  private Index index(Annotated index) {
    List<Identifier> keys = known(index, "columns");
    Optional<String> expression = reading.optionalRaw(index, "expression");
    if (index.texts("columns").isEmpty() == expression.isEmpty()) {
      reading.refuse(index.place(), Rule.INDEX_KEY, "an index has either columns or an expression");
    }
    String what =
        expression.orElseGet(
            () -> keys.stream().map(Identifier::text).collect(Collectors.joining(", ")));
    return new Index(
        new QualifiedName(
            name.schema(), reading.identifier(index.place("name"), index.text("name"))),
        keys,
        expression,
        known(index, "include"),
        index.flag("unique"),
        reading.identifier(index.place("method"), index.text("method")),
        reading.optionalRaw(index, "where"),
        reading
            .optionalRaw(index, "comment")
            .orElse("Finds rows of " + name.name() + " by " + what));
  }

  /** Names in a list that must be columns of this table. */
  private List<Identifier> known(Annotated list, String member) {
    List<Identifier> known = new ArrayList<>();
    List<Identifier> names = reading.identifiers(list, member);
    for (int index = 0; index < names.size(); index++) {
      if (columns.containsKey(names.get(index).text())) {
        known.add(names.get(index));
      } else {
        reading.refuse(
            list.place(member, index),
            Rule.COLUMN_UNKNOWN,
            "table %s has no column %s",
            name.name(),
            names.get(index));
      }
    }
    return known;
  }

  private List<Trigger> triggers() {
    List<Trigger> triggers = new ArrayList<>(immutability());
    Set<Identifier> names = new HashSet<>();
    triggers.forEach(trigger -> names.add(trigger.name()));
    for (Annotated trigger : annotated.annotations("triggers")) {
      Trigger read = trigger(trigger);
      triggers.add(read);
      if (!names.add(read.name())) {
        reading.refuse(
            trigger.place("name"), Rule.REPEATED, "trigger %s is already declared", read.name());
      }
    }
    return triggers;
  }

  private Trigger trigger(Annotated trigger) {
    List<SqlTrigger.Event> events = trigger.constants("events", SqlTrigger.Event.class);
    SqlTrigger.Level level = trigger.constant("level", SqlTrigger.Level.class);
    boolean wholeTable = events.contains(SqlTrigger.Event.TRUNCATE);
    if (events.isEmpty() || (wholeTable && level == SqlTrigger.Level.ROW)) {
      reading.refuse(
          trigger.place("events"),
          Rule.TRIGGER_EVENTS,
          "a trigger has events, and TRUNCATE only at statement level");
    }
    QualifiedName routine = reading.reference(trigger.place("routine"), trigger.text("routine"));
    requireTrigger(routine, Rule.TRIGGER_ROUTINE, trigger.place("routine"));
    return new Trigger(
        reading.identifier(trigger.place("name"), trigger.text("name")),
        trigger.constant("timing", SqlTrigger.Timing.class),
        events,
        level,
        reading.optionalRaw(trigger, "when"),
        routine,
        trigger.texts("arguments"),
        reading.comment(trigger));
  }

  private void requireTrigger(QualifiedName routine, Rule rule, Place place) {
    requirements.add(
        new Requirement(
            routine,
            "routine returning trigger named",
            object ->
                object instanceof Routine found
                    && found.returns().catalogueName().equals("trigger"),
            Requirement.Direction.NAMED_FIRST,
            rule,
            place));
  }

  private List<Trigger> immutability() {
    Immutability kind = annotated.constant("immutability", Immutability.class);
    if (kind == Immutability.NONE) {
      return List.of();
    }
    Place place = annotated.place("immutability");
    Optional<QualifiedName> routine = reading.extension().immutabilityTrigger();
    if (routine.isEmpty()) {
      reading.refuse(
          place, Rule.IMMUTABILITY_TRIGGER, "the extension names no immutabilityTrigger");
      return List.of();
    }
    requireTrigger(routine.get(), Rule.IMMUTABILITY_TRIGGER, place);
    List<SqlTrigger.Event> events =
        kind == Immutability.FOR_EVER
            ? List.of(SqlTrigger.Event.UPDATE, SqlTrigger.Event.DELETE)
            : List.of(SqlTrigger.Event.UPDATE);
    return List.of(
        refusing("immutable_row", SqlTrigger.Level.ROW, events, routine.get()),
        refusing(
            "immutable_table",
            SqlTrigger.Level.STATEMENT,
            List.of(SqlTrigger.Event.TRUNCATE),
            routine.get()));
  }

  private static Trigger refusing(
      String name, SqlTrigger.Level level, List<SqlTrigger.Event> events, QualifiedName routine) {
    String refused = events.stream().map(Enum::name).collect(Collectors.joining(" and "));
    return new Trigger(
        new Identifier(name),
        SqlTrigger.Timing.BEFORE,
        events,
        level,
        Optional.empty(),
        routine,
        List.of(),
        "Refuses " + refused);
  }

  private List<Privilege> workerMay() {
    List<Privilege> privileges = annotated.constants("workerMay", Privilege.class);
    if (!privileges.isEmpty() && reading.extension().worker().isEmpty()) {
      reading.refuse(
          annotated.place("workerMay"), Rule.WORKER_MISSING, "the extension names no worker role");
    }
    if (new HashSet<>(privileges).size() < privileges.size()) {
      reading.refuse(annotated.place("workerMay"), Rule.REPEATED, "a privilege is listed twice");
    }
    return privileges;
  }

  private List<String> storage() {
    List<String> parameters = annotated.texts("storage");
    for (int index = 0; index < parameters.size(); index++) {
      reading.checkRaw(annotated.place("storage", index), parameters.get(index));
    }
    return parameters;
  }
}
