package dev.synchro.backend.table;

import dev.synchro.backend.decide.ClientFacts;
import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.Query;
import dev.synchro.backend.session.SqlRefusal;
import dev.synchro.core.bytes.Octets;
import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.json.JsonArray;
import dev.synchro.core.json.JsonBoolean;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonNumber;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.json.JsonWriter;
import dev.synchro.core.message.BatchHint;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** What push reads and writes of the product's own tables. Contract 5.4. */
public final class PushQueries {
  private static final String TRANSACTION =
      "SELECT pg_current_xact_id_if_assigned() IS NULL"
          + " AND current_setting('transaction_read_only') = 'off'";

  /** Not FOR UPDATE, so that a pull of the same client need not wait for a push. */
  private static final String LOCK =
      "SELECT c.client_pk FROM synchro.client AS c WHERE c.user_id = ? AND c.client_id = ?"
          + " FOR NO KEY UPDATE";

  /** PostgreSQL digests the request: it does so many times faster than Java. */
  private static final String SEEN =
      "SELECT r.digest, (SELECT convert_to(b.response::text, 'UTF8') FROM synchro.client AS c"
          + " JOIN synchro.push_batch AS b ON b.client_pk = c.client_pk"
          + " WHERE c.user_id = ? AND c.client_id = ? AND c.retired_at IS NULL"
          + " AND b.batch_id = ?::uuid AND b.request_digest = r.digest)"
          + " FROM (SELECT sha256(?) AS digest OFFSET 0) AS r";

  private static final String FACTS =
      "WITH "
          + CallHead.EXPRESSION
          + " SELECT "
          + CallHead.COLUMNS
          + ", to_char(clock_timestamp() AT TIME ZONE 'UTC',"
          + " 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"'), b.fingerprint,"
          + " convert_to(b.response::text, 'UTF8'),"
          + " (SELECT convert_to(json_agg(json_build_array(m.mutation_id,"
          + " encode(m.fingerprint, 'hex'), m.status = 'applied', m.outcome))::text, 'UTF8')"
          + " FROM synchro.push_mutation AS m WHERE m.client_pk = head.client_pk"
          + " AND m.mutation_id = ANY (wanted.mutation_ids))"
          + " FROM head CROSS JOIN (SELECT ?::uuid AS batch_id, ?::uuid[] AS mutation_ids)"
          + " AS wanted LEFT JOIN synchro.push_batch AS b ON b.client_pk = head.client_pk"
          + " AND b.batch_id = wanted.batch_id";

  private static final String KNOWN_TABLES =
      "SELECT json_agg(w)::text FROM unnest(?::text[]) AS w WHERE EXISTS (SELECT"
          + " FROM synchro.schema_manifest AS m CROSS JOIN json_array_elements(m.manifest"
          + " -> 'tables') AS t WHERE t ->> 'table_id' = w)";

  private static final String DELETIONS =
      "SELECT json_agg(json_build_array(k.n, h.state, h.server_version, m.server_version))::text"
          + " FROM json_to_recordset(?::json) AS k (n integer, relation integer, key text)"
          + " LEFT JOIN synchro.row_head AS h ON h.relation = k.relation"
          + " AND h.key = decode(k.key, 'hex')"
          + " LEFT JOIN LATERAL (SELECT l.server_version FROM synchro.push_mutation AS l"
          + " WHERE l.relation = k.relation AND l.key = decode(k.key, 'hex')"
          + " AND l.status = 'applied' ORDER BY l.sequence DESC LIMIT 1) AS m ON true"
          + " WHERE h.relation IS NOT NULL OR m.server_version IS NOT NULL";

  private static final String CONTEXT =
      "SELECT set_config('synchro.user_id', ?, true), set_config('synchro.client_id', ?, true),"
          + " set_config('synchro.mutation_id', ?, true)";

  private static final String MUTATION = "SELECT set_config('synchro.mutation_id', ?, true)";

