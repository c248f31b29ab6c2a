package dev.synchro.backend.push;

import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.Query;
import dev.synchro.backend.table.JsonRows;
import dev.synchro.core.error.ErrorCode;
import dev.synchro.core.json.JsonBoolean;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.message.RequestRefused;
import dev.synchro.core.registry.CapturedColumn;
import dev.synchro.core.registry.RegisteredRelation;
import dev.synchro.core.schema.FieldSchema;
import dev.synchro.core.schema.TableSchema;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * The application tables of a push as the catalogue has them, found by OID and with the names,
 * numbers and types they were registered with. A table that is not what was registered, or is not
 * guarded as it was, is not touched.
 *
 * @param byId by table id
 * @param deferrable whether a constraint may be checked later than a write of the push
 * @param sideEffects whether a write to one row may change another, or the same again
 */
record PushedTables(Map<String, PushedTable> byId, boolean deferrable, boolean sideEffects) {
  /** What a push of no table knows. */
  static final PushedTables NONE = new PushedTables(Map.of(), false, false);

  /**
   * Per column the type of the last domain in its chain, and whether an insert may leave it out.
   */
  private static final String COLUMNS =
      "SELECT json_agg(json_build_array(r.oid::bigint, n.nspname, r.relname, attribute.attnum,"
          + " attribute.attname, attribute.atttypid::bigint, format_type(chain.type, -1),"
          + " format_type(attribute.atttypid, attribute.atttypmod),"
          + " chain.filled OR t.typdefault IS NOT NULL))::text"
          + " FROM attribute JOIN pg_class AS r ON r.oid = attribute.attrelid"
          + " JOIN pg_namespace AS n ON n.oid = r.relnamespace"
          + " JOIN chain ON chain.attrelid = attribute.attrelid"
          + " AND chain.attnum = attribute.attnum"
          + " JOIN pg_type AS t ON t.oid = chain.type AND t.typtype <> 'd'";

  private static final String DEFERRABLE =
      "EXISTS (SELECT FROM pg_trigger AS t WHERE t.tgdeferrable)";

  private static final String SIDE_EFFECTS =
      "(EXISTS (SELECT FROM pg_trigger AS t JOIN pg_class AS r ON r.oid = t.tgrelid"
          + " WHERE NOT t.tgisinternal AND r.relnamespace <> 'synchro'::regnamespace"
          + notOfExtension("t.tgrelid")
          + ") OR EXISTS (SELECT FROM pg_constraint AS f WHERE f.contype = 'f'"
          + " AND (f.confupdtype IN ('c', 'n', 'd') OR f.confdeltype IN ('c', 'n', 'd'))"
          + " AND f.connamespace <> 'synchro'::regnamespace"
          + notOfExtension("f.confrelid")
          + "))";

  /**
   * Whether row security still keeps users apart, as registration demanded (contract 3.4): without
   * it rows of others would be told and written, and a row that is hidden would pass for deleted.
   */
  private static final String GUARDED =
      "NOT EXISTS (SELECT FROM pushed JOIN pg_class AS r ON r.oid = ANY (pushed.oids)"
          + " WHERE NOT r.relrowsecurity OR r.relowner = 'synchro_owner'::regrole"
          + " OR NOT coalesce((SELECT bool_or(q.ours AND q.polpermissive"
          + " AND q.seen = 'true' AND q.written = 'true')"
          + " AND bool_or(q.ours AND NOT q.polpermissive AND q.seen <> '' AND q.written <> '')"
          + " AND NOT bool_or(NOT q.polpermissive AND 0 = ANY (q.polroles))"
          + " FROM (SELECT q.polpermissive, q.polroles, pg_get_expr(q.polqual, q.polrelid) AS seen,"
          + " pg_get_expr(q.polwithcheck, q.polrelid) AS written,"
          + " q.polcmd = '*' AND 'synchro_owner'::regrole = ANY (q.polroles) AS ours"
          + " FROM pg_policy AS q WHERE q.polrelid = r.oid) AS q), false))";

  /**
   * A write to a table whose rows are independent sets nothing off, and only when there are others
   * the rest of the database matters. The array comes by way of a row: a plan for its very value
   * would be made anew for each call, and that costs more than to run it.
   */
  private static final String FIND =
      "WITH RECURSIVE pushed AS MATERIALIZED (SELECT ?::oid[] AS oids),"
          + " independent AS MATERIALIZED ("
          + RowIndependence.INDEPENDENT
          + "), attribute AS (SELECT a.attrelid, a.attnum, a.attname, a.atttypid, a.atttypmod,"
          + " a.atthasdef OR a.attidentity <> '' AS filled"
          + " FROM pushed JOIN pg_attribute AS a ON a.attrelid = ANY (pushed.oids)"
          + " AND a.attnum > 0 AND NOT a.attisdropped),"
          + " chain AS (SELECT attribute.attrelid, attribute.attnum, attribute.atttypid AS type,"
          + " attribute.filled FROM attribute"
          + " UNION ALL SELECT chain.attrelid, chain.attnum, t.typbasetype,"
          + " chain.filled OR t.typdefault IS NOT NULL FROM chain JOIN pg_type AS t"
          + " ON t.oid = chain.type AND t.typtype = 'd')"
          + " SELECT ("
          + COLUMNS
          + "), (SELECT json_agg(json_build_array(i.oid::bigint, i.complete)) FROM independent"
          + " AS i)::text, others.are AND "
          + DEFERRABLE
          + ", others.are AND "
          + SIDE_EFFECTS
          + ", "
          + GUARDED
          + " FROM (SELECT cardinality(pushed.oids) > (SELECT count(*) FROM independent) AS are"
          + " FROM pushed) AS others";

