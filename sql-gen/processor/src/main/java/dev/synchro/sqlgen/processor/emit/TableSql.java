package dev.synchro.sqlgen.processor.emit;

import dev.synchro.sqlgen.Identity;
import dev.synchro.sqlgen.Privilege;
import dev.synchro.sqlgen.SqlTrigger;
import dev.synchro.sqlgen.processor.model.ExtensionDeclaration;
import dev.synchro.sqlgen.processor.model.QualifiedName;
import dev.synchro.sqlgen.processor.model.SqlObject.CheckConstraint;
import dev.synchro.sqlgen.processor.model.SqlObject.ColumnDefinition;
import dev.synchro.sqlgen.processor.model.SqlObject.Constraint;
import dev.synchro.sqlgen.processor.model.SqlObject.ForeignKeyConstraint;
import dev.synchro.sqlgen.processor.model.SqlObject.Index;
import dev.synchro.sqlgen.processor.model.SqlObject.PrimaryKeyConstraint;
import dev.synchro.sqlgen.processor.model.SqlObject.Table;
import dev.synchro.sqlgen.processor.model.SqlObject.Trigger;
import dev.synchro.sqlgen.processor.model.SqlObject.UniqueConstraint;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A table with its indexes, triggers, sequences and privileges. */
final class TableSql {

  private final ExtensionDeclaration extension;
  private final SqlWriter writer;

  TableSql(ExtensionDeclaration extension, SqlWriter writer) {
    this.extension = extension;
    this.writer = writer;
  }

  void write(Table table) {
    writer.origin(table.origin());
    create(table);
    ownership(table);
    comments(table);
    table.indexes().forEach(index -> index(table, index));
    table.triggers().forEach(trigger -> trigger(table, trigger));
  }

  private void create(Table table) {
    List<SqlFragment> parts = new ArrayList<>();
    table.columns().forEach(column -> parts.add(column(column)));
    table.constraints().forEach(constraint -> parts.add(constraint(constraint)));
    SqlFragment storage =
        table.storage().isEmpty()
            ? SqlFragment.of("")
            : SqlFragment.of("\nWITH ($R)", String.join(", ", table.storage()));
    writer.statement(
        "CREATE TABLE $N (\n  $F\n)$F", table.name(), SqlFragment.join(",\n  ", parts), storage);
  }

  private static SqlFragment column(ColumnDefinition column) {
    List<SqlFragment> words = new ArrayList<>();
    words.add(SqlFragment.of("$I $T", column.name(), column.type()));
    if (column.uncompressed()) {
      words.add(SqlFragment.of("STORAGE EXTERNAL"));
    }
    column
        .collation()
        .ifPresent(collation -> words.add(SqlFragment.of("COLLATE pg_catalog.$I", collation)));
    if (!column.nullable()) {
      words.add(SqlFragment.of("NOT NULL"));
    }
    column
        .defaultValue()
        .ifPresent(expression -> words.add(SqlFragment.of("DEFAULT $R", expression)));
    if (column.identity() != Identity.NONE) {
      String kind = column.identity() == Identity.ALWAYS ? "ALWAYS" : "BY DEFAULT";
      words.add(SqlFragment.of("GENERATED $R AS IDENTITY", kind));
    }
    return SqlFragment.join(" ", words);
  }

  private static SqlFragment constraint(Constraint constraint) {
    return SqlFragment.of("CONSTRAINT $I $F", constraint.name(), definition(constraint));
  }

  private static SqlFragment definition(Constraint constraint) {
    if (constraint instanceof PrimaryKeyConstraint key) {
      return SqlFragment.of("PRIMARY KEY ($F)", SqlFragment.names(key.columns()));
    }
    if (constraint instanceof UniqueConstraint unique) {
      return SqlFragment.of(
          "UNIQUE $R($F)",
          unique.nullsNotDistinct() ? "NULLS NOT DISTINCT " : "",
          SqlFragment.names(unique.columns()));
    }
    if (constraint instanceof CheckConstraint check) {
      return SqlFragment.of("CHECK ($R)", check.condition());
    }
    return foreignKey((ForeignKeyConstraint) constraint);
  }

