package dev.synchro.sqlgen.processor.emit;

import dev.synchro.sqlgen.processor.model.ExtensionDeclaration;
import dev.synchro.sqlgen.processor.model.SqlObject;
import dev.synchro.sqlgen.processor.model.SqlObject.CompositeType;
import dev.synchro.sqlgen.processor.model.SqlObject.Routine;
import dev.synchro.sqlgen.processor.model.SqlObject.Statement;
import dev.synchro.sqlgen.processor.model.SqlObject.Table;
import java.util.List;

/** The script that {@code CREATE EXTENSION} runs. */
public final class InstallScript {

  private final ExtensionDeclaration extension;
  private final List<SqlObject> objects;

  /**
   * A script for objects that are already in order.
   *
   * @param objects each after everything it requires
   */
  public InstallScript(ExtensionDeclaration extension, List<SqlObject> objects) {
    this.extension = extension;
    this.objects = List.copyOf(objects);
  }

  /** Name of the file PostgreSQL looks for. */
  public String fileName() {
    return extension.name() + "--" + extension.version() + ".sql";
  }

  /** The whole text. */
  public String print() {
    SqlWriter writer = new SqlWriter();
    GuardSql guard = new GuardSql(extension);
    SchemaSql schemas = new SchemaSql(extension, writer);
    header(writer);
    guard.writeRequirements(writer);
    schemas.write();
    for (SqlObject object : objects) {
      write(object, writer);
    }
    schemas.writeRevokes();
    guard.writeClosed(writer);
    return writer.script();
  }

  private void header(SqlWriter writer) {
    writer.comment(extension.name() + " " + extension.version());
    writer.comment("Written by the annotation processor from the classes named above each object.");
    writer.comment("Change the annotations there, never this text.");
    writer.line("");
    writer.line(
        "\\echo Use \"CREATE EXTENSION " + extension.name() + "\" to load this file. \\quit");
  }

  private void write(SqlObject object, SqlWriter writer) {
    switch (object.key().kind()) {
      case TYPE -> new TypeSql(extension, writer).write((CompositeType) object);
      case TABLE -> new TableSql(extension, writer).write((Table) object);
      case ROUTINE -> new RoutineSql(extension, writer).write((Routine) object);
      case STATEMENT -> statement((Statement) object, writer);
    }
  }

  private static void statement(Statement statement, SqlWriter writer) {
    writer.origin(statement.origin());
    writer.statement("$R", statement.text().strip());
  }
}
