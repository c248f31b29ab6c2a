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
import dev.synchro.core.json.JsonBoolean;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.json.JsonWriter;
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
          + ", l.commit_lsn::text, l.event_ordinal, l.effect_ordinal,"
          + " a.commit_lsn::text, a.event_ordinal, a.effect_ordinal,"
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
          + " LEFT JOIN LATERAL (SELECT e.commit_lsn, e.event_ordinal, e.effect_ordinal"
          + " FROM synchro.scope_entry AS e WHERE e.scope_pk = z.scope_pk"
          + " ORDER BY e.commit_lsn DESC, e.event_ordinal DESC, e.effect_ordinal DESC LIMIT 1)"
          + " AS l ON true"
          + CallHead.KNOWN_CALLER;

  /**
   * A page and everything that must be seen together with it. Its changes are put together here out
   * of stored text: to hand over every row by itself would cost more than the rest of the call. The
   * order of the entries is that of the innermost rows, which each later step keeps.
   */
  private static final String PAGE =
      "WITH now AS MATERIALIZED (SELECT p.stream_generation, p.schema_version, p.materialized_lsn"
          + " FROM synchro.progress AS p WHERE p.singleton),"
          + " wanted AS MATERIALIZED (SELECT row_number() OVER (ORDER BY z.scope_id)::integer"
          + " AS place, w.n, w.pk, w.lsn::pg_lsn AS lsn, w.event, w.effect, z.scope_id"
          + " FROM json_to_recordset(?::json) AS w (n integer, pk bigint, lsn text,"
          + " event bigint, effect bigint, membership bigint, retention bigint)"
          + " JOIN synchro.scope AS z ON z.scope_pk = w.pk"
          + " AND z.membership_generation = w.membership"
          + " AND z.retention_generation = w.retention"
          + " AND (z.floor_lsn, z.floor_event, z.floor_effect)"
          + " <= (w.lsn::pg_lsn, w.event, w.effect)),"
          // What all entries of a scope share, as an array, so that no row carries it about.
          + " scoped AS MATERIALIZED (SELECT array_agg(concat(',\"scope\":',"
          + " to_json(w.scope_id), ',\"server_version\":\"') ORDER BY w.place) AS removed,"
          + " array_agg(concat('"
          + RecordText.CHECKSUM_END
          + ",\"scope\":', to_json(w.scope_id), ',\"server_version\":\"') ORDER BY w.place)"
          + " AS checked FROM wanted AS w), "
          + RelationTexts.NAMED
          + " SELECT coalesce((SELECT now.stream_generation FROM now), 0),"
          + " coalesce((SELECT now.schema_version FROM now), 0),"
          + " (SELECT now.materialized_lsn FROM now)::text,"
          + " (SELECT count(*) FROM wanted),"
          + " EXISTS (SELECT FROM synchro.poison AS b WHERE b.state = 'active'),"
          + " (SELECT k.materialized_write_epoch FROM synchro.client_capture AS k"
          + " WHERE k.client_pk = ?::bigint),"
          + " coalesce(bool_or(page.broken), false),"
          + " coalesce(convert_to(string_agg(page.text, ','), 'UTF8'), ''),"
          // A page that is not full leaves nothing; of a full one each scope is asked what is left.
          // EXISTS would forget the order, and with it the index: it may read the whole table.
          + " CASE WHEN count(*) = ?::bigint THEN (SELECT json_agg(json_build_array(l.n,"
          + " (SELECT true"
          + behind("l")
          + " LIMIT 1) IS NOT NULL, CASE WHEN l.delivered THEN l.lsn::text END, l.event::text,"
          + " l.effect::text))::text"
          + " FROM (SELECT wanted.n, wanted.pk, d.place IS NOT NULL AS delivered,"
          + " coalesce((array_agg(page.commit_lsn))[d.place], wanted.lsn) AS lsn,"
          + " coalesce((array_agg(page.event_ordinal))[d.place], wanted.event) AS event,"
          + " coalesce((array_agg(page.effect_ordinal))[d.place], wanted.effect) AS effect"
          + " FROM wanted LEFT JOIN (SELECT u.n, max(u.place) AS place"
          + " FROM unnest(array_agg(page.n)) WITH ORDINALITY AS u (n, place) GROUP BY u.n) AS d"
          + " ON d.n = wanted.n OFFSET 0) AS l) END,"
          + " (SELECT json_agg(json_build_array(z.scope_id, encode(z.digest, 'hex')))::text"
          + " FROM synchro.scope AS z WHERE z.scope_id = ANY (?::text[]))"
          + " FROM (SELECT e.n, e.commit_lsn, e.event_ordinal, e.effect_ordinal,"
          + " e.relation_place IS NULL OR CASE WHEN e.present"
          + " THEN i.row_digest IS DISTINCT FROM e.row_digest"
          + " ELSE e.image_id IS NOT NULL AND i.row_digest IS NULL END AS broken,"
          + " CASE WHEN e.present OR e.image_id IS NOT NULL AND (SELECT h.state = 1"
          + " AND h.server_version = i.server_version FROM synchro.row_head AS h"
          + " WHERE h.relation = e.relation AND h.key = e.key) THEN "
          + RecordText.withRow(
              "CASE WHEN e.present THEN "
                  + ofRelation("upserts")
                  + " ELSE "
                  + ofRelation("deletes")
                  + " END",
              RecordText.key("e.key"),
              "i.row",
              "i.row_digest",
              ofScope("checked") + " || i.server_version || " + ofRelation("tables"))
          + " ELSE concat("
          + ofRelation("deletes")
          + ", "
          + RecordText.key("e.key")
          + ", '}', "
          + ofScope("removed")
          + ", CASE"
          + " WHEN e.removal_version IS NOT NULL THEN e.removal_version"
          + " ELSE synchro.deletion_version("
          + ofRelation("heads")
          + " || e.key, i.server_version) END, "
          + ofRelation("tables")
          + ") END AS text"
          // What the order begins with comes first, so that it is found without looking at the
          // rest.
          + " FROM (SELECT e.commit_lsn, e.event_ordinal, e.effect_ordinal, wanted.place,"
          + " wanted.n, "
          + ofRelation("places")
          + " AS relation_place, e.relation, e.key, e.present, e.image_id, e.row_digest,"
          + " e.removal_version FROM wanted CROSS JOIN LATERAL (SELECT e.relation, e.key,"
          + " e.present, e.image_id, e.row_digest, e.removal_version, e.commit_lsn,"
          + " e.event_ordinal, e.effect_ordinal"
          + behind("wanted")
          + " LIMIT ?::bigint) AS e"
          + " ORDER BY e.commit_lsn, e.event_ordinal, e.effect_ordinal, wanted.place,"
          + " relation_place, e.key, e.present LIMIT ?::bigint) AS e"
          // OFFSET has each image looked up by itself, whatever is known of the table's size.
          + " LEFT JOIN LATERAL (SELECT i.row::text AS row, i.row_digest, i.server_version"
          + " FROM synchro.row_image AS i WHERE i.image_id = e.image_id OFFSET 0) AS i ON true"
          + " OFFSET 0) AS page";

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

  /** The entries of a scope behind a position, both in the columns of a row. */
  private static String behind(String row) {
    return (" FROM synchro.scope_entry AS e WHERE e.scope_pk = row.pk"
            + " AND (e.commit_lsn, e.event_ordinal, e.effect_ordinal)"
            + " > (row.lsn, row.event, row.effect)"
            + " ORDER BY e.commit_lsn, e.event_ordinal, e.effect_ordinal")
        .replace("row.", row + ".");
  }

  private static String ofRelation(String array) {
    return RelationTexts.of("e.relation", array);
  }

  private static String ofScope(String array) {
    return "((SELECT scoped." + array + " FROM scoped))[e.place]";
  }

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
    int newest = at + 2 + ScopeColumns.WIDTH;
    int acknowledged = newest + 3;
    return new PulledScope(
        assigned,
        facts,
        ScopeColumns.position(row, newest),
        ScopeColumns.position(row, acknowledged),
        row.truthAt(acknowledged + 3));
  }

  /**
   * A page of changes.
   *
   * @param consistent whether generations and recorded scopes are those the cursors were judged by
   * @param blocked whether a poison is active
   * @param materializedEpoch of the client
   * @param boundary of the page
   * @param changes canonical change objects, separated by commas; absent when stored state
   *     contradicts itself
   * @param progress by scope id, when the page is full; an eligible scope that is not named is
   *     drained
   * @param digests of the assigned scopes that are stored
   */
  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  public record Page(
      boolean consistent,
      boolean blocked,
      long materializedEpoch,
      Position boundary,
      Optional<byte[]> changes,
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
          .number(client.clientPk())
          .number(limit)
          .text(ArrayText.of(assignedIds))
          .number(limit)
          .number(limit)
          .one();
      Map<String, byte[]> digests = digests(query.textAt(10));
      boolean consistent =
          query.numberAt(1) == stream.streamGeneration()
              && query.numberAt(2) == stream.schema().version()
              && query.numberAt(4) == stored.size()
              && digests.size() == assignedRecords;
      boolean broken = query.truthAt(7);
      return new Page(
          consistent,
          query.truthAt(5),
          query.numberAt(6),
          StoredPosition.boundary(query.textAt(3)).position(),
          broken ? Optional.empty() : Optional.of(query.octetsAt(8)),
          progress(query.textAt(9), stored),
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
          row.get(2).isNull()
              ? Optional.empty()
              : Optional.of(
                  new StoredPosition(
                          JsonRows.text(row.get(2)),
                          Long.parseLong(JsonRows.text(row.get(3))),
                          Long.parseLong(JsonRows.text(row.get(4))))
                      .position());
      String scopeId = stored.get((int) JsonRows.number(row.get(0))).scope().facts().scopeId();
      progress.put(scopeId, new Progress(row.get(1).equals(JsonBoolean.FALSE), last));
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
