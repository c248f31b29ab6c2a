package dev.synchro.suite.membership;

import dev.synchro.fixture.SynchroDatabase;
import java.util.List;

/** Functions of the application that name scopes or rows, and what they are made of. */
final class ApplicationFunctions {
  /** Every column of every registered relation, in the newest generation. */
  private static final String NEWEST =
      " FROM (SELECT content FROM synchro.registry_generation ORDER BY generation DESC LIMIT 1)"
          + " AS g, json_array_elements(g.content -> 'relations') AS r,"
          + " json_array_elements(r -> 'columns') AS c WHERE r ->> 'name' = '";

  private ApplicationFunctions() {}

  /** Lets the owner of the tables create them. */
  static void allow(SynchroDatabase database) {
    database.asSuperuser(
        "GRANT USAGE ON SCHEMA synchro, synchro_projection TO app_owner",
        "GRANT USAGE ON TYPE synchro.synchro_row_ref TO app_owner");
  }

  /**
   * Creates one that only synchro may execute.
   *
   * @param head name, parameters and result
   * @param signature name and types of the parameters
   */
  static void create(SynchroDatabase database, String head, String body, String signature) {
    database.asMigration(
        "CREATE FUNCTION app."
            + head
            + " LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp BEGIN ATOMIC "
            + body
            + "; END",
        "REVOKE EXECUTE ON FUNCTION app." + signature + " FROM PUBLIC",
        "GRANT EXECUTE ON FUNCTION app." + signature + " TO synchro_owner, synchro_worker");
  }

  /** Creates one that names the rows a change reaches. */
  static void createImpact(SynchroDatabase database, String name, String body) {
    create(
        database,
        name + "(p_old_row jsonb, p_new_row jsonb) RETURNS SETOF synchro.synchro_row_ref",
        body,
        name + "(jsonb, jsonb)");
  }

  /** What devices know a table by. */
  static String tableId(SynchroDatabase database, String table) {
    return database
        .ask("SELECT r -> 'table' ->> 'table_id'" + NEWEST + table + "' LIMIT 1")
        .orElseThrow();
  }

  /** What devices know columns by, separated by commas. */
  static String fieldIds(SynchroDatabase database, String table, String... columns) {
    return database
        .ask(
            "SELECT string_agg(c -> 'field' ->> 'field_id', ',')"
                + NEWEST
                + table
                + "' AND c ->> 'name' IN ('"
                + String.join("', '", List.of(columns))
                + "')")
        .orElse("");
  }
}
