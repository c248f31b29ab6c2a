package dev.synchro.backend.table;

import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.Query;
import java.sql.SQLException;

/** What compaction expires and deletes. Contract 12. */
public final class CompactionQueries {
  private static final String THRESHOLD =
      "SELECT CASE WHEN pg_input_is_valid(t.v, 'interval')"
          + " THEN isfinite(t.v::interval) AND t.v::interval > interval '0' ELSE false END"
          + " FROM (SELECT ?::text AS v) AS t";

  private static final String EXPIRE =
      "WITH due AS (SELECT c.client_pk, greatest(c.generation_created_at,"
          + " (SELECT max(k.acknowledged_at) FROM synchro.client_checkpoint AS k"
          + " WHERE k.client_pk = c.client_pk)) AS heard, c.expiry_injected"
          + " FROM synchro.client AS c WHERE c.retired_at IS NULL AND NOT c.generation_expired),"
          + " oldest AS (SELECT due.client_pk FROM due WHERE due.expiry_injected"
          + " OR due.heard < clock_timestamp() - ?::text::interval"
          + " ORDER BY due.heard, due.client_pk LIMIT ?::bigint),"
          + " locked AS (SELECT c.client_pk FROM synchro.client AS c JOIN oldest USING (client_pk)"
          + " ORDER BY c.client_pk FOR UPDATE OF c),"
          + " expired AS (UPDATE synchro.client AS c SET generation_expired = true FROM locked"
          + " WHERE c.client_pk = locked.client_pk AND NOT c.generation_expired"
          + " RETURNING c.client_pk) SELECT count(*) FROM expired";

  /** A scope the worker is writing to is left for another time rather than waited for. */
  private static final String LOCK =
      "SELECT count(*) FROM (SELECT z.scope_pk FROM synchro.scope AS z"
          + " WHERE EXISTS (SELECT FROM synchro.scope_entry AS e WHERE e.scope_pk = z.scope_pk"
          + " AND NOT e.present) ORDER BY z.scope_pk FOR UPDATE SKIP LOCKED) AS locked";

  /**
   * Deletes removals that every active client assigned to their scope acknowledged and that no
   * running rebuild needs. A removal that was replaced meanwhile has another position and stays.
   */
  private static final String COMPACT =
      "WITH locked AS MATERIALIZED (SELECT z.scope_pk, z.scope_id FROM synchro.scope AS z"
          + " WHERE EXISTS (SELECT FROM synchro.scope_entry AS e WHERE e.scope_pk = z.scope_pk"
          + " AND NOT e.present) ORDER BY z.scope_pk FOR UPDATE SKIP LOCKED),"
          + " bound AS MATERIALIZED (SELECT locked.scope_pk, a.reader IS NULL AS unread,"
          + " a.commit_lsn, a.event_ordinal, a.effect_ordinal, n.session IS NULL AS unbuilt,"
          + " coalesce(n.commit_lsn, '0/0') AS built FROM locked"
          + " CROSS JOIN synchro.progress AS p"
          + " LEFT JOIN LATERAL (SELECT c.client_pk AS reader, k.commit_lsn, k.event_ordinal,"
          + " k.effect_ordinal FROM synchro.client_scope AS s JOIN synchro.client AS c"
          + " ON c.client_pk = s.client_pk AND c.retired_at IS NULL AND NOT c.generation_expired"
          + " LEFT JOIN synchro.client_checkpoint AS k ON k.client_pk = s.client_pk"
          + " AND k.scope_id = s.scope_id AND k.stream_generation = p.stream_generation"
          + " WHERE s.scope_id = locked.scope_id AND s.assigned ORDER BY k.commit_lsn NULLS FIRST,"
          + " k.event_ordinal, k.effect_ordinal LIMIT 1) AS a ON true"
          + " LEFT JOIN LATERAL (SELECT r.session_id AS session, r.commit_lsn"
          + " FROM synchro.rebuild_session AS r WHERE r.scope_id = locked.scope_id"
          + " AND r.expires_at > clock_timestamp() ORDER BY r.commit_lsn NULLS FIRST LIMIT 1)"
          + " AS n ON true),"
          + " chosen AS MATERIALIZED (SELECT e.scope_pk, e.relation, e.key, e.commit_lsn,"
          + " e.event_ordinal, e.effect_ordinal FROM bound"
          + " JOIN synchro.scope_entry AS e ON e.scope_pk = bound.scope_pk AND NOT e.present"
          + " WHERE (bound.unread OR (e.commit_lsn, e.event_ordinal, e.effect_ordinal)"
          + " <= (bound.commit_lsn, bound.event_ordinal, bound.effect_ordinal))"
          + " AND (bound.unbuilt OR e.commit_lsn <= bound.built)"
          + " ORDER BY e.scope_pk, e.commit_lsn, e.event_ordinal, e.effect_ordinal"
          + " LIMIT ?::bigint),"
          + " gone AS (DELETE FROM synchro.scope_entry AS e USING chosen"
          + " WHERE e.scope_pk = chosen.scope_pk AND e.relation = chosen.relation"
          + " AND e.key = chosen.key AND NOT e.present AND e.commit_lsn = chosen.commit_lsn"
          + " AND e.event_ordinal = chosen.event_ordinal"
          + " AND e.effect_ordinal = chosen.effect_ordinal"
          + " RETURNING e.scope_pk, e.commit_lsn, e.event_ordinal, e.effect_ordinal),"
          + " newest AS (SELECT DISTINCT ON (gone.scope_pk) gone.* FROM gone"
          + " ORDER BY gone.scope_pk, gone.commit_lsn DESC, gone.event_ordinal DESC,"
          + " gone.effect_ordinal DESC),"
          + " raised AS (UPDATE synchro.scope AS z SET floor_lsn = newest.commit_lsn,"
          + " floor_event = newest.event_ordinal, floor_effect = newest.effect_ordinal"
          + " FROM newest WHERE z.scope_pk = newest.scope_pk"
          + " AND (z.floor_lsn, z.floor_event, z.floor_effect)"
          + " < (newest.commit_lsn, newest.event_ordinal, newest.effect_ordinal)"
          + " RETURNING z.scope_pk)"
          + " SELECT (SELECT count(*) FROM gone), (SELECT count(*) FROM raised)";

