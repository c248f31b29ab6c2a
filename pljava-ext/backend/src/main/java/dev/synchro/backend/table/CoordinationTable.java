package dev.synchro.backend.table;

import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.Query;
import dev.synchro.backend.session.SqlRefusal;
import dev.synchro.sqlgen.Check;
import dev.synchro.sqlgen.Column;
import dev.synchro.sqlgen.Privilege;
import dev.synchro.sqlgen.SqlIndex;
import dev.synchro.sqlgen.SqlTable;
import java.sql.SQLException;

/** Stream resets and projection bootstraps, past and present. Contract 9.7. */
@SqlTable(
    name = "coordination",
    comment = "Stream resets and projection bootstraps, at most one of them under way",
    columns = {
      @Column(name = "operation_id", type = "uuid", primaryKey = true),
      @Column(
          name = "kind",
          type = "text",
          check = "kind IN ('stream_reset', 'projection_bootstrap')"),
      @Column(
          name = "state",
          type = "text",
          check =
              "state IN ('requested', 'preparing', 'staging', 'baseline_staged', 'activated',"
                  + " 'cleanup_complete', 'aborted')"),
      @Column(name = "target_generation", type = "bigint", nullable = true),
      @Column(name = "candidate_slot", type = "text", nullable = true),
      @Column(name = "consistent_point", type = "pg_lsn", nullable = true),
      @Column(name = "reason", type = "text", nullable = true),
      @Column(name = "abort_requested", type = "boolean", defaultValue = "false"),
      @Column(name = "requested_at", type = "timestamptz", defaultValue = "pg_catalog.now()"),
      @Column(name = "updated_at", type = "timestamptz", defaultValue = "pg_catalog.now()")
    },
    checks =
        @Check(
            name = "coordination_candidate_slot",
            condition = "candidate_slot IS NULL OR candidate_slot ~ '^[a-z0-9_]{1,63}$'"),
    indexes =
        @SqlIndex(
            name = "coordination_one_open",
            expression = "((true))",
            unique = true,
            where = "state NOT IN ('cleanup_complete', 'aborted')"),
    workerMay = {Privilege.SELECT, Privilege.INSERT, Privilege.UPDATE})
public final class CoordinationTable {
  private static final String NONE =
      "{\"kind\":null,\"operation_id\":null,\"registry_generation\":null,\"requested_at\":null,"
          + "\"state\":null}";

  private CoordinationTable() {}

  /** The newest operation as canonical text, its members null when there is none. */
  public static String newestDocument(BackendSession session) throws SQLException {
    try (Query query =
        session.query(
            "SELECT kind, operation_id::text, coalesce(target_generation::text, 'null'),"
                + " pg_catalog.to_char(requested_at AT TIME ZONE 'UTC',"
                + " 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"'), state"
                + " FROM synchro.coordination ORDER BY requested_at DESC, operation_id LIMIT 1")) {
      if (!query.next()) {
        return NONE;
      }
      return "{\"kind\":\""
          + query.textAt(1)
          + "\",\"operation_id\":\""
          + query.textAt(2)
          + "\",\"registry_generation\":"
          + query.textAt(3)
          + ",\"requested_at\":\""
          + query.textAt(4)
          + "\",\"state\":\""
          + query.textAt(5)
          + "\"}";
    }
  }

  /**
   * Records that a stream reset is wanted.
   *
   * @return {@code {operation_id, kind, state}} as canonical text
   * @throws SqlRefusal when another operation is under way, or capture has not started
   */
  public static String requestReset(BackendSession session) throws SQLException {
    session.run("LOCK TABLE synchro.coordination IN SHARE ROW EXCLUSIVE MODE");
    try (Query query =
        session.query(
            "SELECT EXISTS (SELECT FROM synchro.coordination"
                + " WHERE state NOT IN ('cleanup_complete', 'aborted')),"
                + " EXISTS (SELECT FROM synchro.progress)")) {
      query.one();
      if (query.truthAt(1)) {
        throw SqlRefusal.invalidState(
            "operation_under_way",
            "expected no operation under way, found one that synchro_coordination_status shows");
      }
      if (!query.truthAt(2)) {
        throw SqlRefusal.invalidState(
            "not_started", "expected a stream that has started, found none yet");
      }
    }
    try (Query query =
        session.query(
            "INSERT INTO synchro.coordination (operation_id, kind, state, target_generation)"
                + " SELECT pg_catalog.gen_random_uuid(), 'stream_reset', 'requested',"
                + " pg_catalog.max(generation) FROM synchro.registry_generation"
                + " RETURNING operation_id::text")) {
      return "{\"kind\":\"stream_reset\",\"operation_id\":\""
          + query.one().textAt(1)
          + "\",\"state\":\"requested\"}";
    }
  }
}
