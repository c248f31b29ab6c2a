package dev.synchro.backend.decide;

import dev.synchro.backend.facts.FunctionFacts;
import dev.synchro.backend.session.SqlRefusal;
import java.util.List;

/** Whether a function of the application may decide for synchro. Contract 7.3, 7.5 and 7.6. */
public final class FunctionChecks {
  private final FunctionFacts function;

  private FunctionChecks(FunctionFacts function) {
    this.function = function;
  }

  /** The name of an argument: its schema is always named. */
  public static QualifiedName name(String text, String parameter) {
    return QualifiedName.parse(Arguments.present(text, parameter))
        .orElseThrow(
            () ->
                SqlRefusal.invalidRegistration(
                    "invalid_scope_function",
                    "expected a function as schema.name, found another form of name"));
  }

  /** The answer when a name stands for no function or for several. */
  public static SqlRefusal notOneFunction(int found) {
    return SqlRefusal.invalidRegistration(
        "invalid_scope_function", "expected exactly one function of this name, found " + found);
  }

  /** Refuses a function that cannot assign scopes. Contract 7.6. */
  public static void assignment(FunctionFacts function) {
    FunctionChecks checks = new FunctionChecks(function);
    checks.signature(List.of("text"), "text");
    checks.form();
    checks.mayExecute("synchro_owner", function.ownerMay());
  }

  /**
   * Refuses a function that cannot tell a row's scopes. Contract 7.3.
   *
   * @param keyType SQL type of the table's key
   */
  public static void membership(FunctionFacts function, String keyType) {
    FunctionChecks checks = new FunctionChecks(function);
    checks.signature(List.of(keyType), "text");
    checks.reader();
  }

  /** Refuses a function that cannot tell which rows a change reaches. Contract 7.5. */
  public static void impact(FunctionFacts function) {
    FunctionChecks checks = new FunctionChecks(function);
    checks.signature(List.of("jsonb", "jsonb"), "synchro_row_ref");
    checks.reader();
  }

  private void reader() {
    form();
    mayExecute("synchro_owner", function.ownerMay());
    mayExecute("synchro_worker", function.workerMay());
    if (!function.parsed()) {
      throw refuse("expected a body that is parsed at once, found text")
          .withHint("Write the body as BEGIN ATOMIC ... END or as RETURN ...");
    }
    if (!function.fixedPath()) {
      throw refuse("expected a fixed search_path, found none")
          .withHint(
              "ALTER FUNCTION " + function.signature() + " SET search_path = pg_catalog, pg_temp");
    }
    if (!function.foreignRelations().isEmpty()) {
      throw refuse(
          "expected to read synchro_projection views only, found "
              + function.foreignRelations().get(0));
    }
    if (!function.forbiddenCalls().isEmpty()) {
      throw refuse(
          "expected calls whose results depend on their arguments alone, found "
              + function.forbiddenCalls().get(0));
    }
    if (function.sessionValues()) {
      throw refuse("expected no clock, no identity of the session and no sequence, found one");
    }
  }

  private void signature(List<String> arguments, String returns) {
    boolean fits =
        function.plain()
            && function.arguments().equals(arguments)
            && function.returnsSet()
            && function.returns().equals(returns);
    if (!fits) {
      throw refuse(
          "expected a function of "
              + String.join(", ", arguments)
              + " that returns a set of "
              + returns
              + ", found "
              + function.signature()
              + " that returns "
              + (function.returnsSet() ? "a set of " : "")
              + function.returns());
    }
  }

  private void form() {
    if (!function.language().equals("sql")) {
      throw refuse("expected a function in language sql, found " + function.language());
    }
    if (!function.volatility().equals("s")) {
      throw refuse("expected a stable function, found another")
          .withHint("ALTER FUNCTION " + function.signature() + " STABLE");
    }
    if (function.definer()) {
      throw refuse("expected a function with its caller's privileges, found SECURITY DEFINER")
          .withHint("ALTER FUNCTION " + function.signature() + " SECURITY INVOKER");
    }
    if (function.publicMay()) {
      throw refuse("expected no EXECUTE for PUBLIC, found it granted")
          .withHint("REVOKE EXECUTE ON FUNCTION " + function.signature() + " FROM PUBLIC");
    }
  }

  private void mayExecute(String role, boolean may) {
    if (!may) {
      throw refuse("expected EXECUTE for " + role + ", found it not granted")
          .withHint("GRANT EXECUTE ON FUNCTION " + function.signature() + " TO " + role);
    }
  }

  private SqlRefusal refuse(String message) {
    return SqlRefusal.invalidRegistration(
        "invalid_scope_function", function.signature() + ": " + message);
  }
}
