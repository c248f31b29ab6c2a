package dev.synchro.core.vectors;

import static dev.synchro.core.vectors.Difference.requireEqual;

import dev.synchro.core.bytes.Hex;
import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import dev.synchro.core.json.EcmaNumber;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.pg.PgColumnType;
import dev.synchro.core.pg.PgScalar;
import dev.synchro.core.pg.PgText;
import dev.synchro.core.pg.PgTypeMapping;
import dev.synchro.core.value.PortableValue;
import java.util.List;

/** PostgreSQL text output and the wire value it becomes. */
final class PostgresVectors {
  private static final List<String> TYPES =
      List.of(
          "smallint",
          "integer",
          "bigint",
          "numeric",
          "real",
          "double precision",
          "boolean",
          "text",
          "character varying(80)",
          "mood (enum)",
          "timestamp with time zone",
          "timestamp without time zone",
          "date",
          "time without time zone",
          "json",
          "jsonb",
          "bytea",
          "integer[]",
          "bigint[]",
          "numeric[]",
          "text[]",
          "jsonb[]",
          "bytea[]",
          "boolean[]",
          "double precision[]",
          "timestamp with time zone[]");

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

  /** One valid entry of any type. */
  static JsonObject generate(Arbitrary arbitrary) {
    String type = arbitrary.oneOf(TYPES);
    PgColumnType column = PgTypeMapping.ofFormatted(type).orElseThrow();
    String text = outputText(arbitrary, column.scalar());
    if (column.array()) {
      text = "{NULL,\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"}";
    }
    PortableValue value = PgText.toPortable(column, Utf8.encode(text));
    return JsonObject.builder()
        .put("pg_type", type)
        .put("pg_text", text)
        .put("type", value.type().wireName())
        .put("wire", Utf8.decode(value.wire()))
        .build();
  }

  private static String outputText(Arbitrary arbitrary, PgScalar scalar) {
    return switch (scalar) {
      case INT2 -> Integer.toString((short) arbitrary.integer());
      case INT4 -> Integer.toString((int) arbitrary.integer());
      case INT8 -> Long.toString(arbitrary.integer());
      case NUMERIC -> arbitrary.decimal();
      case FLOAT4 -> EcmaNumber.text((float) (arbitrary.below(100_000) / 64.0));
      case FLOAT8 -> EcmaNumber.text(arbitrary.below(100_000_000) / 7.0);
      case BOOL -> arbitrary.chance(2) ? "t" : "f";
      case TIMESTAMPTZ -> arbitrary.date() + " " + arbitrary.time() + "+00";
      case TIMESTAMP -> arbitrary.date() + " " + arbitrary.time();
      case DATE -> arbitrary.date();
      case TIME -> arbitrary.time();
      case JSON -> arbitrary.json(3);
      case BYTEA -> "\\x" + Hex.encode(arbitrary.octets(arbitrary.below(20)));
      // PostgreSQL's text holds no U+0000.
      default -> "t" + arbitrary.text(false).replace("\0", "");
    };
  }
}
