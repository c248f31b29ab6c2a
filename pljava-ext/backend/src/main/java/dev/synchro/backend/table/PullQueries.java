package dev.synchro.backend.table;

import dev.synchro.backend.decide.ClientFacts;
import dev.synchro.backend.decide.PullPlan;
import dev.synchro.backend.decide.PulledScope;
import dev.synchro.backend.decide.ScopeFacts;
import dev.synchro.backend.decide.StoredPosition;
import dev.synchro.backend.decide.StreamFacts;
import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.Query;
import dev.synchro.core.bytes.Hex;
import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.json.JsonWriter;
import dev.synchro.core.page.PagedRows;
import dev.synchro.core.position.Position;
import dev.synchro.core.schema.SchemaReference;
import dev.synchro.core.token.KeyRing;
import dev.synchro.core.token.TokenPurpose;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What pull reads and writes. Contract 5.5. */
public final class PullQueries {
  /** How long an unchanged acknowledgement counts as fresh. */
  private static final String FRESH = "interval '1 second'";

  private static final String FACTS =
      "SELECT "
          + CallHead.KNOWN_COLUMNS
          + ", t.key_id, t.secret, s.scope_id, s.assigned, "
          + ScopeColumns.COLUMNS
          + ", a.commit_lsn::text, a.event_ordinal, a.effect_ordinal,"
          + " coalesce(a.acknowledged_at > now() - "
          + FRESH
          + ", false)"
          + CallHead.KNOWN_TABLES
          + " LEFT JOIN synchro.token_key AS t ON t.purpose = 'incremental_cursor'"
          + " AND t.state = 'active'"
          + " LEFT JOIN synchro.client_scope AS s ON s.client_pk = c.client_pk"
          + " AND (s.assigned OR s.scope_id = ANY (?::text[]))"
          + " LEFT JOIN synchro.scope AS z ON z.scope_id = s.scope_id"
          + " LEFT JOIN synchro.client_checkpoint AS a ON a.client_pk = s.client_pk"
          + " AND a.scope_id = s.scope_id AND a.stream_generation = p.stream_generation"
          + CallHead.KNOWN_CALLER;

  /**
   * Whether an entry lies behind a position. A later state than the one the positions were judged
   * by answers as well: what has become an entry since only makes the page be read.
   */
  private static final String NEWS =
      "SELECT EXISTS (SELECT FROM json_to_recordset(?::json) AS w (pk bigint, lsn text,"
          + " event bigint, effect bigint) WHERE EXISTS (SELECT FROM synchro.scope_entry AS e"
          + " WHERE e.scope_pk = w.pk AND (e.commit_lsn, e.event_ordinal, e.effect_ordinal)"
          + " > (w.lsn::pg_lsn, w.event, w.effect)))";

