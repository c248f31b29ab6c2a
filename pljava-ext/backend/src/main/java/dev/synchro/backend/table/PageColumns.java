package dev.synchro.backend.table;

import dev.synchro.backend.session.Query;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.page.PagedRows;
import dev.synchro.core.page.PagedTable;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The columns in which a statement hands over the rows of a page. */
final class PageColumns {
  /** Number of columns that {@link #read} reads. */
  static final int WIDTH = 5;

  /** Every synchronized table with what records call it. */
  static final String TABLES =
      "(SELECT json_agg(json_build_array(r.relation, r.table_id, convert_from("
          + "substring(r.identity_head FROM octet_length(r.identity_head) - 35), 'UTF8')))::text"
          + " FROM synchro.relation AS r WHERE r.identity_head IS NOT NULL)";

  private static final byte[] NOTHING = {};

  private PageColumns() {}

  /**
   * Reads index, keys, digests, versions and rows.
   *
   * @param at place of the first one
   * @param tables what {@link #TABLES} said
   */
  static PagedRows read(Query row, int at, String tables) throws SQLException {
    return new PagedRows(
        tables(tables),
        octets(row, at),
        octets(row, at + 1),
        octets(row, at + 2),
        octets(row, at + 3),
        octets(row, at + 4));
  }

  private static Map<Integer, PagedTable> tables(String json) {
    Map<Integer, PagedTable> tables = new HashMap<>();
    for (List<JsonValue> row : JsonRows.of(json)) {
      tables.put(
          (int) JsonRows.number(row.get(0)),
          new PagedTable(JsonRows.text(row.get(1)), JsonRows.text(row.get(2))));
    }
    return tables;
  }

  private static byte[] octets(Query row, int at) throws SQLException {
    byte[] octets = row.octetsAt(at);
    return octets == null ? NOTHING : octets;
  }
}
