package dev.synchro.backend.table;

import dev.synchro.backend.decide.QualifiedName;
import dev.synchro.backend.facts.FunctionFacts;
import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.Query;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.registry.Members;
import dev.synchro.sqlgen.Column;
import dev.synchro.sqlgen.Language;
import dev.synchro.sqlgen.Parameter;
import dev.synchro.sqlgen.SqlRoutine;
import dev.synchro.sqlgen.SqlTable;
import dev.synchro.sqlgen.Volatility;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The function, if any, that names further scopes of a user. Connect evaluates it as {@code SELECT
 * ... FROM <quoted_name>(user_id)} and takes it for unchanged while {@code
 * synchro.function_facts(function_oid) ->> 'fingerprint'} is the stored one. Contract 7.6.
 */
@SqlTable(
    name = "assignment_function",
    comment = "The function that names further scopes of a user; at most one row",
    columns = {
      @Column(
          name = "singleton",
          type = "boolean",
          primaryKey = true,
          defaultValue = "true",
          check = "singleton"),
      @Column(name = "function_oid", type = "oid"),
      @Column(
          name = "quoted_name",
          type = "text",
          comment = "Schema and name, ready to stand in a statement"),
      @Column(name = "max_scopes", type = "integer", check = "max_scopes BETWEEN 1 AND 1000"),
      @Column(
          name = "fingerprint",
          type = "text",
          comment = "As function_facts gave it when the function was registered")
    })
@SqlRoutine(
    name = "function_facts",
    comment = "Collects what the catalogue says about one function, and its fingerprint",
    parameters = @Parameter(name = "p_function", type = "oid"),
    returns = "json",
    language = Language.SQL,
    resource = "function_facts.sql",
    volatility = Volatility.STABLE)
public final class AssignmentFunctionTable {
  private AssignmentFunctionTable() {}

  /** The functions of a name, whatever their arguments. */
  public static List<FunctionFacts> functions(BackendSession session, QualifiedName name)
      throws SQLException {
    List<FunctionFacts> functions = new ArrayList<>();
    try (Query query =
        session.query(
            "SELECT pg_catalog.convert_to(synchro.function_facts(p.oid)::text, 'UTF8')"
                + " FROM pg_catalog.pg_proc p"
                + " JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace"
                + " WHERE n.nspname = ?::name AND p.proname = ?::name ORDER BY p.oid")) {
      query.text(name.schema()).text(name.name());
      while (query.next()) {
        functions.add(
            FunctionFacts.read(
                new Members(JsonParser.parseObject(query.octetsAt(1), JsonLimits.DOCUMENT))));
      }
    }
    return functions;
  }

  /** Makes a function the assignment function, in place of another. */
  public static void put(BackendSession session, FunctionFacts function, int maxScopes)
      throws SQLException {
    try (Query query =
        session.query(
            "INSERT INTO synchro.assignment_function AS a (function_oid, quoted_name, max_scopes,"
                + " fingerprint) VALUES (?::oid, ?, ?, ?) ON CONFLICT (singleton) DO UPDATE SET"
                + " function_oid = excluded.function_oid, quoted_name = excluded.quoted_name,"
                + " max_scopes = excluded.max_scopes, fingerprint = excluded.fingerprint")) {
      query.number(function.oid()).text(function.quoted()).number(maxScopes);
      query.text(function.fingerprint()).run();
    }
  }

  /** Forgets the assignment function. */
  public static void remove(BackendSession session) throws SQLException {
    session.run("DELETE FROM synchro.assignment_function");
  }
}