  /**
   * A page and everything that must be seen together with it. Rows leave as they are stored, all of
   * one column in one run of octets: a record for each would cost more than the rest of the call.
   */
  private static final String PAGE =
      "WITH now AS MATERIALIZED (SELECT p.stream_generation, p.schema_version, p.materialized_lsn"
          + " FROM synchro.progress AS p WHERE p.singleton),"
          + " wanted AS MATERIALIZED (SELECT w.n, w.pk, w.lsn::pg_lsn AS lsn, w.event, w.effect,"
          + " z.scope_id FROM json_to_recordset(?::json) AS w (n integer, pk bigint, lsn text,"
          + " event bigint, effect bigint, membership bigint, retention bigint)"
          + " JOIN synchro.scope AS z ON z.scope_pk = w.pk"
          + " AND z.membership_generation = w.membership"
          + " AND z.retention_generation = w.retention"
          + " AND (z.floor_lsn, z.floor_event, z.floor_effect)"
          + " <= (w.lsn::pg_lsn, w.event, w.effect)),"
          + " ranked AS MATERIALIZED (SELECT wanted.n, r.identity_head, e.*, row_number() OVER"
          + " (ORDER BY e.commit_lsn, e.event_ordinal, e.effect_ordinal, wanted.scope_id,"
          + " r.identity_head, e.key, e.present) AS place FROM wanted"
          + " CROSS JOIN LATERAL (SELECT e.relation, e.key, e.present, e.image_id, e.row_digest,"
          + " e.removal_version, e.commit_lsn, e.event_ordinal, e.effect_ordinal"
          + " FROM synchro.scope_entry AS e WHERE e.scope_pk = wanted.pk"
          + " AND (e.commit_lsn, e.event_ordinal, e.effect_ordinal)"
          + " > (wanted.lsn, wanted.event, wanted.effect)"
          + " ORDER BY e.commit_lsn, e.event_ordinal, e.effect_ordinal LIMIT ?::bigint + 1) AS e"
          + " LEFT JOIN synchro.relation AS r ON r.relation = e.relation),"
          // The images are found in one pass over their index.
          + " image AS (SELECT i.image_id, i.row::text AS row, i.row_digest, i.server_version"
          + " FROM synchro.row_image AS i WHERE i.image_id = ANY (ARRAY(SELECT ranked.image_id"
          + " FROM ranked WHERE ranked.place <= ?::bigint)))"
          + " SELECT coalesce((SELECT now.stream_generation FROM now), 0),"
          + " coalesce((SELECT now.schema_version FROM now), 0),"
          + " (SELECT now.materialized_lsn FROM now)::text,"
          + " (SELECT count(*) FROM wanted),"
          + " EXISTS (SELECT FROM synchro.poison AS b WHERE b.state = 'active'),"
          + " (SELECT k.materialized_write_epoch FROM synchro.client_capture AS k"
          + " WHERE k.client_pk = ?::bigint),"
          + " coalesce(bool_or(page.broken), false), count(*),"
          + " string_agg(int4send(page.n) || int4send(page.relation) || int4send(page.kind)"
          + " || int4send(CASE WHEN page.kind < 2 THEN octet_length(page.row) ELSE 0 END), NULL),"
          + " string_agg(page.key, NULL),"
          + " string_agg(page.digest, NULL) FILTER (WHERE page.kind < 2),"
          + " convert_to(string_agg(CASE WHEN page.kind < 2 THEN page.server_version"
          + " WHEN page.removal_version IS NOT NULL THEN page.removal_version"
          + " ELSE synchro.deletion_version(page.identity_head || page.key, page.server_version)"
          + " END, NULL), 'UTF8'),"
          + " convert_to(string_agg(page.row, NULL) FILTER (WHERE page.kind < 2), 'UTF8'),"
          + " CASE WHEN (SELECT count(*) FROM ranked) > count(*) THEN"
          + " (SELECT json_agg(json_build_array(d.n, d.found, d.delivered, l.commit_lsn::text,"
          + " l.event_ordinal::text, l.effect_ordinal::text))::text"
          + " FROM (SELECT r.n, count(*) AS found,"
          + " count(*) FILTER (WHERE r.place <= ?::bigint) AS delivered,"
          + " max(r.place) FILTER (WHERE r.place <= ?::bigint) AS place"
          + " FROM ranked AS r GROUP BY r.n) AS d LEFT JOIN ranked AS l ON l.place = d.place) END,"
          + " (SELECT json_agg(json_build_array(z.scope_id, encode(z.digest, 'hex')))::text"
          + " FROM synchro.scope AS z WHERE z.scope_id = ANY (?::text[])),"
          + PageColumns.TABLES
          // OFFSET keeps the kind of a row from being found once for each column.
          + " FROM (SELECT ranked.*, image.row, image.row_digest AS digest, image.server_version,"
          + " CASE WHEN ranked.present THEN 0 WHEN ranked.image_id IS NULL THEN 2"
          + " WHEN EXISTS (SELECT FROM synchro.row_head AS t WHERE t.relation = ranked.relation"
          + " AND t.key = ranked.key AND t.state = 1 AND t.server_version = image.server_version)"
          + " THEN 1 ELSE 2 END AS kind,"
          + " ranked.identity_head IS NULL OR CASE WHEN ranked.present"
          + " THEN image.row_digest IS DISTINCT FROM ranked.row_digest"
          + " ELSE ranked.image_id IS NOT NULL AND image.image_id IS NULL END AS broken"
          + " FROM ranked LEFT JOIN image ON image.image_id = ranked.image_id"
          + " WHERE ranked.place <= ?::bigint ORDER BY ranked.place OFFSET 0) AS page";

