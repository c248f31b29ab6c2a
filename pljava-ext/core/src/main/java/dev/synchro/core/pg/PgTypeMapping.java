package dev.synchro.core.pg;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.schema.DecimalBounds;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Which PostgreSQL types have a portable form. Domains are resolved by the caller to their base
 * type and the base type's modifier, arrays to their element type. Contract 2.6.
 */
public final class PgTypeMapping {
  /** Modifier of a type that has none. */
  public static final int NO_MODIFIER = -1;

  private static final int MODIFIER_HEADER = 4;
  private static final Map<String, PgScalar> BUILT_IN = new HashMap<>();

  static {
    add(PgScalar.INT2, "int2", "smallint");
    add(PgScalar.INT4, "int4", "integer");
    add(PgScalar.INT8, "int8", "bigint");
    add(PgScalar.NUMERIC, "numeric");
    add(PgScalar.FLOAT4, "float4", "real");
    add(PgScalar.FLOAT8, "float8", "double precision");
    add(PgScalar.BOOL, "bool", "boolean");
    add(PgScalar.KEY_TEXT, "text", "varchar", "character varying", "bpchar", "character");
    add(PgScalar.KEY_TEXT, "uuid", "inet", "cidr", "macaddr", "macaddr8");
    add(PgScalar.KEY_TEXT, "int4range", "int8range", "numrange");
    add(PgScalar.KEY_TEXT, "int4multirange", "int8multirange", "nummultirange");
    add(PgScalar.TEXT, "tsrange", "tstzrange", "daterange");
    add(PgScalar.TEXT, "tsmultirange", "tstzmultirange", "datemultirange");
    add(PgScalar.TEXT, "interval", "xml", "point", "line", "lseg", "path", "polygon", "circle");
    add(PgScalar.BOX, "box");
    add(PgScalar.TIMESTAMPTZ, "timestamptz", "timestamp with time zone");
    add(PgScalar.TIMESTAMP, "timestamp", "timestamp without time zone");
    add(PgScalar.DATE, "date");
    add(PgScalar.TIME, "time", "time without time zone");
    add(PgScalar.JSON, "json", "jsonb");
    add(PgScalar.BYTEA, "bytea");
  }

  private PgTypeMapping() {}

  private static void add(PgScalar scalar, String... names) {
    for (String name : names) {
      BUILT_IN.put(name, scalar);
    }
  }

  /**
   * Maps a type of the catalogue that is no domain and no array.
   *
   * @param builtIn whether the type lives in {@code pg_catalog}
   * @param name {@code pg_type.typname}
   * @param typeClass {@code pg_type.typtype}: {@code b} base, {@code e} enum, {@code r} range,
   *     {@code m} multirange, others are unsupported
   * @param modifier {@code pg_attribute.atttypmod} or {@code pg_type.typtypmod}
   * @return nothing when the type is unsupported
   */
  public static Optional<PgColumnType> map(
      boolean builtIn, String name, char typeClass, int modifier) {
    PgScalar known = builtIn ? BUILT_IN.get(name) : null;
    if (known == PgScalar.NUMERIC) {
      return numeric(modifier);
    }
    if (known != null) {
      return Optional.of(PgColumnType.of(known));
    }
    return switch (typeClass) {
      case 'e' -> Optional.of(PgColumnType.of(PgScalar.KEY_TEXT));
      case 'r', 'm' -> Optional.of(PgColumnType.of(PgScalar.TEXT));
      default -> Optional.empty();
    };
  }

  private static Optional<PgColumnType> numeric(int modifier) {
    if (modifier < MODIFIER_HEADER) {
      return Optional.of(PgColumnType.of(PgScalar.NUMERIC));
    }
    int packed = modifier - MODIFIER_HEADER;
    int precision = packed >>> 16;
    // The scale is a signed number of eleven bits.
    int scale = ((packed & 0x7ff) ^ 0x400) - 0x400;
    return numeric(precision, scale);
  }

  private static Optional<PgColumnType> numeric(int precision, int scale) {
    if (scale < 0 || scale > precision) {
      return Optional.empty();
    }
    Optional<DecimalBounds> bounds = Optional.of(new DecimalBounds(precision, scale));
    return Optional.of(new PgColumnType(PgScalar.NUMERIC, false, bounds));
  }

  /**
   * Maps a type as {@code format_type} prints it, such as {@code numeric(10,2)}, {@code
   * timestamp(3) with time zone} or {@code text[]}; {@code name (enum)} stands for an enum.
   *
   * @return nothing when the type is unsupported
   */
  public static Optional<PgColumnType> ofFormatted(String formatted) {
    String name = formatted;
    boolean array = false;
    while (name.endsWith("[]")) {
      array = true;
      name = name.substring(0, name.length() - 2);
    }
    Optional<PgColumnType> element = scalarOfFormatted(name);
    return array ? element.map(PgColumnType::arrayOf) : element;
  }

  private static Optional<PgColumnType> scalarOfFormatted(String name) {
    if (name.endsWith(" (enum)")) {
      return Optional.of(PgColumnType.of(PgScalar.KEY_TEXT));
    }
    int open = name.indexOf('(');
    int close = name.indexOf(')', open + 1);
    String bare =
        open < 0 || close < 0 ? name : name.substring(0, open) + name.substring(close + 1);
    PgScalar scalar = BUILT_IN.get(bare.toLowerCase(Locale.ROOT));
    if (scalar == PgScalar.NUMERIC && open >= 0) {
      return numericOfFormatted(name.substring(open + 1, close));
    }
    return Optional.ofNullable(scalar).map(PgColumnType::of);
  }

  private static Optional<PgColumnType> numericOfFormatted(String modifier) {
    int comma = modifier.indexOf(',');
    try {
      int precision = Integer.parseInt(comma < 0 ? modifier : modifier.substring(0, comma));
      return numeric(precision, comma < 0 ? 0 : Integer.parseInt(modifier.substring(comma + 1)));
    } catch (NumberFormatException | Malformed notASize) {
      return Optional.empty();
    }
  }
}