  private static SqlFragment foreignKey(ForeignKeyConstraint key) {
    String onDelete =
        switch (key.onDelete()) {
          case NO_ACTION -> "";
          case CASCADE -> " ON DELETE CASCADE";
          case SET_NULL -> " ON DELETE SET NULL";
        };
    return SqlFragment.of(
        "FOREIGN KEY ($F) REFERENCES $N ($F)$R",
        SqlFragment.names(key.columns()),
        key.references(),
        SqlFragment.names(key.referencedColumns()),
        onDelete);
  }

  private void ownership(Table table) {
    QualifiedName name = table.name();
    writer.statement("ALTER TABLE $N OWNER TO $I", name, extension.owner());
    writer.statement("REVOKE ALL ON TABLE $N FROM PUBLIC", name);
    writer.statement("REVOKE ALL ON TYPE $N FROM PUBLIC", name);
    table
        .identityColumns()
        .forEach(
            column ->
                writer.statement("REVOKE ALL ON SEQUENCE $N FROM PUBLIC", table.sequence(column)));
    if (table.workerMay().isEmpty()) {
      return;
    }
    writer.statement(
        "GRANT $R ON TABLE $N TO $I",
        table.workerMay().stream().map(Privilege::name).collect(Collectors.joining(", ")),
        name,
        extension.worker().orElseThrow());
    if (table.workerMay().contains(Privilege.INSERT)) {
      table
          .identityColumns()
          .forEach(
              column ->
                  writer.statement(
                      "GRANT USAGE ON SEQUENCE $N TO $I",
                      table.sequence(column),
                      extension.worker().orElseThrow()));
    }
  }

  private void comments(Table table) {
    writer.statement("COMMENT ON TABLE $N IS $L", table.name(), table.comment());
    for (ColumnDefinition column : table.columns()) {
      column
          .comment()
          .ifPresent(
              comment ->
                  writer.statement(
                      "COMMENT ON COLUMN $N.$I IS $L", table.name(), column.name(), comment));
    }
    for (ColumnDefinition column : table.identityColumns()) {
      writer.statement(
          "COMMENT ON SEQUENCE $N IS $L",
          table.sequence(column),
          "Numbers of column " + column.name() + " of table " + table.name().name());
    }
  }

  private void index(Table table, Index index) {
    SqlFragment keys =
        index
            .expression()
            .map(expression -> SqlFragment.of("$R", expression))
            .orElseGet(() -> SqlFragment.names(index.columns()));
    SqlFragment include =
        index.include().isEmpty()
            ? SqlFragment.of("")
            : SqlFragment.of(" INCLUDE ($F)", SqlFragment.names(index.include()));
    SqlFragment where =
        index
            .where()
            .map(condition -> SqlFragment.of("\n  WHERE $R", condition))
            .orElseGet(() -> SqlFragment.of(""));
    writer.statement(
        "CREATE $RINDEX $I ON $N USING $I ($F)$F$F",
        index.unique() ? "UNIQUE " : "",
        index.name().name(),
        table.name(),
        index.method(),
        keys,
        include,
        where);
    writer.statement("COMMENT ON INDEX $N IS $L", index.name(), index.comment());
  }

  private void trigger(Table table, Trigger trigger) {
    SqlFragment when =
        trigger
            .when()
            .map(condition -> SqlFragment.of("\n  WHEN ($R)", condition))
            .orElseGet(() -> SqlFragment.of(""));
    SqlFragment arguments =
        SqlFragment.join(
            ", ", trigger.arguments().stream().map(text -> SqlFragment.of("$L", text)).toList());
    writer.statement(
        "CREATE TRIGGER $I $R $R ON $N\n  FOR EACH $R$F\n  EXECUTE FUNCTION $N($F)",
        trigger.name(),
        trigger.timing().name(),
        trigger.events().stream().map(SqlTrigger.Event::name).collect(Collectors.joining(" OR ")),
        table.name(),
        trigger.level().name(),
        when,
        trigger.routine(),
        arguments);
    writer.statement(
        "COMMENT ON TRIGGER $I ON $N IS $L", trigger.name(), table.name(), trigger.comment());
  }
}
