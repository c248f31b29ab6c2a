package dev.synchro.backend.push;

import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.Query;
import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.error.ErrorCode;
import dev.synchro.core.json.JsonArray;
import dev.synchro.core.json.JsonBoolean;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonNumber;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonString;
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
 * Finds the application tables of a push in the catalogue, by OID and with the names, numbers and
 * types they were registered with. A table that is not what was registered is not touched.
 */
final class PushedTables {
  /**
   * Per column the type of the last domain in its chain, and whether an insert may leave it out.
   */
  private static final String COLUMNS =
      "WITH RECURSIVE attribute AS (SELECT a.attrelid, a.attnum, a.attname, a.atttypid,"
          + " a.atttypmod, a.atthasdef OR a.attidentity <> '' AS filled FROM pg_attribute AS a"
          + " WHERE a.attrelid = ANY (?::oid[]) AND a.attnum > 0 AND NOT a.attisdropped),"
          + " chain AS (SELECT attribute.attrelid, attribute.attnum, attribute.atttypid AS type,"
          + " attribute.filled FROM attribute"
          + " UNION ALL SELECT chain.attrelid, chain.attnum, t.typbasetype,"
          + " chain.filled OR t.typdefault IS NOT NULL FROM chain JOIN pg_type AS t"
          + " ON t.oid = chain.type AND t.typtype = 'd')"
          + " SELECT json_agg(json_build_array(r.oid::bigint, n.nspname, r.relname,"
          + " attribute.attnum, attribute.attname, attribute.atttypid::bigint,"
          + " format_type(chain.type, -1), format_type(attribute.atttypid, attribute.atttypmod),"
          + " chain.filled OR t.typdefault IS NOT NULL))::text"
          + " FROM attribute JOIN pg_class AS r ON r.oid = attribute.attrelid"
          + " JOIN pg_namespace AS n ON n.oid = r.relnamespace"
          + " JOIN chain ON chain.attrelid = attribute.attrelid"
          + " AND chain.attnum = attribute.attnum"
          + " JOIN pg_type AS t ON t.oid = chain.type AND t.typtype <> 'd'";

  private PushedTables() {}

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
   * The tables of relations, by table id.
   *
   * @throws RequestRefused when one of them is not what was registered
   */
  static Map<String, PushedTable> find(
      BackendSession session, PublishedRegistry published, Collection<RegisteredRelation> relations)
      throws SQLException {
    Map<Long, Map<Integer, Found>> columns = columns(session, relations);
    Map<String, PushedTable> tables = new HashMap<>();
    for (RegisteredRelation relation : relations) {
      String tableId = relation.table().orElseThrow().tableId();
      tables.put(
          tableId,
          table(
              published,
              relation,
              published.manifest().table(tableId).orElseThrow(),
              columns.getOrDefault(relation.oid(), Map.of())));
    }
    return tables;
  }

  private static Map<Long, Map<Integer, Found>> columns(
      BackendSession session, Collection<RegisteredRelation> relations) throws SQLException {
    StringJoiner oids = new StringJoiner(",", "{", "}");
    for (RegisteredRelation relation : relations) {
      oids.add(Long.toString(relation.oid()));
    }
    Map<Long, Map<Integer, Found>> columns = new HashMap<>();
    try (Query query = session.query(COLUMNS)) {
      String json = query.text(oids.toString()).one().textAt(1);
      if (json != null) {
        JsonValue parsed = JsonParser.parse(Utf8.encode(json), JsonLimits.DOCUMENT);
        for (JsonValue row : ((JsonArray) parsed).elements()) {
          add(columns, ((JsonArray) row).elements());
        }
      }
    }
    return columns;
  }

  private static void add(Map<Long, Map<Integer, Found>> columns, List<JsonValue> row) {
    columns
        .computeIfAbsent(number(row.get(0)), oid -> new HashMap<>())
        .put(
            (int) number(row.get(3)),
            new Found(
                text(row.get(1)),
                text(row.get(2)),
                text(row.get(4)),
                number(row.get(5)),
                text(row.get(6)),
                text(row.get(7)),
                ((JsonBoolean) row.get(8)).value()));
  }

  private static PushedTable table(
      PublishedRegistry published,
      RegisteredRelation relation,
      TableSchema schema,
      Map<Integer, Found> found) {
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
    return new PushedTable(relation, schema, published.manifest().hash(), quoted, columns);
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

  private static String text(JsonValue value) {
    return ((JsonString) value).value();
  }

  private static long number(JsonValue value) {
    return Long.parseLong(((JsonNumber) value).text());
  }
}
