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
import dev.synchro.core.json.JsonArray;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonNumber;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.json.JsonWriter;
import dev.synchro.core.position.Position;
import dev.synchro.core.schema.SchemaReference;
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
      "WITH "
          + CallHead.EXPRESSION
          + " SELECT "
          + CallHead.COLUMNS
          + ", to_char(clock_timestamp() AT TIME ZONE 'UTC',"
          + " 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"'),"
          + " s.scope_id, coalesce(s.assigned, false), "
          + ScopeColumns.COLUMNS
          + ","
          + " a.commit_lsn::text, coalesce(a.event_ordinal, 0), coalesce(a.effect_ordinal, 0),"
          + " coalesce(a.acknowledged_at > now() - "
          + FRESH
          + ", false),"
          + " l.commit_lsn::text, coalesce(l.event_ordinal, 0), coalesce(l.effect_ordinal, 0)"
          + " FROM head LEFT JOIN synchro.client_scope AS s ON s.client_pk = head.client_pk"
          + " AND (s.assigned OR s.scope_id = ANY (?::text[]))"
          + " LEFT JOIN synchro.scope AS z ON z.scope_id = s.scope_id"
          + " LEFT JOIN synchro.client_checkpoint AS a ON a.client_pk = s.client_pk"
          + " AND a.scope_id = s.scope_id AND a.stream_generation = head.stream_generation"
          + " LEFT JOIN LATERAL (SELECT e.commit_lsn, e.event_ordinal, e.effect_ordinal"
          + " FROM synchro.scope_entry AS e WHERE e.scope_pk = z.scope_pk"
          + " ORDER BY e.commit_lsn DESC, e.event_ordinal DESC, e.effect_ordinal DESC LIMIT 1)"
          + " AS l ON true";

  /**
   * A page and everything that must be seen together with it. The change objects are put together
   * from stored canonical text; only the key of a row that is not there is made anew.
   */
  private static final String PAGE =
      "WITH now AS MATERIALIZED (SELECT p.stream_generation, p.schema_version, p.materialized_lsn"
          + " FROM synchro.progress AS p WHERE p.singleton),"
          + " wanted AS MATERIALIZED (SELECT w.pk, w.lsn::pg_lsn AS lsn, w.event, w.effect,"
          + " z.scope_id FROM json_to_recordset(?::json) AS w (pk bigint, lsn text, event bigint,"
          + " effect bigint, membership bigint, retention bigint)"
          + " JOIN synchro.scope AS z ON z.scope_pk = w.pk"
          + " AND z.membership_generation = w.membership"
          + " AND z.retention_generation = w.retention"
          + " AND (z.floor_lsn, z.floor_event, z.floor_effect)"
          + " <= (w.lsn::pg_lsn, w.event, w.effect)),"
          + " named AS MATERIALIZED (SELECT r.relation, r.table_id, r.identity_head,"
          + " convert_from(substring(r.identity_head FROM octet_length(r.identity_head) - 35),"
          + " 'UTF8') AS key_field FROM synchro.relation AS r"
          + " WHERE r.identity_head IS NOT NULL),"
          + " candidate AS MATERIALIZED (SELECT wanted.pk, wanted.scope_id, e.* FROM wanted"
          + " CROSS JOIN LATERAL (SELECT e.relation, e.key, e.present, e.image_id, e.row_digest,"
          + " e.removal_version, e.commit_lsn, e.event_ordinal, e.effect_ordinal"
          + " FROM synchro.scope_entry AS e WHERE e.scope_pk = wanted.pk"
          + " AND (e.commit_lsn, e.event_ordinal, e.effect_ordinal)"
          + " > (wanted.lsn, wanted.event, wanted.effect)"
          + " ORDER BY e.commit_lsn, e.event_ordinal, e.effect_ordinal LIMIT ?::bigint + 1) AS e),"
          + " page AS MATERIALIZED (SELECT candidate.*, named.table_id, named.identity_head,"
          + " named.key_field, row_number() OVER (ORDER BY candidate.commit_lsn,"
          + " candidate.event_ordinal, candidate.effect_ordinal, candidate.scope_id,"
          + " named.identity_head, candidate.key, candidate.present) AS place"
          + " FROM candidate JOIN named USING (relation) ORDER BY place LIMIT ?::bigint),"
          + " change AS MATERIALIZED (SELECT page.place,"
          + " CASE WHEN page.present THEN i.row_digest IS DISTINCT FROM page.row_digest"
          + " ELSE page.image_id IS NOT NULL AND i.image_id IS NULL END AS broken,"
          + " concat('{\"op\":\"', CASE WHEN page.present THEN 'upsert' ELSE 'delete' END,"
          + " '\",\"pk\":{\"', page.key_field, '\":',"
          + " CASE get_byte(page.key, 0)"
          + " WHEN 1 THEN to_json(convert_from(substring(page.key FROM 11), 'UTF8'))::text"
          + " WHEN 2 THEN (substring(page.key FROM 3)::integer)::text"
          + " ELSE concat('\"', substring(page.key FROM 3)::bigint, '\"') END, '}',"
          + " CASE WHEN page.present OR t.relation IS NOT NULL THEN concat(',\"row\":', i.row,"
          + " ',\"row_checksum\":{\"algorithm\":\"sha256\",\"digest\":\"',"
          + " encode(i.row_digest, 'hex'), '\",\"encoding\":\"hex\",\"version\":1}') END,"
          + " ',\"scope\":', to_json(page.scope_id), ',\"server_version\":\"',"
          + " CASE WHEN page.present OR t.relation IS NOT NULL THEN i.server_version"
          + " WHEN page.removal_version IS NOT NULL THEN page.removal_version"
          + " ELSE synchro.deletion_version(page.identity_head || page.key, i.server_version)"
          + " END, '\",\"table\":\"', page.table_id, '\"}') AS object"
          + " FROM page LEFT JOIN synchro.row_image AS i ON i.image_id = page.image_id"
          + " LEFT JOIN synchro.row_head AS t ON NOT page.present AND page.image_id IS NOT NULL"
          + " AND t.relation = page.relation AND t.key = page.key AND t.state = 1"
          + " AND t.server_version = i.server_version)"
          + " SELECT coalesce((SELECT now.stream_generation FROM now), 0),"
          + " coalesce((SELECT now.schema_version FROM now), 0),"
          + " (SELECT now.materialized_lsn FROM now)::text,"
          + " (SELECT count(*) FROM wanted),"
          + " EXISTS (SELECT FROM synchro.poison AS b WHERE b.state = 'active'),"
          + " (SELECT k.materialized_write_epoch FROM synchro.client_capture AS k"
          + " WHERE k.client_pk = ?::bigint),"
          + " (SELECT convert_to(string_agg(change.object, ',' ORDER BY change.place), 'UTF8')"
          + " FROM change),"
          + " EXISTS (SELECT FROM change WHERE change.broken)"
          + " OR (SELECT count(*) FROM candidate) <> (SELECT count(*) FROM candidate"
          + " JOIN named USING (relation)),"
          + " (SELECT json_agg(json_build_array(d.pk, d.found, d.delivered, page.commit_lsn::text,"
          + " page.event_ordinal::text, page.effect_ordinal::text))::text"
          + " FROM (SELECT candidate.pk, count(*) AS found, count(page.place) AS delivered,"
          + " max(page.place) AS place FROM candidate LEFT JOIN page USING (pk, relation, key)"
          + " GROUP BY candidate.pk) AS d LEFT JOIN page ON page.place = d.place),"
          + " (SELECT json_agg(json_build_array(z.scope_id, encode(z.digest, 'hex')))::text"
          + " FROM synchro.scope AS z WHERE z.scope_id = ANY (?::text[]))";

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
   * @param serverTime datetime text
   * @param scopes assigned scopes, and requested ones that once were
   */
  public record Facts(CallHead head, String serverTime, List<PulledScope> scopes) {}

  /** Reads what a pull must know, in one snapshot. */
  public static Facts facts(
      BackendSession session, String userId, String clientId, Collection<String> requested)
      throws SQLException {
    try (Query query = session.query(FACTS)) {
      query.text(userId).text(clientId).text("{incremental_cursor}").text(ArrayText.of(requested));
      query.one();
      CallHead head = CallHead.read(query);
      String serverTime = query.textAt(CallHead.WIDTH + 1);
      List<PulledScope> scopes = new ArrayList<>();
      if (head.stream().isPresent()) {
        do {
          if (query.textAt(CallHead.WIDTH + 2) != null) {
            scopes.add(scope(query, head.stream().get().schema()));
          }
        } while (query.next());
      }
      return new Facts(head, serverTime, scopes);
    }
  }

  private static PulledScope scope(Query row, SchemaReference schema) throws SQLException {
    int at = CallHead.WIDTH + 2;
    String scopeId = row.textAt(at);
    boolean assigned = row.truthAt(at + 1);
    ScopeFacts facts = ScopeColumns.read(row, at + 2, scopeId, schema);
    at += 2 + ScopeColumns.WIDTH;
    return new PulledScope(
        assigned,
        facts,
        ScopeColumns.position(row, at),
        row.truthAt(at + 3),
        ScopeColumns.position(row, at + 4));
  }

  /**
   * A page of changes.
   *
   * @param consistent whether the generations are still those the cursors were judged by
   * @param blocked whether a poison is active
   * @param materializedEpoch of the client
   * @param boundary of the page
   * @param changes canonical change objects, separated by commas
   * @param broken whether stored state contradicts itself
   * @param progress by scope number, for every scope with an eligible effect
   * @param digests of the assigned scopes that are stored
   */
  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  public record Page(
      boolean consistent,
      boolean blocked,
      long materializedEpoch,
      Position boundary,
      byte[] changes,
      boolean broken,
      Map<Long, Progress> progress,
      Map<String, byte[]> digests) {}

  /**
   * How far a page carries a scope.
   *
   * @param drained whether no eligible effect is left
   * @param last position of the last delivered effect
   */
  public record Progress(boolean drained, Optional<Position> last) {}

  /** Reads a page, in one snapshot. */
  public static Page page(
      BackendSession session,
      ClientFacts client,
      StreamFacts stream,
      List<PullPlan.Eligible> eligible,
      Collection<String> assigned,
      int limit)
      throws SQLException {
    List<PullPlan.Eligible> stored = new ArrayList<>();
    for (PullPlan.Eligible scope : eligible) {
      if (scope.scope().facts().scopePk().isPresent()) {
        stored.add(scope);
      }
    }
    try (Query query = session.query(PAGE)) {
      query
          .text(wanted(stored))
          .number(limit)
          .number(limit)
          .number(client.clientPk())
          .text(ArrayText.of(assigned))
          .one();
      boolean consistent =
          query.numberAt(1) == stream.streamGeneration()
              && query.numberAt(2) == stream.schema().version()
              && query.numberAt(4) == stored.size();
      byte[] changes = query.octetsAt(7);
      return new Page(
          consistent,
          query.truthAt(5),
          query.numberAt(6),
          StoredPosition.boundary(query.textAt(3)).position(),
          changes == null ? new byte[0] : changes,
          query.truthAt(8),
          progress(query.textAt(9)),
          digests(query.textAt(10)));
    }
  }

  private static String wanted(List<PullPlan.Eligible> scopes) {
    JsonWriter writer = new JsonWriter().beginArray();
    for (PullPlan.Eligible scope : scopes) {
      StoredPosition position = StoredPosition.of(scope.position());
      ScopeFacts facts = scope.scope().facts();
      writer.beginObject().name("effect").number(position.effect());
      // As text: the end of a transaction is beyond the integers that canonical JSON can hold.
      writer.name("event").string(Long.toString(position.event()));
      writer.name("lsn").string(position.lsn());
      writer.name("membership").number(facts.membershipGeneration());
      writer.name("pk").number(facts.scopePk().getAsLong());
      writer.name("retention").number(facts.retentionGeneration()).endObject();
    }
    return Utf8.decode(writer.endArray().toByteArray());
  }

  private static Map<Long, Progress> progress(String json) {
    Map<Long, Progress> progress = new HashMap<>();
    for (List<JsonValue> row : rows(json)) {
      Optional<Position> last =
          row.get(3).isNull()
              ? Optional.empty()
              : Optional.of(
                  new StoredPosition(
                          text(row.get(3)),
                          Long.parseLong(text(row.get(4))),
                          Long.parseLong(text(row.get(5))))
                      .position());
      progress.put(number(row.get(0)), new Progress(row.get(1).equals(row.get(2)), last));
    }
    return progress;
  }

  private static Map<String, byte[]> digests(String json) {
    Map<String, byte[]> digests = new HashMap<>();
    for (List<JsonValue> row : rows(json)) {
      digests.put(text(row.get(0)), Hex.decodeSha256(text(row.get(1))));
    }
    return digests;
  }

  private static List<List<JsonValue>> rows(String json) {
    List<List<JsonValue>> rows = new ArrayList<>();
    if (json != null) {
      JsonValue parsed = JsonParser.parse(Utf8.encode(json), JsonLimits.DOCUMENT);
      for (JsonValue row : ((JsonArray) parsed).elements()) {
        rows.add(((JsonArray) row).elements());
      }
    }
    return rows;
  }

  private static String text(JsonValue value) {
    return ((JsonString) value).value();
  }

  private static long number(JsonValue value) {
    return Long.parseLong(((JsonNumber) value).text());
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
