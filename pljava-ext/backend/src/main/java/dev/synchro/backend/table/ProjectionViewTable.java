package dev.synchro.backend.table;

import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.Query;
import dev.synchro.core.membership.MembershipSql;
import dev.synchro.core.registry.CapturedColumn;
import dev.synchro.core.registry.RegisteredRelation;
import dev.synchro.core.registry.Registry;
import dev.synchro.sqlgen.Column;
import dev.synchro.sqlgen.Language;
import dev.synchro.sqlgen.Parallel;
import dev.synchro.sqlgen.Parameter;
import dev.synchro.sqlgen.SqlRoutine;
import dev.synchro.sqlgen.SqlTable;
import dev.synchro.sqlgen.SqlType;
import dev.synchro.sqlgen.Volatility;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The views through which membership functions read captured rows. Contract 7.4. */
@SqlTable(
    name = "projection_view",
    comment = "Views of captured rows, each bound to one relation",
    columns = {
      @Column(name = "view_name", type = "text", collation = "C", primaryKey = true),
      @Column(name = "relation", type = "integer", unique = true),
      @Column(name = "columns", type = "text[]")
    })
@SqlType(
    name = "synchro_row_ref",
    comment = "A row that a change reaches, as an impact function names it",
    attributes = {
      @SqlType.Attribute(name = "table_id", type = "uuid"),
      @SqlType.Attribute(name = "pk_type", type = "text"),
      @SqlType.Attribute(name = "pk_value", type = "jsonb")
    },
    usage = {"synchro_operator", "synchro_worker"})
@SqlRoutine(
    name = "synchro_coordinator_record_id",
    comment = "The key of a row as text, from its octets, for projection views",
    parameters = @Parameter(name = "p_key", type = "bytea"),
    returns = "text",
    language = Language.SQL,
    volatility = Volatility.IMMUTABLE,
    parallel = Parallel.SAFE,
    leakproof = true,
    executableBy = "synchro_worker",
    body =
        "SELECT CASE pg_catalog.get_byte(p_key, 0)"
            + " WHEN 1 THEN pg_catalog.convert_from(pg_catalog.substring(p_key, 11), 'UTF8')"
            + " WHEN 2 THEN ('x' || pg_catalog.encode(pg_catalog.substring(p_key, 3), 'hex'))"
            + "::bit(32)::integer::text"
            + " ELSE ('x' || pg_catalog.encode(pg_catalog.substring(p_key, 3), 'hex'))"
            + "::bit(64)::bigint::text END")
public final class ProjectionViewTable {
  private ProjectionViewTable() {}

  /** A view that exists. */
  public record View(String name, int relation, List<String> columns) {
    public View {
      columns = List.copyOf(columns);
    }
  }

  /**
   * A view that a membership or impact function reads.
   *
   * @param function schema and name, quoted
   * @param relation number in storage of the relation it shows; empty for a view of somebody else's
   */
  public record Reading(
      String function, String view, Optional<Integer> relation, List<String> columns) {
    public Reading {
      columns = List.copyOf(columns);
    }
  }

  /** What the functions of a generation read. */
  public static List<Reading> readings(BackendSession session, Registry registry)
      throws SQLException {
    StringBuilder functions = new StringBuilder("{");
    registry.functions().forEach(function -> append(functions, function.oid()));
    registry.dependencies().forEach(dependency -> append(functions, dependency.oid()));
    List<Reading> readings = new ArrayList<>();
    try (Query query =
        session.query(
            "SELECT f.facts ->> 'quoted', u.view_name, coalesce(v.relation, 0),"
                + " coalesce(pg_catalog.array_to_json(v.columns), '[]'::json)::text"
                + " FROM pg_catalog.unnest(?::oid[]) AS o (oid)"
                + " CROSS JOIN LATERAL (SELECT synchro.function_facts(o.oid) AS facts) AS f"
                + " CROSS JOIN LATERAL pg_catalog.json_array_elements_text(f.facts -> 'views')"
                + " AS u (view_name) LEFT JOIN synchro.projection_view AS v"
                + " ON v.view_name = u.view_name")) {
      query.text(functions.append('}').toString());
      while (query.next()) {
        Optional<Integer> relation =
            Optional.of((int) query.numberAt(3)).filter(number -> number != 0);
        readings.add(
            new Reading(
                query.textAt(1), query.textAt(2), relation, JsonTexts.read(query.textAt(4))));
      }
    }
    return readings;
  }

  private static void append(StringBuilder array, long number) {
    array.append(array.length() == 1 ? "" : ",").append(number);
  }

  /** The view of a name or of a relation; the one of the name first. */
  public static Optional<View> find(BackendSession session, String name, int relation)
      throws SQLException {
    try (Query query =
        session.query(
            "SELECT view_name, relation, pg_catalog.array_to_json(columns)::text"
                + " FROM synchro.projection_view WHERE view_name = ? OR relation = ?"
                + " ORDER BY view_name <> ?")) {
      query.text(name).number(relation).text(name);
      if (!query.next()) {
        return Optional.empty();
      }
      return Optional.of(
          new View(query.textAt(1), (int) query.numberAt(2), JsonTexts.read(query.textAt(3))));
    }
  }

  /** Creates a view and an index by which its rows are found. */
  public static void create(
      BackendSession session, View view, RegisteredRelation relation, List<CapturedColumn> columns)
      throws SQLException {
    String quoted = "synchro_projection." + MembershipSql.identifier(view.name());
    session.run(
        "CREATE VIEW "
            + quoted
            + " WITH (security_barrier = true) AS "
            + MembershipSql.projection(relation, columns));
    session.run("GRANT SELECT ON " + quoted + " TO synchro_worker");
    session.run(
        "CREATE INDEX projection_"
            + relation.relation()
            + " ON synchro.row_head (synchro.synchro_coordinator_record_id(key)) WHERE relation = "
            + relation.relation());
    try (Query query =
        session.query(
            "INSERT INTO synchro.projection_view (view_name, relation, columns)"
                + " VALUES (?, ?, ?::text[])")) {
      query.text(view.name()).number(relation.relation()).text(ArrayText.of(view.columns())).run();
    }
  }
}
