package dev.synchro.sqlgen.processor.model;

import java.util.Map;
import java.util.Optional;

/**
 * PostgreSQL's own types that may be named without a schema, and the names its catalogue prints.
 */
final class BuiltInTypes {

  private static final Map<String, String> CATALOGUE_NAMES =
      Map.ofEntries(
          same("bigint"),
          same("boolean"),
          same("bytea"),
          same("cidr"),
          same("date"),
          same("double precision"),
          same("event_trigger"),
          same("inet"),
          same("integer"),
          same("interval"),
          same("json"),
          same("jsonb"),
          same("name"),
          same("numeric"),
          same("oid"),
          same("pg_lsn"),
          same("real"),
          same("record"),
          same("regclass"),
          same("regprocedure"),
          same("regtype"),
          same("smallint"),
          same("text"),
          same("tid"),
          same("trigger"),
          same("uuid"),
          same("void"),
          same("xid"),
          same("xid8"),
          Map.entry("time", "time without time zone"),
          Map.entry("timestamp", "timestamp without time zone"),
          Map.entry("timestamptz", "timestamp with time zone"),
          Map.entry("varchar", "character varying"));

  private BuiltInTypes() {}

  private static Map.Entry<String, String> same(String name) {
    return Map.entry(name, name);
  }

  static Optional<String> catalogueName(String name) {
    return Optional.ofNullable(CATALOGUE_NAMES.get(name));
  }
}