  /**
   * A condition that a table is not an extension's: what a pushed write sets off begins at a table
   * of the application, and PL/Java's own tables have cascades.
   */
  private static String notOfExtension(String table) {
    return " AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.classid = 'pg_class'::regclass"
        + " AND d.objid = "
        + table
        + " AND d.deptype = 'e')";
  }

  /** What the catalogue says of a column. */
  private record Found(
      String schema,
      String relation,
      String name,
      long typeOid,
      String inputType,
      String declaredType,
      boolean filled) {}

  /**
   * Finds the tables of relations.
   *
   * @throws RequestRefused when one of them is not what was registered, or not guarded as it was
   */
  static PushedTables find(
      BackendSession session, PublishedRegistry published, Collection<RegisteredRelation> relations)
      throws SQLException {
    StringJoiner oids = new StringJoiner(",", "{", "}");
    for (RegisteredRelation relation : relations) {
      oids.add(Long.toString(relation.oid()));
    }
    try (Query query = session.query(FIND)) {
      query.text(oids.toString()).one();
      if (!query.truthAt(5)) {
        throw new RequestRefused(ErrorCode.TEMPORARY_UNAVAILABLE);
      }
      Map<Long, Map<Integer, Found>> columns = new HashMap<>();
      for (List<JsonValue> row : JsonRows.of(query.textAt(1))) {
        add(columns, row);
      }
      Map<Long, RowIndependence> independent = new HashMap<>();
      for (List<JsonValue> row : JsonRows.of(query.textAt(2))) {
        boolean complete = row.get(1).equals(JsonBoolean.TRUE);
        independent.put(
            JsonRows.number(row.get(0)),
            complete ? RowIndependence.COMPLETE : RowIndependence.IN_ORDER);
      }
      Map<String, PushedTable> tables = new HashMap<>();
      for (RegisteredRelation relation : relations) {
        tables.put(
            relation.table().orElseThrow().tableId(),
            table(
                published,
                relation,
                columns.getOrDefault(relation.oid(), Map.of()),
                independent.getOrDefault(relation.oid(), RowIndependence.NONE)));
      }
      return new PushedTables(tables, query.truthAt(3), query.truthAt(4));
    }
  }

  private static void add(Map<Long, Map<Integer, Found>> columns, List<JsonValue> row) {
    columns
        .computeIfAbsent(JsonRows.number(row.get(0)), oid -> new HashMap<>())
        .put(
            (int) JsonRows.number(row.get(3)),
            new Found(
                JsonRows.text(row.get(1)),
                JsonRows.text(row.get(2)),
                JsonRows.text(row.get(4)),
                JsonRows.number(row.get(5)),
                JsonRows.text(row.get(6)),
                JsonRows.text(row.get(7)),
                ((JsonBoolean) row.get(8)).value()));
  }

  private static PushedTable table(
      PublishedRegistry published,
      RegisteredRelation relation,
      Map<Integer, Found> found,
      RowIndependence independence) {
    String tableId = relation.table().orElseThrow().tableId();
    TableSchema schema = published.manifest().table(tableId).orElseThrow();
    List<PushedColumn> columns = new ArrayList<>();
    for (FieldSchema field : schema.fields()) {
      CapturedColumn column = column(relation, field);
      Found stored = found.get(column.number());
      if (stored == null || !isRegistered(relation, column, stored)) {
        throw new RequestRefused(ErrorCode.TEMPORARY_UNAVAILABLE);
      }
      columns.add(
          new PushedColumn(
              field,
              column,
              PushStatements.identifier(column.name()),
              stored.inputType(),
              stored.declaredType(),
              stored.filled()));
    }
    String quoted =
        PushStatements.identifier(relation.schema())
            + "."
            + PushStatements.identifier(relation.name());
    return new PushedTable(
        relation, schema, published.manifest().hash(), quoted, columns, independence);
  }

  private static CapturedColumn column(RegisteredRelation relation, FieldSchema field) {
    for (CapturedColumn column : relation.columns()) {
      if (column.field().isPresent() && column.field().get().fieldId().equals(field.fieldId())) {
        return column;
      }
    }
    throw new RequestRefused(ErrorCode.TEMPORARY_UNAVAILABLE);
  }

  private static boolean isRegistered(
      RegisteredRelation relation, CapturedColumn column, Found stored) {
    return stored.schema().equals(relation.schema())
        && stored.relation().equals(relation.name())
        && stored.name().equals(column.name())
        && stored.typeOid() == column.typeOid();
  }
}
