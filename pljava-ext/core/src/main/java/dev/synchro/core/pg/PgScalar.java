package dev.synchro.core.pg;

import dev.synchro.core.value.PortableType;
import java.util.Optional;

/** The ways in which a PostgreSQL type's text becomes a portable value and back. Contract 2.6. */
public enum PgScalar {
  INT2("int2", PortableType.INT, true),
  INT4("int4", PortableType.INT, true),
  INT8("int8", PortableType.INT64, true),
  NUMERIC("numeric", PortableType.DECIMAL, false),
  FLOAT4("float4", PortableType.FLOAT, false),
  FLOAT8("float8", PortableType.FLOAT, false),
  BOOL("bool", PortableType.BOOLEAN, false),
  /** Types kept as their output text that may be keys: text, uuid, enums and their like. */
  KEY_TEXT("key_text", PortableType.STRING, true),
  /** Types kept as their output text that may not be keys. */
  TEXT("text", PortableType.STRING, false),
  /** As {@link #TEXT}; its arrays are separated by semicolons. */
  BOX("box", PortableType.STRING, false),
  TIMESTAMPTZ("timestamptz", PortableType.DATETIME, false),
  TIMESTAMP("timestamp", PortableType.DATETIME, false),
  DATE("date", PortableType.DATE, false),
  TIME("time", PortableType.TIME, false),
  JSON("json", PortableType.JSON, false),
  BYTEA("bytea", PortableType.BYTES, false);

  private final String code;
  private final PortableType type;
  private final boolean key;

  PgScalar(String code, PortableType type, boolean key) {
    this.code = code;
    this.type = type;
    this.key = key;
  }

  /** Short stable name, used where a column type is stored. */
  public String code() {
    return code;
  }

  public PortableType type() {
    return type;
  }

  /** Whether a primary key may have such a type. */
  public boolean isKey() {
    return key;
  }

  char arrayDelimiter() {
    return this == BOX ? ';' : ',';
  }

  static Optional<PgScalar> find(String code) {
    for (PgScalar scalar : values()) {
      if (scalar.code.equals(code)) {
        return Optional.of(scalar);
      }
    }
    return Optional.empty();
  }
}
