package dev.synchro.backend.push;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The statements on application tables. Values travel as text and are cast to the type of their
 * column without its length, so that the assignment judges them; rows come back as output texts,
 * since PostgreSQL's output functions are what the worker reads as well.
 */
final class PushStatements {
  private PushStatements() {}

  /** An identifier, ready to stand in a statement. */
  static String identifier(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  private static String literal(String text) {
    return '\'' + text.replace("'", "''") + '\'';
  }

  /**
   * Locks rows in the order of their keys. Parameter: array of keys. Result: the places of refused
   * keys; the found rows as {@code [place, ctid, value...]}.
   */
  static String lock(PushedTable table) {
    String declared = table.key().declaredType();
    return "WITH wanted AS MATERIALIZED (SELECT u.v, u.n,"
        + " CASE WHEN pg_input_is_valid(u.v, "
        + literal(declared)
        + ") THEN concat(u.v::"
        + declared
        + ") = u.v ELSE false END AS sound FROM unnest(?::text[]) WITH ORDINALITY AS u (v, n))"
        + " SELECT (SELECT json_agg(wanted.n) FROM wanted WHERE NOT wanted.sound)::text,"
        + " (SELECT convert_to(json_agg(json_build_array(r.n, r.place"
        + outputNames(table)
        + "))::text, 'UTF8') FROM (SELECT wanted.n, t.ctid::text AS place"
        + outputs(table)
        + " FROM wanted JOIN "
        + table.quoted()
        + " AS t ON t."
        + table.key().quoted()
        + " = CASE WHEN wanted.sound THEN wanted.v::"
        + table.key().inputType()
        + " END WHERE wanted.sound ORDER BY t."
        + table.key().quoted()
        + " FOR UPDATE OF t) AS r)";
  }

  /** Which rows the user sees. Parameter: array of keys. Result: the places of those seen. */
  static String visible(PushedTable table) {
    return "SELECT json_agg(u.n)::text FROM unnest(?::text[]) WITH ORDINALITY AS u (v, n) JOIN "
        + table.quoted()
        + " AS t ON t."
        + table.key().quoted()
        + " = u.v::"
        + table.key().inputType();
  }

  /** Parameters: the key, then the values of the columns in order. */
  static String insert(PushedTable table, List<PushedColumn> columns) {
    StringBuilder names = new StringBuilder(table.key().quoted());
    StringBuilder values = new StringBuilder("?::").append(table.key().inputType());
    for (PushedColumn column : columns) {
      names.append(", ").append(column.quoted());
      values.append(", ?::").append(column.inputType());
    }
    for (Optional<PushedColumn> time : List.of(table.createdAt(), table.updatedAt())) {
      if (time.isPresent()) {
        names.append(", ").append(time.get().quoted());
        values.append(", now()");
      }
    }
    return "INSERT INTO "
        + table.quoted()
        + " AS t ("
        + names
        + ") OVERRIDING SYSTEM VALUE VALUES ("
        + values
        + ")"
        + returning(table);
  }

  /** Parameters: the values of the columns in order, the key, the row's place. */
  static String update(PushedTable table, List<PushedColumn> columns) {
    List<String> assignments = new ArrayList<>();
    for (PushedColumn column : columns) {
      assignments.add(column.quoted() + " = ?::" + column.inputType());
    }
    table.updatedAt().ifPresent(time -> assignments.add(time.quoted() + " = now()"));
    return "UPDATE "
        + table.quoted()
        + " AS t SET "
        + String.join(", ", assignments)
        + where(table)
        + returning(table);
  }

  /** Makes a tombstone. Parameters: the key, the row's place. */
  static String softDelete(PushedTable table) {
    List<String> assignments = new ArrayList<>();
    table.deletedAt().ifPresent(time -> assignments.add(time.quoted() + " = now()"));
    table.updatedAt().ifPresent(time -> assignments.add(time.quoted() + " = now()"));
    return "UPDATE "
        + table.quoted()
        + " AS t SET "
        + String.join(", ", assignments)
        + where(table)
        + returning(table);
  }

  /** Removes the row. Parameters: the key, the row's place. */
  static String hardDelete(PushedTable table) {
    return "DELETE FROM " + table.quoted() + " AS t" + where(table) + " RETURNING true";
  }

  private static String where(PushedTable table) {
    return " WHERE t."
        + table.key().quoted()
        + " = ?::"
        + table.key().inputType()
        + " AND t.ctid = ?::tid";
  }

  /** The place of the row, then its values. */
  private static String returning(PushedTable table) {
    StringBuilder values = new StringBuilder(" RETURNING t.ctid::text");
    for (PushedColumn column : table.columns()) {
      values.append(", ").append(output(column));
    }
    return values.toString();
  }

  private static String outputs(PushedTable table) {
    StringBuilder outputs = new StringBuilder();
    int place = 0;
    for (PushedColumn column : table.columns()) {
      outputs.append(", ").append(output(column)).append(" AS c").append(place++);
    }
    return outputs.toString();
  }

  private static String outputNames(PushedTable table) {
    StringBuilder names = new StringBuilder();
    for (int place = 0; place < table.columns().size(); place++) {
      names.append(", r.c").append(place);
    }
    return names.toString();
  }

  /** The output function's text: a cast to text differs for blank-padded text, inet and others. */
  private static String output(PushedColumn column) {
    String value = "t." + column.quoted();
    return "CASE WHEN " + value + " IS NOT NULL THEN concat(" + value + ") END";
  }
}
