package dev.synchro.backend.function;

import dev.synchro.backend.BuildFingerprint;
import dev.synchro.backend.decide.Health;
import dev.synchro.backend.decide.Readiness;
import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.Undo;
import dev.synchro.backend.table.HealthQuery;
import dev.synchro.backend.table.SettingTable;
import dev.synchro.sqlgen.SqlFunction;
import java.sql.SQLException;
import java.util.Map;

/** Whether clients can be served. Contract 10. */
public final class HealthFunctions {
  private HealthFunctions() {}

  /** Returns whether everything is ready, and no more; never raises. */
  @SqlFunction(
      name = "synchro_readiness",
      savepoints = true,
      returns = "json",
      executableBy = {"synchro_adapter", "synchro_monitor"})
  public static String readiness() throws SQLException {
    return judge().summary();
  }

  /** Returns every readiness check with its state and reason, and what was observed. */
  @SqlFunction(
      name = "synchro_health_detail",
      savepoints = true,
      returns = "json",
      executableBy = {"synchro_monitor", "synchro_operator"})
  public static String detail() throws SQLException {
    return judge().detail();
  }

  private static Health judge() throws SQLException {
    BackendSession session = BackendSession.open();
    Undo undo = session.undo();
    try {
      Map<String, String> settings = SettingTable.all(session);
      boolean sameBuild =
          ContractFunctions.installedFingerprint(session).equals(BuildFingerprint.VALUE);
      Health health = Readiness.judge(HealthQuery.observe(session, settings), settings, sameBuild);
      undo.keep();
      return health;
    } catch (SQLException | RuntimeException unavailable) {
      undo.back();
      return Readiness.unobservable();
    }
  }
}