  private static final String LOCK_NAMES =
      "SELECT count(pg_advisory_xact_lock(hashtextextended(concat('synchro push ', n.name), 0)))"
          + " FROM (SELECT u.name FROM unnest(?::text[]) AS u (name) ORDER BY u.name COLLATE \"C\""
          + " OFFSET 0) AS n";

  private static final String RECORD =
      "WITH client AS (UPDATE synchro.client AS c"
          + " SET accepted_write_epoch = c.accepted_write_epoch + 1"
          + " WHERE c.client_pk = ?::bigint AND ? RETURNING c.internal_id,"
          + " c.accepted_write_epoch AS epoch),"
          + " batch AS (INSERT INTO synchro.push_batch (client_pk, batch_id, fingerprint,"
          + " request_digest, response, epoch, transaction_id)"
          + " SELECT ?::bigint, ?::uuid, sha256(?), ?, synchro.written_json(convert_from(?, 'UTF8')),"
          + " (SELECT client.epoch FROM client), pg_current_xact_id()),"
          + " mutation AS (INSERT INTO synchro.push_mutation (client_pk, mutation_id, batch_id,"
          + " fingerprint, relation, key, status, server_version, outcome)"
          + " SELECT ?::bigint, m.id, ?::uuid, sha256(substring(p.octets FROM m.first FOR m.content)),"
          + " m.relation, substring(p.octets FROM m.first + m.content FOR m.key), m.status, m.version,"
          + " synchro.written_json(convert_from(substring(p.octets"
          + " FROM m.first + m.content + coalesce(m.key, 0) FOR m.outcome), 'UTF8'))"
          + " FROM (SELECT ?::bytea AS octets OFFSET 0) AS p CROSS JOIN unnest(?::uuid[],"
          + " ?::integer[], ?::text[], ?::text[], ?::integer[], ?::integer[], ?::integer[],"
          + " ?::integer[]) AS m (id, relation, status, version, first, content, key, outcome))"
          + " SELECT count(pg_logical_emit_message(true, 'synchro_push',"
          + " concat('{\"client\":\"', client.internal_id, '\",\"epoch\":\"', client.epoch,"
          + " '\"}'))) FROM client";

  private PushQueries() {}

  /**
   * A mutation that is in the ledger.
   *
   * @param fingerprint lowercase hex
   * @param outcome canonical text
   */
  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  public record Known(String fingerprint, boolean applied, byte[] outcome) {}

  /**
   * A batch that is in the ledger.
   *
   * @param response the text that answered it
   */
  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  public record Replay(byte[] fingerprint, byte[] response) {}

  /**
   * What a push must know.
   *
   * @param serverTime datetime text
   * @param batch the batch, when it was executed before
   * @param mutations by id, those of the request that were executed before
   */
  public record Facts(
      CallHead head, String serverTime, Optional<Replay> batch, Map<String, Known> mutations) {}

  /** Whether the transaction may carry a push: able to write, and nothing written yet. */
  public static void requireFreshTransaction(BackendSession session) throws SQLException {
    try (Query query = session.query(TRANSACTION)) {
      if (!query.one().truthAt(1)) {
        throw SqlRefusal.invalidTransaction(
            "transaction_not_fresh",
            "a push needs a transaction of its own that may write and has not written");
      }
    }
  }

  /** Keeps every other push of this identity waiting until the end of the transaction. */
  public static void lock(BackendSession session, String userId, String clientId)
      throws SQLException {
    try (Query query = session.query(LOCK)) {
      query.text(userId).text(clientId).next();
    }
  }

  /**
   * A request as it was received.
   *
   * @param requestDigest SHA-256 of its octets
   * @param response the stored answer, when the same octets were accepted before
   */
  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  public record Seen(byte[] requestDigest, Optional<byte[]> response) {}

  /**
   * Looks whether a request comes again octet for octet. It was accepted once, and what made it so
   * lies in its octets alone, so it need not be read to be recognized; nor need it wait for other
   * pushes, since an answer that is there stays what it is.
   *
   * @param hint where the answer may lie
   */
  public static Seen seen(
      BackendSession session, String userId, Optional<BatchHint> hint, byte[] request)
      throws SQLException {
    try (Query query = session.query(SEEN)) {
      query.text(userId);
      query.text(hint.isEmpty() ? null : hint.get().clientId());
      query.text(hint.isEmpty() ? null : hint.get().batchId());
      query.octets(request).one();
      return new Seen(query.octetsAt(1), Optional.ofNullable(query.octetsAt(2)));
    }
  }

