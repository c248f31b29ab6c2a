package dev.synchro.backend.function;

import dev.synchro.backend.decide.RelationDrift;
import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.table.HealthQuery;
import dev.synchro.backend.table.SettingTable;
import dev.synchro.sqlgen.SqlFunction;
import java.sql.SQLException;

/** What the worker asks of the extension. Contract 4.5. */
public final class CoordinatorFunctions {
  private CoordinatorFunctions() {}

  /**
   * Returns whether a registered relation is gone, no longer has the shape it was registered with,
   * or was outside the publication for a while.
   */
  @SqlFunction(name = "synchro_coordinator_drift", executableBy = "synchro_worker")
  public static boolean drift() throws SQLException {
    BackendSession session = BackendSession.open();
    return RelationDrift.found(HealthQuery.observe(session, SettingTable.all(session)));
  }
}
