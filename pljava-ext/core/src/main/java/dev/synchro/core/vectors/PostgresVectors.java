package dev.synchro.core.vectors;

import static dev.synchro.core.vectors.Difference.requireEqual;

import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import dev.synchro.core.pg.PgColumnType;
import dev.synchro.core.pg.PgText;
import dev.synchro.core.pg.PgTypeMapping;
import dev.synchro.core.value.PortableValue;

/** PostgreSQL text output and the wire value it becomes. */
final class PostgresVectors {
  private PostgresVectors() {}

  static void check(Entry entry) {
    PgColumnType type = type(entry);
    PortableValue value = PgText.toPortable(type, entry.utf8("pg_text"));
    requireEqual("type", entry.text("type"), value.type().wireName());
    requireEqual("wire", entry.text("wire"), Utf8.decode(value.wire()));
    requireEqual("type stored and read", type, PgColumnType.parse(type.code()));
  }

  static void refuse(Entry entry) {
    PgText.toPortable(type(entry), entry.utf8("pg_text"));
  }

  private static PgColumnType type(Entry entry) {
    return PgTypeMapping.ofFormatted(entry.text("pg_type"))
        .orElseThrow(() -> new Malformed(Rule.UNSUPPORTED_TYPE));
  }
}
