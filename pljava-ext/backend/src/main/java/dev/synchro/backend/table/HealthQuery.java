package dev.synchro.backend.table;

import dev.synchro.backend.facts.HealthFacts;
import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.Query;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.registry.Members;
import dev.synchro.core.setting.Setting;
import dev.synchro.sqlgen.Language;
import dev.synchro.sqlgen.Parameter;
import dev.synchro.sqlgen.SqlRoutine;
import dev.synchro.sqlgen.Volatility;
import java.sql.SQLException;
import java.util.Map;

/**
 * Observes everything readiness is judged by. The slot comes first: it is never seen as of a
 * snapshot, and the worker stores a position before it confirms it, so a slot that was read after
 * the stored position could be ahead of it without anything being wrong.
 */
@SqlRoutine(
    name = "health_facts",
    comment = "Collects what readiness is judged by",
    parameters = {
      @Parameter(name = "p_publication", type = "text"),
      @Parameter(name = "p_worker_login", type = "text"),
      @Parameter(name = "p_slot", type = "json")
    },
    returns = "json",
    language = Language.SQL,
    resource = "health_facts.sql",
    requires = "function_facts",
    volatility = Volatility.STABLE)
public final class HealthQuery {
  private HealthQuery() {}

  /** What can be observed now. */
  public static HealthFacts observe(BackendSession session, Map<String, String> settings)
      throws SQLException {
    String slot = slot(session);
    try (Query query =
        session.query(
            "SELECT pg_catalog.convert_to(synchro.health_facts(?, ?, ?::json)::text, 'UTF8')")) {
      query
          .text(Setting.PUBLICATION_NAME.in(settings).orElse(""))
          .text(Setting.WORKER_LOGIN.in(settings).orElse(""))
          .text(slot);
      return HealthFacts.read(
          new Members(JsonParser.parseObject(query.one().octetsAt(1), JsonLimits.DOCUMENT)));
    }
  }

  /** The slot that progress points to; an empty object when there is none. */
  private static String slot(BackendSession session) throws SQLException {
    try (Query query =
        session.query(
            "SELECT pg_catalog.json_build_object('usable', s.slot_type = 'logical'"
                + " AND NOT s.temporary AND s.plugin = 'pgoutput'"
                + " AND s.database = pg_catalog.current_database()"
                + " AND s.invalidation_reason IS NULL AND coalesce(s.wal_status, 'lost') <> 'lost'"
                + " AND s.restart_lsn IS NOT NULL AND s.confirmed_flush_lsn IS NOT NULL,"
                + " 'restart_lsn', s.restart_lsn, 'confirmed_flush_lsn', s.confirmed_flush_lsn,"
                + " 'active_pid', s.active_pid)::text"
                + " FROM synchro.progress p"
                + " JOIN pg_catalog.pg_replication_slots s ON s.slot_name = p.slot_name")) {
      return query.next() ? query.textAt(1) : "{}";
    }
  }
}
