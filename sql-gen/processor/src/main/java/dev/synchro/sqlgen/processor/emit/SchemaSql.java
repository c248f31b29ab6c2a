package dev.synchro.sqlgen.processor.emit;

import dev.synchro.sqlgen.processor.model.ExtensionDeclaration;
import dev.synchro.sqlgen.processor.model.ExtensionDeclaration.Schema;
import dev.synchro.sqlgen.processor.model.Identifier;

/** Schemas, and the privileges that hold for everything in them. */
final class SchemaSql {

  private final ExtensionDeclaration extension;
  private final SqlWriter writer;

  SchemaSql(ExtensionDeclaration extension, SqlWriter writer) {
    this.extension = extension;
    this.writer = writer;
  }

  /** Hands the schemas to the owner and closes them. */
  void write() {
    extension.schemas().forEach(this::schema);
    writer.line("");
    writer.comment(
        "What the owner creates later is closed too. Only the global statements can take away a");
    writer.comment("built-in default; those of the schemas undo grants made for a schema.");
    Identifier owner = extension.owner();
    writer.statement(
        "ALTER DEFAULT PRIVILEGES FOR ROLE $I\n  REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC", owner);
    writer.statement(
        "ALTER DEFAULT PRIVILEGES FOR ROLE $I\n  REVOKE USAGE ON TYPES FROM PUBLIC", owner);
    extension.schemas().forEach(schema -> defaultPrivileges(owner, schema.name()));
  }

  private void schema(Schema schema) {
    writer.origin(schema.origin());
    Identifier name = schema.name();
    if (name.equals(extension.schema())) {
      writer.statement("ALTER SCHEMA $I OWNER TO $I", name, extension.owner());
    } else {
      writer.statement("CREATE SCHEMA $I AUTHORIZATION $I", name, extension.owner());
    }
    writer.statement("REVOKE ALL ON SCHEMA $I FROM PUBLIC", name);
    if (!schema.usage().isEmpty()) {
      writer.statement("GRANT USAGE ON SCHEMA $I TO $F", name, SqlFragment.names(schema.usage()));
    }
    writer.statement("COMMENT ON SCHEMA $I IS $L", name, schema.comment());
  }

  private void defaultPrivileges(Identifier owner, Identifier schema) {
    for (String what :
        new String[] {
          "ALL ON TABLES", "ALL ON SEQUENCES", "EXECUTE ON FUNCTIONS", "USAGE ON TYPES"
        }) {
      writer.statement(
          "ALTER DEFAULT PRIVILEGES FOR ROLE $I IN SCHEMA $I\n  REVOKE $R FROM PUBLIC",
          owner,
          schema,
          what);
    }
  }

  /** Closes whatever the statements for single objects may have missed. */
  void writeRevokes() {
    writer.line("");
    writer.comment("Default deny for everything at once, beyond what stands at each object.");
    for (Schema schema : extension.schemas()) {
      writer.statement("REVOKE ALL ON ALL TABLES IN SCHEMA $I FROM PUBLIC", schema.name());
      writer.statement("REVOKE ALL ON ALL SEQUENCES IN SCHEMA $I FROM PUBLIC", schema.name());
      writer.statement("REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA $I FROM PUBLIC", schema.name());
    }
  }
}
