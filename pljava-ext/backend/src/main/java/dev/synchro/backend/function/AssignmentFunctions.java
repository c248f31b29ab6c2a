package dev.synchro.backend.function;

import dev.synchro.backend.decide.FunctionChecks;
import dev.synchro.backend.facts.FunctionFacts;
import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.SqlRefusal;
import dev.synchro.backend.table.AssignmentFunctionTable;
import dev.synchro.core.limit.Limits;
import dev.synchro.sqlgen.Parameter;
import dev.synchro.sqlgen.SqlFunction;
import java.sql.SQLException;

/** The application's say in which scopes a user has. Contract 7.6. */
public final class AssignmentFunctions {
  private AssignmentFunctions() {}

  /**
   * Makes a function of the application name further scopes of each user, asked at connect. There
   * is one for each database; another takes its place. Raises 22023 for a function that is not of
   * the form of contract 7.6 and for a limit outside 1 to 1000.
   */
  @SqlFunction(name = "synchro_register_assignment_function", executableBy = "synchro_operator")
  public static void register(
      @Parameter(name = "p_function") String function,
      @Parameter(name = "p_max_scopes", defaultValue = "1000") int maxScopes)
      throws SQLException {
    BackendSession session = BackendSession.open();
    try {
      if (maxScopes < 1 || maxScopes > Limits.MAX_ASSIGNED_SCOPES) {
        throw SqlRefusal.invalidLimit(
            "p_max_scopes must be from 1 to " + Limits.MAX_ASSIGNED_SCOPES);
      }
      FunctionFacts found =
          AssignmentFunctionTable.one(session, FunctionChecks.name(function, "p_function"));
      FunctionChecks.assignment(found);
      AssignmentFunctionTable.put(session, found, maxScopes);
    } catch (SqlRefusal refusal) {
      throw session.raise(refusal);
    }
  }

  /** Forgets the assignment function; clients lose what it named at their next connect. */
  @SqlFunction(name = "synchro_unregister_assignment_function", executableBy = "synchro_operator")
  public static void unregister() throws SQLException {
    AssignmentFunctionTable.remove(BackendSession.open());
  }
}