  /** Reads what a push must know, in one snapshot; without a batch id only who calls. */
  public static Facts facts(
      BackendSession session,
      String userId,
      String clientId,
      Optional<String> batchId,
      Collection<String> mutationIds)
      throws SQLException {
    try (Query query = session.query(FACTS)) {
      query
          .text(userId)
          .text(clientId)
          .text("{}")
          .text(batchId.orElse(null))
          .text(ArrayText.of(mutationIds))
          .one();
      int at = CallHead.WIDTH;
      byte[] fingerprint = query.octetsAt(at + 2);
      return new Facts(
          CallHead.read(query),
          query.textAt(at + 1),
          fingerprint == null
              ? Optional.empty()
              : Optional.of(new Replay(fingerprint, query.octetsAt(at + 3))),
          known(query.octetsAt(at + 4)));
    }
  }

  private static Map<String, Known> known(byte[] json) {
    Map<String, Known> known = new HashMap<>();
    for (List<JsonValue> row : rows(json)) {
      known.put(
          text(row.get(0)),
          new Known(
              text(row.get(1)),
              ((JsonBoolean) row.get(2)).value(),
              CanonicalJson.write(row.get(3))));
    }
    return known;
  }

  /** Those of the table ids that stand in some manifest. */
  public static Set<String> everPublished(BackendSession session, Collection<String> tableIds)
      throws SQLException {
    try (Query query = session.query(KNOWN_TABLES)) {
      String json = query.text(ArrayText.of(tableIds)).one().textAt(1);
      Set<String> known = new HashSet<>();
      if (json != null) {
        JsonValue parsed = JsonParser.parse(Utf8.encode(json), JsonLimits.DOCUMENT);
        for (JsonValue id : ((JsonArray) parsed).elements()) {
          known.add(text(id));
        }
      }
      return known;
    }
  }

  /**
   * A row identity to be looked up.
   *
   * @param key typed value, the tail of the identity
   */
  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  public record Identity(int relation, byte[] key) {}

  /**
   * What is known of an identity without a row.
   *
   * @param projectedVersion the version the projection has of it
   * @param fence whether that is the version of its deletion already
   * @param pushedVersion the version of the newest applied mutation of it
   */
  public record Deletion(
      Optional<String> projectedVersion, boolean fence, Optional<String> pushedVersion) {}

  /** What is known of identities without a row, by their place in the list. */
  public static Map<Integer, Deletion> deletions(BackendSession session, List<Identity> identities)
      throws SQLException {
    JsonWriter writer = new JsonWriter().beginArray();
    for (int i = 0; i < identities.size(); i++) {
      Identity identity = identities.get(i);
      writer.beginObject().name("key").hex(identity.key()).name("n").number(i);
      writer.name("relation").number(identity.relation()).endObject();
    }
    try (Query query = session.query(DELETIONS)) {
      query.text(Utf8.decode(writer.endArray().toByteArray())).one();
      String json = query.textAt(1);
      Map<Integer, Deletion> deletions = new HashMap<>();
      for (List<JsonValue> row : rows(json == null ? null : Utf8.encode(json))) {
        deletions.put(
            (int) number(row.get(0)),
            new Deletion(
                optionalText(row.get(2)),
                !row.get(1).isNull() && number(row.get(1)) == 2,
                optionalText(row.get(3))));
      }
      return deletions;
    }
  }

  /**
   * Takes locks that stand for rows which are not there yet, until the end of the transaction and
   * in one order for all pushes.
   */
  public static void lock(BackendSession session, Collection<String> names) throws SQLException {
    try (Query query = session.query(LOCK_NAMES)) {
      query.text(ArrayText.of(names)).one();
    }
  }