  private static final String ACKNOWLEDGE =
      "WITH client AS MATERIALIZED (SELECT c.client_pk FROM synchro.client AS c"
          + " WHERE c.client_pk = ?::bigint AND c.client_generation = ?::bigint"
          + " AND NOT c.generation_expired AND c.retired_at IS NULL FOR KEY SHARE),"
          + " told AS (INSERT INTO synchro.client_checkpoint AS k (client_pk, scope_id,"
          + " stream_generation, commit_lsn, event_ordinal, effect_ordinal, acknowledged_at)"
          + " SELECT client.client_pk, a.scope_id, ?::bigint, a.lsn::pg_lsn, a.event, a.effect,"
          + " clock_timestamp() FROM client CROSS JOIN json_to_recordset(?::json)"
          + " AS a (scope_id text, lsn text, event bigint, effect bigint)"
          + " ON CONFLICT (client_pk, scope_id) DO UPDATE SET"
          + " stream_generation = excluded.stream_generation, commit_lsn = excluded.commit_lsn,"
          + " event_ordinal = excluded.event_ordinal, effect_ordinal = excluded.effect_ordinal,"
          + " acknowledged_at = excluded.acknowledged_at"
          + " WHERE k.stream_generation < excluded.stream_generation"
          + " OR (k.stream_generation = excluded.stream_generation"
          + " AND (k.commit_lsn, k.event_ordinal, k.effect_ordinal)"
          + " <= (excluded.commit_lsn, excluded.event_ordinal, excluded.effect_ordinal)))"
          + " SELECT count(*) FROM client";

  private PullQueries() {}

  /** The digest of a scope without rows. */
  public static byte[] emptyDigest(SchemaReference schema, String scopeId) {
    return ScopeColumns.emptyDigest(schema, scopeId);
  }

  /**
   * What a pull must know.
   *
   * @param signingKey the key that signs cursors, in a ring of its own; absent for nobody
   * @param scopes assigned scopes, and requested ones that once were
   */
  public record Facts(CallHead head, Optional<KeyRing> signingKey, List<PulledScope> scopes) {}

  /** Reads what a pull must know, in one snapshot. */
  public static Facts facts(
      BackendSession session, String userId, String clientId, Collection<String> requested)
      throws SQLException {
    try (Query query = session.query(FACTS)) {
      query.text(ArrayText.of(requested)).text(userId).text(clientId);
      if (!query.next()) {
        return new Facts(CallHead.ofNobody(), Optional.empty(), List.of());
      }
      CallHead head = CallHead.readKnown(query);
      int at = CallHead.KNOWN_WIDTH;
      KeyRing signingKey =
          TokenKeys.active(
              TokenPurpose.INCREMENTAL_CURSOR, query.textAt(at + 1), query.octetsAt(at + 2));
      List<PulledScope> scopes = new ArrayList<>();
      if (head.stream().isPresent()) {
        do {
          if (query.textAt(at + 3) != null) {
            scopes.add(scope(query, at + 3, head.stream().get().schema()));
          }
        } while (query.next());
      }
      return new Facts(head, Optional.of(signingKey), scopes);
    }
  }

  private static PulledScope scope(Query row, int at, SchemaReference schema) throws SQLException {
    String scopeId = row.textAt(at);
    boolean assigned = row.truthAt(at + 1);
    ScopeFacts facts = ScopeColumns.read(row, at + 2, scopeId, schema);
    int acknowledged = at + 2 + ScopeColumns.WIDTH;
    return new PulledScope(
        assigned, facts, ScopeColumns.position(row, acknowledged), row.truthAt(acknowledged + 3));
  }

  /** Whether a scope has an entry behind the position its client stands at. */
  public static boolean hasNews(BackendSession session, List<PullPlan.Eligible> behind)
      throws SQLException {
    if (behind.isEmpty()) {
      return false;
    }
    try (Query query = session.query(NEWS)) {
      return query.text(wanted(behind)).one().truthAt(1);
    }
  }

  /**
   * A page of changes.
   *
   * @param consistent whether generations and recorded scopes are those the cursors were judged by
   * @param blocked whether a poison is active
   * @param materializedEpoch of the client
   * @param boundary of the page
   * @param rows what is delivered; absent when stored state contradicts itself
   * @param progress by scope id, when not every eligible effect is delivered; an eligible scope
   *     that is not named is drained
   * @param digests of the assigned scopes that are stored
   */
  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  public record Page(
      boolean consistent,
      boolean blocked,
      long materializedEpoch,
      Position boundary,
      Optional<PagedRows> rows,
      Map<String, Progress> progress,
      Map<String, byte[]> digests) {}

  /**
   * How far a page carries a scope.
   *
   * @param drained whether no eligible effect is left
   * @param last position of the last delivered effect
   */
  public record Progress(boolean drained, Optional<Position> last) {}

