package dev.synchro.backend.function;

import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.table.CoordinationTable;
import dev.synchro.backend.table.FaultTables;
import dev.synchro.sqlgen.Language;
import dev.synchro.sqlgen.Parameter;
import dev.synchro.sqlgen.Security;
import dev.synchro.sqlgen.SqlFunction;
import dev.synchro.sqlgen.SqlRoutine;
import dev.synchro.sqlgen.Volatility;
import java.sql.SQLException;

/** How an operator gets capture going again. Contract 4.4, 9.5 and 9.7. */
@SqlRoutine(
    name = "synchro_assert_projection_reader",
    comment = "Returns true to who may read a source relation, and raises 42501 to anyone else",
    parameters = @Parameter(name = "p_relation", type = "oid"),
    returns = "boolean",
    language = Language.PLPGSQL,
    body =
        "BEGIN"
            + " IF NOT coalesce(pg_catalog.has_table_privilege(p_relation, 'SELECT'), false) THEN"
            + " RAISE EXCEPTION USING ERRCODE = '42501', MESSAGE ="
            + " 'reader lacks SELECT on the source relation';"
            + " END IF;"
            + " RETURN true;"
            + " END",
    volatility = Volatility.STABLE,
    security = Security.INVOKER,
    executableBy = {"synchro_operator", "synchro_worker"})
public final class RecoveryFunctions {
  private RecoveryFunctions() {}

  /**
   * Asks the worker to retry the transaction that stopped capture, clears integrity faults, and
   * returns whether there was any of both.
   */
  @SqlFunction(name = "synchro_retry_wal_poison", executableBy = "synchro_operator")
  public static boolean retryPoison() throws SQLException {
    BackendSession session = BackendSession.open();
    boolean retried = FaultTables.requestRetry(session);
    boolean cleared = FaultTables.clearFaults(session);
    return retried || cleared;
  }

  /**
   * Returns the newest stream reset or projection bootstrap, with null members when there is none.
   */
  @SqlFunction(
      name = "synchro_coordination_status",
      returns = "json",
      executableBy = {"synchro_operator", "synchro_worker"})
  public static String coordinationStatus() throws SQLException {
    return CoordinationTable.newestDocument(BackendSession.open());
  }
}
