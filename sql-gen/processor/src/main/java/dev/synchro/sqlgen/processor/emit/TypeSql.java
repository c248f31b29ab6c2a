package dev.synchro.sqlgen.processor.emit;

import dev.synchro.sqlgen.processor.model.ExtensionDeclaration;
import dev.synchro.sqlgen.processor.model.SqlObject.Attribute;
import dev.synchro.sqlgen.processor.model.SqlObject.CompositeType;

/** A composite type with its privileges. */
final class TypeSql {

  private final ExtensionDeclaration extension;
  private final SqlWriter writer;

  TypeSql(ExtensionDeclaration extension, SqlWriter writer) {
    this.extension = extension;
    this.writer = writer;
  }

  void write(CompositeType type) {
    writer.origin(type.origin());
    writer.statement(
        "CREATE TYPE $N AS (\n  $F\n)",
        type.name(),
        SqlFragment.join(",\n  ", type.attributes().stream().map(TypeSql::attribute).toList()));
    writer.statement("ALTER TYPE $N OWNER TO $I", type.name(), extension.owner());
    writer.statement("REVOKE ALL ON TYPE $N FROM PUBLIC", type.name());
    if (!type.usage().isEmpty()) {
      writer.statement(
          "GRANT USAGE ON TYPE $N TO $F", type.name(), SqlFragment.names(type.usage()));
    }
    writer.statement("COMMENT ON TYPE $N IS $L", type.name(), type.comment());
  }

  private static SqlFragment attribute(Attribute attribute) {
    SqlFragment plain = SqlFragment.of("$I $T", attribute.name(), attribute.type());
    return attribute
        .collation()
        .map(collation -> SqlFragment.of("$F COLLATE pg_catalog.$I", plain, collation))
        .orElse(plain);
  }
}