  private static final String[] CLEAN = {
    "DELETE FROM synchro.rebuild_session WHERE expires_at <= clock_timestamp()",
    "DELETE FROM synchro.rebuild_snapshot AS o WHERE o.created_at < now() - interval '1 hour'"
        + " AND NOT EXISTS (SELECT FROM synchro.rebuild_session AS n"
        + " WHERE n.snapshot_id = o.snapshot_id)"
  };

  /**
   * Images that were replaced so long ago that no rebuild can list them: sessions live for a day, a
   * snapshot takes new ones for an hour, and another hour is left to a materialization that
   * replaced the image while a snapshot was made. Removals still show some tombstones; rows and
   * members never show an image that was replaced, so that none of them has to be looked at.
   */
  private static final String UNUSED_IMAGES =
      "DELETE FROM synchro.row_image AS i WHERE i.image_id = ANY (ARRAY(SELECT o.image_id"
          + " FROM synchro.row_image AS o WHERE o.superseded_at < least(now()"
          + " - interval '26 hours', (SELECT min(s.created_at) FROM synchro.rebuild_snapshot AS s)"
          + " - interval '1 hour')"
          + " AND NOT EXISTS (SELECT FROM synchro.scope_entry AS e WHERE e.image_id = o.image_id"
          + " AND NOT e.present) ORDER BY o.superseded_at LIMIT ?::bigint))";

  private CompactionQueries() {}

  /** Whether a text is a finite positive interval. */
  public static boolean isThreshold(BackendSession session, String text) throws SQLException {
    try (Query query = session.query(THRESHOLD)) {
      return query.text(text).one().truthAt(1);
    }
  }

  /** Expires the generations of clients that were not heard of for too long; returns how many. */
  public static long expire(BackendSession session, String threshold, long batchSize)
      throws SQLException {
    try (Query query = session.query(EXPIRE)) {
      return query.text(threshold).number(batchSize).one().numberAt(1);
    }
  }

  /**
   * What a compaction did.
   *
   * @param entries removals that were deleted
   * @param scopes scopes whose floor was raised
   */
  public record Compacted(long entries, long scopes) {}

  /** Deletes removals nobody needs any more. */
  public static Compacted compact(BackendSession session, long batchSize) throws SQLException {
    // The locks are taken by a statement of their own, so that the next one sees what they waited
    // for: the statement that takes a lock still has the snapshot from before.
    try (Query query = session.query(LOCK)) {
      query.one();
    }
    try (Query query = session.query(COMPACT)) {
      query.number(batchSize).one();
      return new Compacted(query.numberAt(1), query.numberAt(2));
    }
  }

  /** Deletes images of rows as they once were that nothing shows any more; returns how many. */
  public static long removeUnusedImages(BackendSession session, long batchSize)
      throws SQLException {
    try (Query query = session.query(UNUSED_IMAGES)) {
      return query.number(batchSize).run();
    }
  }

  /** Removes rebuild sessions that expired, and snapshots that none uses or will use. */
  public static void removeExpiredRebuilds(BackendSession session) throws SQLException {
    for (String statement : CLEAN) {
      session.run(statement);
    }
  }
}
