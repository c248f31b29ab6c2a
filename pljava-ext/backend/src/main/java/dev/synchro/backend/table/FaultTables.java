package dev.synchro.backend.table;

import dev.synchro.backend.session.BackendSession;
import dev.synchro.sqlgen.Check;
import dev.synchro.sqlgen.Column;
import dev.synchro.sqlgen.Identity;
import dev.synchro.sqlgen.Privilege;
import dev.synchro.sqlgen.SqlIndex;
import dev.synchro.sqlgen.SqlTable;
import java.sql.SQLException;

/** What stopped capture, and what was found broken. Contract 9.5 and 5.7. Never a value. */
@SqlTable(
    name = "poison",
    comment = "Source transactions that could not be captured, by their coordinates alone",
    columns = {
      @Column(name = "poison_id", type = "bigint", primaryKey = true, identity = Identity.ALWAYS),
      @Column(name = "stream_generation", type = "bigint"),
      @Column(name = "commit_lsn", type = "pg_lsn"),
      @Column(
          name = "class",
          type = "text",
          check =
              "class IN ('decode_failed', 'validation_failed', 'scope_evaluation_failed',"
                  + " 'materialization_failed', 'projection_write_failed',"
                  + " 'transaction_commit_failed', 'registered_relation_drift')"),
      @Column(
          name = "detail",
          type = "text",
          check = "pg_catalog.octet_length(detail) BETWEEN 1 AND 512"),
      @Column(name = "relation_id", type = "uuid", nullable = true),
      @Column(
          name = "state",
          type = "text",
          defaultValue = "'active'",
          check = "state IN ('active', 'repaired', 'reset')"),
      @Column(name = "attempts", type = "bigint", defaultValue = "0", check = "attempts >= 0"),
      @Column(name = "retry_requested", type = "boolean", defaultValue = "false"),
      @Column(name = "recorded_at", type = "timestamptz", defaultValue = "pg_catalog.now()"),
      @Column(name = "ended_at", type = "timestamptz", nullable = true)
    },
    checks = @Check(name = "poison_ended", condition = "(state = 'active') = (ended_at IS NULL)"),
    indexes =
        @SqlIndex(
            name = "poison_one_active",
            expression = "(state)",
            unique = true,
            where = "state = 'active'"),
    workerMay = {Privilege.SELECT, Privilege.INSERT, Privilege.UPDATE})
@SqlTable(
    name = "integrity_fault",
    comment = "Digests that did not match what they stand for, by their coordinates alone",
    columns = {
      @Column(name = "fault_id", type = "bigint", primaryKey = true, identity = Identity.ALWAYS),
      @Column(
          name = "code",
          type = "text",
          check = "pg_catalog.octet_length(code) BETWEEN 1 AND 64"),
      @Column(name = "relation_id", type = "uuid", nullable = true),
      @Column(name = "commit_lsn", type = "pg_lsn", nullable = true),
      @Column(name = "recorded_at", type = "timestamptz", defaultValue = "pg_catalog.now()"),
      @Column(name = "cleared_at", type = "timestamptz", nullable = true)
    },
    indexes =
        @SqlIndex(
            name = "integrity_fault_open",
            columns = "fault_id",
            where = "cleared_at IS NULL"),
    workerMay = {Privilege.SELECT, Privilege.INSERT, Privilege.UPDATE})
public final class FaultTables {
  private FaultTables() {}

  /** Asks for a retry of the active poison and returns whether there is one. */
  public static boolean requestRetry(BackendSession session) throws SQLException {
    return session.run("UPDATE synchro.poison SET retry_requested = true WHERE state = 'active'")
        > 0;
  }

  /** Clears every open integrity fault and returns whether there was one. */
  public static boolean clearFaults(BackendSession session) throws SQLException {
    return session.run(
            "UPDATE synchro.integrity_fault SET cleared_at = pg_catalog.now()"
                + " WHERE cleared_at IS NULL")
        > 0;
  }
}
