package dev.synchro.backend.function;

import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.SqlRefusal;
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
@SqlRoutine(
    name = "synchro_abort_coordination",
    comment =
        "Asks the worker to abort an operation; false when it cannot be aborted any more,"
            + " 42704 when there is none of this id",
    parameters = @Parameter(name = "p_operation_id", type = "uuid"),
    returns = "boolean",
    language = Language.PLPGSQL,
    body =
        "DECLARE v_state text;"
            + " BEGIN"
            + " SELECT c.state INTO v_state FROM synchro.coordination AS c"
            + " WHERE c.operation_id = p_operation_id FOR UPDATE;"
            + " IF v_state IS NULL THEN"
            + " RAISE EXCEPTION USING ERRCODE = '42704', MESSAGE ="
            + " 'there is no operation of this id"
            + " {\"error\":{\"code\":\"unknown_object\",\"reason\":\"unknown_operation\"}}';"
            + " END IF;"
            + " IF v_state IN ('activated', 'cleanup_complete', 'aborted') THEN"
            + " RETURN false;"
            + " END IF;"
            + " UPDATE synchro.coordination SET abort_requested = true,"
            + " updated_at = pg_catalog.now() WHERE operation_id = p_operation_id;"
            + " RETURN true;"
            + " END",
    volatility = Volatility.VOLATILE,
    executableBy = "synchro_operator")
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

  /**
   * Asks the worker to start the stream anew from the tables, and returns the operation that does
   * it. Raises 55000 while another operation is under way, and before capture has started.
   */
  @SqlFunction(
      name = "synchro_request_stream_reset",
      returns = "json",
      executableBy = "synchro_operator")
  public static String requestStreamReset() throws SQLException {
    BackendSession session = BackendSession.open();
    try {
      return CoordinationTable.requestReset(session);
    } catch (SqlRefusal refusal) {
      throw session.raise(refusal);
    }
  }
}
