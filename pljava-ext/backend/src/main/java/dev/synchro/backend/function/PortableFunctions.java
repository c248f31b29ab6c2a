package dev.synchro.backend.function;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.json.PortableJson;
import dev.synchro.sqlgen.Language;
import dev.synchro.sqlgen.Parameter;
import dev.synchro.sqlgen.SqlFunction;
import dev.synchro.sqlgen.SqlRoutine;
import dev.synchro.sqlgen.Volatility;

/**
 * Functions for CHECK constraints: with them a value that clients could not hold fails in the
 * application's own transaction instead of stopping capture. Contract 2.7.
 */
@SqlRoutine(
    name = "synchro_portable_json",
    comment = "Whether clients can hold a JSON value",
    parameters = @Parameter(name = "p_value", type = "jsonb"),
    returns = "boolean",
    language = Language.SQL,
    body =
        "SELECT synchro.portable_json_octets(pg_catalog.convert_to(p_value::pg_catalog.text,"
            + " 'UTF8'))",
    volatility = Volatility.IMMUTABLE)
@SqlRoutine(
    name = "synchro_portable",
    comment = "Whether clients can hold a number: it is finite",
    parameters = @Parameter(name = "p_value", type = "numeric"),
    returns = "boolean",
    language = Language.SQL,
    body = "SELECT p_value NOT IN ('NaN', 'Infinity', '-Infinity')",
    volatility = Volatility.IMMUTABLE)
@SqlRoutine(
    name = "synchro_portable",
    comment = "Whether clients can hold a floating point number: it is finite",
    parameters = @Parameter(name = "p_value", type = "double precision"),
    returns = "boolean",
    language = Language.SQL,
    body = "SELECT p_value NOT IN ('NaN', 'Infinity', '-Infinity')",
    volatility = Volatility.IMMUTABLE)
@SqlRoutine(
    name = "synchro_portable",
    comment =
        "Whether clients can hold a time stamp: it is finite and of the years 1 to 9999 in UTC",
    parameters = @Parameter(name = "p_value", type = "timestamptz"),
    returns = "boolean",
    language = Language.SQL,
    body = "SELECT p_value >= '0001-01-01 00:00:00+00' AND p_value < '10000-01-01 00:00:00+00'",
    volatility = Volatility.IMMUTABLE)
@SqlRoutine(
    name = "synchro_portable",
    comment =
        "Whether clients can hold a time stamp without zone: finite and of the years 1 to 9999",
    parameters = @Parameter(name = "p_value", type = "timestamp"),
    returns = "boolean",
    language = Language.SQL,
    body = "SELECT p_value >= '0001-01-01 00:00:00' AND p_value < '10000-01-01 00:00:00'",
    volatility = Volatility.IMMUTABLE)
@SqlRoutine(
    name = "synchro_portable",
    comment = "Whether clients can hold a date: it is finite and of the years 1 to 9999",
    parameters = @Parameter(name = "p_value", type = "date"),
    returns = "boolean",
    language = Language.SQL,
    body = "SELECT p_value BETWEEN '0001-01-01' AND '9999-12-31'",
    volatility = Volatility.IMMUTABLE)
@SqlRoutine(
    name = "synchro_portable",
    comment = "Whether clients can hold a time of day: it is before 24:00:00",
    parameters = @Parameter(name = "p_value", type = "time"),
    returns = "boolean",
    language = Language.SQL,
    body = "SELECT p_value < '24:00:00'",
    volatility = Volatility.IMMUTABLE)
public final class PortableFunctions {
  private PortableFunctions() {}

  /** Whether clients can hold a JSON value. Contract 2.5. */
  @SqlFunction(
      name = "synchro_portable_json",
      octets = "portable_json_octets",
      volatility = Volatility.IMMUTABLE)
  public static boolean json(@Parameter(name = "p_value", type = "json") byte[] value) {
    try {
      PortableJson.canonicalize(value);
      return true;
    } catch (Malformed refused) {
      return false;
    }
  }
}
