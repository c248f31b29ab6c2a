package dev.synchro.backend.table;

import dev.synchro.sqlgen.Column;
import dev.synchro.sqlgen.Privilege;
import dev.synchro.sqlgen.SqlTable;

/** Up to where capture has come, and whether the worker is alive. Contract 9.1 and 9.3. */
@SqlTable(
    name = "progress",
    comment = "Up to where capture has come; a single row, written with what it speaks of",
    columns = {
      @Column(
          name = "singleton",
          type = "boolean",
          primaryKey = true,
          defaultValue = "true",
          check = "singleton"),
      @Column(name = "stream_generation", type = "bigint", check = "stream_generation > 0"),
      @Column(name = "generation_start_lsn", type = "pg_lsn"),
      @Column(name = "slot_name", type = "text"),
      @Column(name = "materialized_lsn", type = "pg_lsn", nullable = true),
      @Column(name = "materialized_end_lsn", type = "pg_lsn"),
      @Column(name = "acknowledged_lsn", type = "pg_lsn"),
      @Column(name = "registry_generation", type = "bigint"),
      @Column(name = "schema_version", type = "bigint"),
      @Column(name = "system_identifier", type = "text"),
      @Column(name = "database_oid", type = "oid"),
      @Column(name = "timeline", type = "bigint"),
      @Column(name = "worker_epoch", type = "bigint")
    },
    storage = "fillfactor = 10",
    workerMay = {Privilege.SELECT, Privilege.INSERT, Privilege.UPDATE})
@SqlTable(
    name = "worker_heartbeat",
    comment = "What the worker last said of itself; a single row",
    columns = {
      @Column(
          name = "singleton",
          type = "boolean",
          primaryKey = true,
          defaultValue = "true",
          check = "singleton"),
      @Column(name = "database_name", type = "text"),
      @Column(name = "login_name", type = "text"),
      @Column(name = "login_oid", type = "oid"),
      @Column(name = "backend_pid", type = "integer"),
      @Column(
          name = "state",
          type = "text",
          check = "state IN ('starting', 'running', 'blocked', 'stopped')"),
      @Column(name = "registry_generation", type = "bigint", nullable = true),
      @Column(name = "received_lsn", type = "pg_lsn", nullable = true),
      @Column(name = "materialized_lsn", type = "pg_lsn", nullable = true),
      @Column(name = "acknowledged_lsn", type = "pg_lsn", nullable = true),
      @Column(name = "oldest_pending_commit_at", type = "timestamptz", nullable = true),
      @Column(name = "wal_observed_at", type = "timestamptz", nullable = true),
      @Column(name = "beat_at", type = "timestamptz")
    },
    storage = "fillfactor = 10",
    workerMay = {Privilege.SELECT, Privilege.INSERT, Privilege.UPDATE})
public final class ProgressTables {
  private ProgressTables() {}
}