  /** Sets, locally to the transaction, which mutation of the same user the next write is. */
  public static void mutation(BackendSession session, String mutationId) throws SQLException {
    try (Query query = session.query(MUTATION)) {
      query.text(mutationId).one();
    }
  }

  /** Sets, locally to the transaction, whose mutation the next write is; empty for nobody's. */
  public static void context(
      BackendSession session, String userId, String clientId, String mutationId)
      throws SQLException {
    try (Query query = session.query(CONTEXT)) {
      query.text(userId).text(clientId).text(mutationId).one();
    }
  }

  /**
   * A mutation to be recorded.
   *
   * @param fingerprinted what its fingerprint is the digest of
   * @param identity absent when the mutation names no row that could be
   * @param version the version its outcome names
   * @param outcome canonical text
   */
  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  public record Recorded(
      String mutationId,
      byte[] fingerprinted,
      Optional<Identity> identity,
      String status,
      Optional<String> version,
      byte[] outcome) {}

  /**
   * Records an executed push: batch, mutations, epoch and the message that tells capture of it.
   *
   * @param fingerprinted what the fingerprint of the batch is the digest of
   * @param requestDigest see {@link Seen}
   * @param wrote whether at least one source write remains
   */
  public static void record(
      BackendSession session,
      ClientFacts client,
      String batchId,
      byte[] fingerprinted,
      byte[] requestDigest,
      byte[] response,
      boolean wrote,
      List<Recorded> mutations)
      throws SQLException {
    try (Query query = session.query(RECORD)) {
      query
          .number(client.clientPk())
          .truth(wrote)
          .number(client.clientPk())
          .text(batchId)
          .octets(fingerprinted)
          .octets(requestDigest)
          .octets(response)
          .number(client.clientPk())
          .text(batchId);
      bind(query, mutations);
      query.one();
    }
  }

  /**
   * Of each mutation first what is octets, all in one piece: what is fingerprinted, the key if
   * there is one, the outcome. Then arrays of the short values, and of where the octets lie.
   */
  private static void bind(Query query, List<Recorded> mutations) throws SQLException {
    Octets octets = new Octets();
    List<String> first = new ArrayList<>(mutations.size());
    for (Recorded mutation : mutations) {
      first.add(Integer.toString(octets.length() + 1));
      octets.raw(mutation.fingerprinted());
      mutation.identity().ifPresent(row -> octets.raw(row.key()));
      octets.raw(mutation.outcome());
    }
    query.octets(octets.toByteArray());
    each(query, mutations, Recorded::mutationId);
    each(query, mutations, one -> one.identity().map(row -> text(row.relation())).orElse(null));
    each(query, mutations, Recorded::status);
    each(query, mutations, one -> one.version().orElse(null));
    query.text(ArrayText.of(first));
    each(query, mutations, one -> text(one.fingerprinted().length));
    each(query, mutations, one -> one.identity().map(row -> text(row.key().length)).orElse(null));
    each(query, mutations, one -> text(one.outcome().length));
  }

  private static String text(int number) {
    return Integer.toString(number);
  }

  private static void each(Query query, List<Recorded> mutations, Function<Recorded, String> value)
      throws SQLException {
    List<String> values = new ArrayList<>(mutations.size());
    for (Recorded mutation : mutations) {
      values.add(value.apply(mutation));
    }
    query.text(ArrayText.of(values));
  }

  private static List<List<JsonValue>> rows(byte[] json) {
    List<List<JsonValue>> rows = new ArrayList<>();
    if (json != null) {
      JsonValue parsed = JsonParser.parse(json, JsonLimits.DOCUMENT);
      for (JsonValue row : ((JsonArray) parsed).elements()) {
        rows.add(((JsonArray) row).elements());
      }
    }
    return rows;
  }

  private static String text(JsonValue value) {
    return ((JsonString) value).value();
  }

  private static Optional<String> optionalText(JsonValue value) {
    return value.isNull() ? Optional.empty() : Optional.of(text(value));
  }

  private static long number(JsonValue value) {
    return Long.parseLong(((JsonNumber) value).text());
  }
}
