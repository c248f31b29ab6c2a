package dev.synchro.backend.table;

import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.Query;
import java.sql.SQLException;
import java.util.Optional;

/** What operators do with client identities. Contract 4.4 and 12.4. */
public final class ClientQueries {
  private static final String TIME = "'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"'";

  private static final String LOCK =
      "SELECT c.client_pk, to_char(c.retired_at AT TIME ZONE 'UTC', "
          + TIME
          + ") FROM synchro.client AS c WHERE c.user_id = ? AND c.client_id = ? FOR UPDATE";

  private static final String[] FORGET = {
    "DELETE FROM synchro.client_checkpoint WHERE client_pk = ?::bigint",
    "DELETE FROM synchro.rebuild_session WHERE client_pk = ?::bigint",
    "DELETE FROM synchro.client_scope WHERE client_pk = ?::bigint",
    "DELETE FROM synchro.push_mutation WHERE client_pk = ?::bigint",
    "DELETE FROM synchro.push_batch WHERE client_pk = ?::bigint"
  };

  private static final String RETIRE =
      "UPDATE synchro.client SET retired_at = clock_timestamp() WHERE client_pk = ?::bigint"
          + " RETURNING to_char(retired_at AT TIME ZONE 'UTC', "
          + TIME
          + ")";

  private static final String INJECT =
      "UPDATE synchro.client SET expiry_injected = true WHERE user_id = ? AND client_id = ?"
          + " AND retired_at IS NULL AND NOT generation_expired";

  private static final String DEBUG =
      "SELECT convert_to(json_build_object('client', json_build_object('id', c.internal_id,"
          + " 'user_id', c.user_id, 'client_id', c.client_id, 'platform', c.platform,"
          + " 'app_version', c.app_version,"
          + " 'is_active', c.retired_at IS NULL AND NOT c.generation_expired,"
          + " 'client_generation', c.client_generation,"
          + " 'scope_set_version', c.scope_set_version,"
          + " 'accepted_write_epoch', c.accepted_write_epoch,"
          + " 'materialized_write_epoch', k.materialized_write_epoch,"
          + " 'last_acknowledged_at', (SELECT to_char(max(a.acknowledged_at)"
          + " AT TIME ZONE 'UTC', "
          + TIME
          + ") FROM synchro.client_checkpoint AS a WHERE a.client_pk = c.client_pk),"
          + " 'bucket_subs', coalesce(json_agg(s.scope_id ORDER BY s.scope_id)"
          + " FILTER (WHERE s.scope_id IS NOT NULL), '[]')),"
          + " 'buckets', coalesce(json_agg(json_build_object('bucket_id', s.scope_id,"
          + " 'checkpoint', CASE WHEN a.scope_id IS NULL THEN NULL"
          + " WHEN a.event_ordinal = -1 THEN json_build_object('position_kind',"
          + " 'generation_start') WHEN a.event_ordinal = 9223372036854775807"
          + " THEN json_build_object('position_kind', 'transaction_end', 'commit_lsn',"
          + " (a.commit_lsn - '0/0')::text) ELSE json_build_object('position_kind', 'effect',"
          + " 'commit_lsn', (a.commit_lsn - '0/0')::text, 'event_ordinal',"
          + " a.event_ordinal::text, 'effect_ordinal', a.effect_ordinal::text) END,"
          + " 'member_count', coalesce(z.cardinality, 0), 'digest', encode(z.digest, 'hex'))"
          + " ORDER BY s.scope_id) FILTER (WHERE s.scope_id IS NOT NULL), '[]'),"
          + " 'changelog_stats', json_build_object("
          + "'live_entries', coalesce(sum(z.cardinality), 0)::bigint,"
          + " 'removal_entries', coalesce(sum(r.removals), 0)::bigint),"
          + " 'server_time', to_char(clock_timestamp() AT TIME ZONE 'UTC', "
          + TIME
          + "))::text, 'UTF8') FROM synchro.client AS c"
          + " JOIN synchro.client_capture AS k USING (client_pk)"
          + " LEFT JOIN synchro.client_scope AS s ON s.client_pk = c.client_pk AND s.assigned"
          + " LEFT JOIN synchro.scope AS z ON z.scope_id = s.scope_id"
          + " LEFT JOIN synchro.client_checkpoint AS a ON a.client_pk = c.client_pk"
          + " AND a.scope_id = s.scope_id"
          + " LEFT JOIN LATERAL (SELECT count(*) AS removals FROM synchro.scope_entry AS e"
          + " WHERE e.scope_pk = z.scope_pk AND NOT e.present) AS r ON true"
          + " WHERE c.user_id = ? AND c.client_id = ?"
          + " GROUP BY c.client_pk, k.materialized_write_epoch";

  private ClientQueries() {}

  /**
   * A client identity under its lock.
   *
   * @param retiredAt datetime text, when it was retired
   */
  public record Locked(long clientPk, Optional<String> retiredAt) {}

  /** Waits for a running push or connect of an identity and keeps others waiting. */
  public static Optional<Locked> lock(BackendSession session, String userId, String clientId)
      throws SQLException {
    try (Query query = session.query(LOCK)) {
      query.text(userId).text(clientId);
      return query.next()
          ? Optional.of(new Locked(query.numberAt(1), Optional.ofNullable(query.textAt(2))))
          : Optional.empty();
    }
  }

  /** Marks an identity, then forgets everything but it, and returns when. */
  public static String retire(BackendSession session, long clientPk) throws SQLException {
    String retiredAt;
    try (Query query = session.query(RETIRE)) {
      retiredAt = query.number(clientPk).one().textAt(1);
    }
    for (String statement : FORGET) {
      try (Query query = session.query(statement)) {
        query.number(clientPk).run();
      }
    }
    return retiredAt;
  }

  /** Marks the active generation of an identity for expiry; false when there is none. */
  public static boolean injectExpiry(BackendSession session, String userId, String clientId)
      throws SQLException {
    try (Query query = session.query(INJECT)) {
      return query.text(userId).text(clientId).run() == 1;
    }
  }

  /** The stored state of an identity as JSON, each digest still in hex; empty when unknown. */
  public static Optional<byte[]> debug(BackendSession session, String userId, String clientId)
      throws SQLException {
    try (Query query = session.query(DEBUG)) {
      query.text(userId).text(clientId);
      return query.next() ? Optional.of(query.octetsAt(1)) : Optional.empty();
    }
  }
}
