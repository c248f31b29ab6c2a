package dev.synchro.backend.table;

import dev.synchro.backend.Synchro;
import dev.synchro.backend.decide.FunctionChecks;
import dev.synchro.backend.decide.QualifiedName;
import dev.synchro.backend.facts.FunctionFacts;
import dev.synchro.backend.facts.RelationFacts;
import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.Query;
import dev.synchro.backend.session.Undo;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.registry.CapturedColumn;
import dev.synchro.core.registry.Members;
import dev.synchro.core.scope.ScopeTemplate;
import dev.synchro.sqlgen.Column;
import dev.synchro.sqlgen.Language;
import dev.synchro.sqlgen.Parameter;
import dev.synchro.sqlgen.SqlRoutine;
import dev.synchro.sqlgen.SqlTable;
import dev.synchro.sqlgen.Volatility;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
    profile = Synchro.APPLICATION_VALUES,
    volatility = Volatility.STABLE)
@SqlRoutine(
    name = "synchro_coordinator_function_fingerprint",
    comment = "The fingerprint of a function as it is now, NULL when it is gone",
    parameters = @Parameter(name = "p_function", type = "oid"),
    returns = "text",
    language = Language.SQL,
    body = "SELECT synchro.function_facts(p_function) ->> 'fingerprint'",
    requires = "function_facts",
    volatility = Volatility.STABLE,
    executableBy = "synchro_worker")
public final class AssignmentFunctionTable {
  private static final String PRIVATE_PREFIX = "user:";

  /** What connect reads of the table under the alias {@code a}. */
  static final String COLUMNS =
      "a.function_oid::bigint, a.quoted_name, a.max_scopes::bigint, a.fingerprint,"
          + " CASE WHEN a.singleton THEN coalesce(a.fingerprint ="
          + " (synchro.function_facts(a.function_oid) ->> 'fingerprint'), false) END";

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

  /**
   * The only function of a name.
   *
   * @throws dev.synchro.backend.session.SqlRefusal when there is none, or more than one
   */
  public static FunctionFacts one(BackendSession session, QualifiedName name) throws SQLException {
    List<FunctionFacts> found = functions(session, name);
    if (found.size() != 1) {
      throw FunctionChecks.notOneFunction(found.size());
    }
    return found.get(0);
  }

  /** The type of a column as SQL, its modifier left out. */
  public static String columnType(
      BackendSession session, RelationFacts relation, CapturedColumn column) throws SQLException {
    try (Query query =
        session.query(
            "SELECT pg_catalog.format_type(a.atttypid, NULL) FROM pg_catalog.pg_attribute a"
                + " WHERE a.attrelid = ?::oid AND a.attnum = ?")) {
      return query.number(relation.oid()).number(column.number()).one().textAt(1);
    }
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

  /** The assignment function as connect needs it. */
  public static final class Assigning {
    private final long oid;
    private final String quotedName;
    private final long maxScopes;
    private final String fingerprint;
    private final boolean same;

    private Assigning(Query row) throws SQLException {
      this.oid = row.numberAt(1);
      this.quotedName = row.textAt(2);
      this.maxScopes = row.numberAt(3);
      this.fingerprint = row.textAt(4);
      this.same = row.truthAt(5);
    }
  }

  /** Reads {@link #COLUMNS}; empty when no function is registered. */
  static Optional<Assigning> read(Query row) throws SQLException {
    return row.optionalNumberAt(1).isPresent() ? Optional.of(new Assigning(row)) : Optional.empty();
  }

  /**
   * The scopes a function assigns to a user, each once; empty when the function is not the one that
   * was registered, fails, or returns what it may not. Contract 7.6.
   *
   * <p>It runs with our privileges, so it can change nothing and what it does is undone.
   */
  public static Optional<Set<String>> scopes(
      BackendSession session, Assigning function, String userId) throws SQLException {
    if (!function.same) {
      return Optional.empty();
    }
    Undo undo = session.undo();
    Optional<Set<String>> scopes;
    try {
      scopes = ask(session, function, userId);
    } catch (SQLException error) {
      undo.back(error);
      return Optional.empty();
    }
    undo.back();
    return scopes;
  }

  private static Optional<Set<String>> ask(
      BackendSession session, Assigning function, String userId) throws SQLException {
    try (Query query =
        session.query("SELECT pg_catalog.set_config('transaction_read_only', 'on', true)")) {
      query.one();
    }
    Set<String> scopes = new LinkedHashSet<>();
    long rows = 0;
    try (Query query =
        session.query(
            "SELECT f.scope_id FROM " + function.quotedName + "(?) AS f (scope_id) LIMIT ?")) {
      query.text(userId).number(function.maxScopes + 1);
      while (query.next()) {
        String scopeId = query.textAt(1);
        if (++rows > function.maxScopes || !mayAssign(scopeId)) {
          return Optional.empty();
        }
        scopes.add(scopeId);
      }
    }
    return isUnchanged(session, function) ? Optional.of(scopes) : Optional.empty();
  }

  private static boolean mayAssign(String scopeId) {
    return scopeId != null
        && ScopeTemplate.isScopeId(scopeId)
        && !scopeId.startsWith(PRIVATE_PREFIX);
  }

  /** It may have been replaced between the look at it and its run. */
  private static boolean isUnchanged(BackendSession session, Assigning function)
      throws SQLException {
    try (Query query =
        session.query(
            "SELECT coalesce(synchro.function_facts(?::oid) ->> 'fingerprint' = ?, false)")) {
      return query.number(function.oid).text(function.fingerprint).one().truthAt(1);
    }
  }

  /** Forgets the assignment function. */
  public static void remove(BackendSession session) throws SQLException {
    session.run("DELETE FROM synchro.assignment_function");
  }
}