  /**
   * Reads a page, in one snapshot.
   *
   * @param stored eligible scopes that have a record
   * @param assigned all scopes the client has
   */
  public static Page page(
      BackendSession session,
      ClientFacts client,
      StreamFacts stream,
      List<PullPlan.Eligible> stored,
      Collection<ScopeFacts> assigned,
      int limit)
      throws SQLException {
    List<String> assignedIds = new ArrayList<>();
    int assignedRecords = 0;
    for (ScopeFacts scope : assigned) {
      assignedIds.add(scope.scopeId());
      assignedRecords += scope.scopePk().isPresent() ? 1 : 0;
    }
    try (Query query = session.query(PAGE)) {
      query
          .text(wanted(stored))
          .number(limit)
          .number(limit)
          .number(client.clientPk())
          .number(limit)
          .number(limit)
          .text(ArrayText.of(assignedIds))
          .number(limit)
          .one();
      int at = 9;
      Map<String, byte[]> digests = digests(query.textAt(at + PageColumns.WIDTH + 1));
      boolean consistent =
          query.numberAt(1) == stream.streamGeneration()
              && query.numberAt(2) == stream.schema().version()
              && query.numberAt(4) == stored.size()
              && digests.size() == assignedRecords;
      boolean broken = query.truthAt(7);
      String tables = query.textAt(at + PageColumns.WIDTH + 2);
      return new Page(
          consistent,
          query.truthAt(5),
          query.numberAt(6),
          StoredPosition.boundary(query.textAt(3)).position(),
          broken ? Optional.empty() : Optional.of(PageColumns.read(query, at, tables)),
          progress(query.textAt(at + PageColumns.WIDTH), stored),
          digests);
    }
  }

  private static String wanted(List<PullPlan.Eligible> scopes) {
    JsonWriter writer = new JsonWriter().beginArray();
    for (int place = 0; place < scopes.size(); place++) {
      PullPlan.Eligible scope = scopes.get(place);
      StoredPosition position = StoredPosition.of(scope.position());
      ScopeFacts facts = scope.scope().facts();
      writer.beginObject().name("effect").number(position.effect());
      // As text: the end of a transaction is beyond the integers that canonical JSON can hold.
      writer.name("event").string(Long.toString(position.event()));
      writer.name("lsn").string(position.lsn());
      writer.name("membership").number(facts.membershipGeneration());
      writer.name("n").number(place);
      writer.name("pk").number(facts.scopePk().getAsLong());
      writer.name("retention").number(facts.retentionGeneration()).endObject();
    }
    return Utf8.decode(writer.endArray().toByteArray());
  }

  private static Map<String, Progress> progress(String json, List<PullPlan.Eligible> stored) {
    Map<String, Progress> progress = new HashMap<>();
    for (List<JsonValue> row : JsonRows.of(json)) {
      Optional<Position> last =
          row.get(3).isNull()
              ? Optional.empty()
              : Optional.of(
                  new StoredPosition(
                          JsonRows.text(row.get(3)),
                          Long.parseLong(JsonRows.text(row.get(4))),
                          Long.parseLong(JsonRows.text(row.get(5))))
                      .position());
      String scopeId = stored.get((int) JsonRows.number(row.get(0))).scope().facts().scopeId();
      progress.put(scopeId, new Progress(row.get(1).equals(row.get(2)), last));
    }
    return progress;
  }

  private static Map<String, byte[]> digests(String json) {
    Map<String, byte[]> digests = new HashMap<>();
    for (List<JsonValue> row : JsonRows.of(json)) {
      digests.put(JsonRows.text(row.get(0)), Hex.decodeSha256(JsonRows.text(row.get(1))));
    }
    return digests;
  }

  /**
   * Records presented positions, each only forwards, and returns whether the client is still what
   * it was when it was judged. Takes no lock that a push holds.
   */
  public static boolean acknowledge(
      BackendSession session,
      ClientFacts client,
      StreamFacts stream,
      List<PullPlan.Eligible> presented)
      throws SQLException {
    try (Query query = session.query(ACKNOWLEDGE)) {
      query
          .number(client.clientPk())
          .number(client.generation())
          .number(stream.streamGeneration())
          .text(acknowledged(presented))
          .one();
      return query.numberAt(1) == 1;
    }
  }

  private static String acknowledged(List<PullPlan.Eligible> presented) {
    JsonWriter writer = new JsonWriter().beginArray();
    for (PullPlan.Eligible scope : presented) {
      StoredPosition position = StoredPosition.of(scope.position());
      writer.beginObject().name("effect").number(position.effect());
      // As text: the end of a transaction is beyond the integers that canonical JSON can hold.
      writer.name("event").string(Long.toString(position.event()));
      writer.name("lsn").string(position.lsn());
      writer.name("scope_id").string(scope.scope().facts().scopeId()).endObject();
    }
    return Utf8.decode(writer.endArray().toByteArray());
  }
}
