package dev.synchro.backend.push;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.IntFunction;

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
   * keys; the found rows as {@code [place, ctid, value...]}, all texts.
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
        + " (SELECT convert_to(json_agg("
        + outputArray("r.n::text, r.place", table)
        + ")::text, 'UTF8') FROM (SELECT wanted.n, t.ctid::text AS place"
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
    return inserted(table, columns, PushStatements::one, "VALUES (", ")") + returning(table);
  }

  /** Of many rows. Parameters: arrays of the keys, then of the values of each column. */
  static String insertAll(PushedTable table, List<PushedColumn> columns) {
    return written(
        table,
        inserted(
            table,
            columns,
            PushStatements::many,
            "SELECT ",
            " FROM " + arrays(columns.size() + 1)));
  }

  private static String inserted(
      PushedTable table,
      List<PushedColumn> columns,
      IntFunction<String> given,
      String before,
      String after) {
    List<String> names = new ArrayList<>();
    List<String> values = new ArrayList<>();
    names.add(table.key().quoted());
    values.add(given.apply(0) + "::" + table.key().inputType());
    for (PushedColumn column : columns) {
      values.add(given.apply(names.size()) + "::" + column.inputType());
      names.add(column.quoted());
    }
    for (Optional<PushedColumn> time : List.of(table.createdAt(), table.updatedAt())) {
      if (time.isPresent()) {
        names.add(time.get().quoted());
        values.add("now()");
      }
    }
    return "INSERT INTO "
        + table.quoted()
        + " AS t ("
        + String.join(", ", names)
        + ") OVERRIDING SYSTEM VALUE "
        + before
        + String.join(", ", values)
        + after;
  }

  /** Parameters: the values of the columns in order, the key, the row's place. */
  static String update(PushedTable table, List<PushedColumn> columns) {
    return updated(table, assignments(table, columns, PushStatements::one))
        + where(table, PushStatements::one, columns.size() + 1)
        + returning(table);
  }

  /** Of many rows. Parameters: arrays of the keys, the values of each column, the places. */
  static String updateAll(PushedTable table, List<PushedColumn> columns) {
    int place = columns.size() + 1;
    return written(
        table,
        updated(table, assignments(table, columns, PushStatements::many))
            + " FROM "
            + arrays(place + 1)
            + where(table, PushStatements::many, place));
  }

  private static List<String> assignments(
      PushedTable table, List<PushedColumn> columns, IntFunction<String> given) {
    List<String> assignments = new ArrayList<>();
    for (PushedColumn column : columns) {
      String value = given.apply(assignments.size() + 1);
      assignments.add(column.quoted() + " = " + value + "::" + column.inputType());
    }
    table.updatedAt().ifPresent(time -> assignments.add(time.quoted() + " = now()"));
    return assignments;
  }

  /** Makes a tombstone. Parameters: the key, the row's place. */
  static String softDelete(PushedTable table) {
    return updated(table, buried(table)) + where(table, PushStatements::one, 1) + returning(table);
  }

  /** Makes tombstones. Parameters: arrays of the keys and the places. */
  static String softDeleteAll(PushedTable table) {
    return written(
        table,
        updated(table, buried(table))
            + " FROM "
            + arrays(2)
            + where(table, PushStatements::many, 1));
  }

  private static List<String> buried(PushedTable table) {
    List<String> assignments = new ArrayList<>();
    table.deletedAt().ifPresent(time -> assignments.add(time.quoted() + " = now()"));
    table.updatedAt().ifPresent(time -> assignments.add(time.quoted() + " = now()"));
    return assignments;
  }

  private static String updated(PushedTable table, List<String> assignments) {
    return "UPDATE " + table.quoted() + " AS t SET " + String.join(", ", assignments);
  }

  /** Removes the row. Parameters: the key, the row's place. */
  static String hardDelete(PushedTable table) {
    return "DELETE FROM "
        + table.quoted()
        + " AS t"
        + where(table, PushStatements::one, 1)
        + " RETURNING true";
  }

  /** Removes rows. Parameters: arrays of the keys and the places. Result: how many. */
  static String hardDeleteAll(PushedTable table) {
    return "WITH gone AS (DELETE FROM "
        + table.quoted()
        + " AS t"
        + " USING "
        + arrays(2)
        + where(table, PushStatements::many, 1)
        + " RETURNING true) SELECT count(*) FROM gone";
  }

  private static String where(PushedTable table, IntFunction<String> given, int place) {
    return " WHERE t."
        + table.key().quoted()
        + " = "
        + given.apply(0)
        + "::"
        + table.key().inputType()
        + " AND t.ctid = "
        + given.apply(place)
        + "::tid";
  }

  /** Where a value of one row stands. */
  private static String one(int place) {
    return "?";
  }

  /** Where those of many rows do. */
  private static String many(int place) {
    return "w.g" + place;
  }

  /** The parameters of a statement for many rows, an array each. */
  private static String arrays(int count) {
    StringJoiner parameters = new StringJoiner(", ", "unnest(", ")");
    StringJoiner names = new StringJoiner(", ", " AS w (", ")");
    for (int place = 0; place < count; place++) {
      parameters.add("?::text[]");
      names.add("g" + place);
    }
    return parameters + names.toString();
  }

  /** What a statement for many rows wrote, as {@code [[ctid, value...]...]} in that order. */
  private static String written(PushedTable table, String statement) {
    return "WITH written AS ("
        + statement
        + " RETURNING t.ctid::text AS place"
        + outputs(table)
        + ") SELECT convert_to(json_agg("
        + outputArray("r.place", table)
        + ")::text, 'UTF8') FROM written AS r";
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

  /** Texts that were named as outputs, as one JSON array: a function takes 100 at the most. */
  private static String outputArray(String first, PushedTable table) {
    StringBuilder array = new StringBuilder("array_to_json(ARRAY[").append(first);
    for (int place = 0; place < table.columns().size(); place++) {
      array.append(", r.c").append(place);
    }
    return array.append("])").toString();
  }

  /** The output function's text: a cast to text differs for blank-padded text, inet and others. */
  private static String output(PushedColumn column) {
    String value = "t." + column.quoted();
    return "CASE WHEN " + value + " IS NOT NULL THEN concat(" + value + ") END";
  }
}
