package dev.synchro.backend.table;

import dev.synchro.backend.decide.ClientFacts;
import dev.synchro.backend.decide.RebuildSession;
import dev.synchro.backend.decide.ScopeFacts;
import dev.synchro.backend.decide.StoredPosition;
import dev.synchro.backend.decide.StreamFacts;
import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.Query;
import dev.synchro.core.message.RebuildRequest;
import dev.synchro.sqlgen.Language;
import dev.synchro.sqlgen.Parameter;
import dev.synchro.sqlgen.Setting;
import dev.synchro.sqlgen.SettingsProfile;
import dev.synchro.sqlgen.SqlRoutine;
import dev.synchro.sqlgen.Volatility;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalLong;

/** What rebuild reads and writes. Contract 5.6. */
@SettingsProfile(
    name = "whole_scope",
    settings = {
      @Setting(name = "enable_indexscan", value = "off"),
      @Setting(name = "enable_seqscan", value = "off"),
      @Setting(name = "work_mem", value = "16MB")
    })
// Entries lie in the order of their effects. They are read in the order they lie in, by a bitmap,
// and sorted in bounded memory; along the index, each would cost a page of its own.
@SqlRoutine(
    name = "listed_members",
    comment = "Images of the members of a scope in row identity order, at most 1000 in a row",
    parameters = @Parameter(name = "p_scope_pk", type = "bigint"),
    returns = "bigint[]",
    setOf = true,
    language = Language.SQL,
    volatility = Volatility.STABLE,
    profile = "whole_scope",
    // All keys of a relation begin with the same two octets, its type's; a sort first compares the
    // eight octets after them.
    body =
        "SELECT array_agg(m.image_id ORDER BY m.n) FROM (SELECT r.relation, rank() OVER"
            + " (ORDER BY r.identity_head) AS place FROM synchro.relation AS r"
            + " WHERE r.identity_head IS NOT NULL) AS r CROSS JOIN LATERAL (SELECT e.image_id,"
            + " row_number() OVER (ORDER BY substring(e.key, 3)) - 1 AS n"
            + " FROM synchro.scope_entry AS e WHERE e.scope_pk = p_scope_pk"
            + " AND e.relation = r.relation AND e.present OFFSET 0) AS m"
            + " GROUP BY r.place, m.n / "
            + RebuildQueries.CHUNK_ROWS
            + " ORDER BY r.place, m.n / "
            + RebuildQueries.CHUNK_ROWS)
public final class RebuildQueries {
  /** Rows of one stored chunk; a page of the greatest limit needs at most two. */
  static final String CHUNK_ROWS = "1000";

  /** How long a snapshot serves new sessions; it is kept as long as the last of them. */
  private static final String SHARED = "interval '1 hour'";

  private static final String SESSION_COLUMNS =
      "n.session_id::text, n.scope_id, coalesce(n.snapshot_id, 0), n.commit_lsn::text,"
          + " n.cardinality, n.digest, n.page_limit::bigint, n.client_generation,"
          + " n.accepted_write_epoch, n.schema_version, n.membership_generation,"
          + " n.retention_generation, n.stream_generation, n.continuation_key_id,"
          + " n.cursor_key_id, "
          + "to_char(n.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"'), "
          + "to_char(n.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"'), "
          + "n.expires_at <= clock_timestamp()";

  private static final String FACTS =
      "WITH "
          + CallHead.EXPRESSION
          + " SELECT "
          + CallHead.COLUMNS
          + ", coalesce(s.assigned, false), "
          + ScopeColumns.COLUMNS
          + ", "
          + SESSION_COLUMNS
          + " FROM head CROSS JOIN (SELECT ?::text AS scope_id, ?::text AS rebuild_id) AS wanted"
          + " LEFT JOIN synchro.client_scope AS s ON s.client_pk = head.client_pk"
          + " AND s.scope_id = wanted.scope_id"
          + " LEFT JOIN synchro.scope AS z ON z.scope_id = wanted.scope_id"
          + " LEFT JOIN synchro.rebuild_session AS n ON n.client_pk = head.client_pk"
          + " AND n.rebuild_id = wanted.rebuild_id::uuid";

  /**
   * Makes a session and, when no snapshot of the same content is young enough, its snapshot, all
   * seeing one boundary. The session comes first: who finds its id taken has waited for the other
   * call, and lists no rows.
   */
  private static final String CREATE =
      "WITH p AS MATERIALIZED (SELECT p.stream_generation, p.schema_version,"
          + " p.materialized_lsn FROM synchro.progress AS p WHERE p.singleton),"
          + " z AS MATERIALIZED (SELECT z.scope_pk, z.cardinality, z.digest,"
          + " z.membership_generation, z.retention_generation FROM synchro.scope AS z"
          + " WHERE z.scope_id = ?),"
          + " old AS MATERIALIZED (SELECT o.snapshot_id FROM synchro.rebuild_snapshot AS o"
          + " JOIN z ON o.scope_pk = z.scope_pk AND o.digest = z.digest"
          + " JOIN p ON o.schema_version = p.schema_version"
          + " WHERE o.created_at > now() - "
          + SHARED
          + " ORDER BY o.created_at DESC LIMIT 1),"
          + " made AS (INSERT INTO synchro.rebuild_snapshot (scope_pk, schema_version, cardinality,"
          + " digest) SELECT z.scope_pk, p.schema_version, z.cardinality, z.digest FROM z"
          + " CROSS JOIN p WHERE z.cardinality > 0 AND NOT EXISTS (SELECT FROM old)"
          + " RETURNING snapshot_id, scope_pk),"
          + " n AS (INSERT INTO synchro.rebuild_session AS n (client_pk, rebuild_id, scope_id,"
          + " snapshot_id, commit_lsn, cardinality, digest, page_limit, client_generation,"
          + " accepted_write_epoch, schema_version, membership_generation, retention_generation,"
          + " stream_generation, continuation_key_id, cursor_key_id, created_at, expires_at)"
          + " SELECT ?::bigint, ?::uuid, a.scope_id, coalesce((SELECT made.snapshot_id FROM made),"
          + " (SELECT old.snapshot_id FROM old)), p.materialized_lsn, coalesce(z.cardinality, 0),"
          + " coalesce(z.digest, ?), ?::integer, ?::bigint, ?::bigint, p.schema_version,"
          + " coalesce(z.membership_generation, 1), coalesce(z.retention_generation, 1),"
          + " p.stream_generation, ?, ?, a.now, a.now + interval '24 hours'"
          + " FROM p CROSS JOIN (SELECT ?::text AS scope_id, clock_timestamp() AS now) AS a"
          + " LEFT JOIN z ON true ON CONFLICT (client_pk, rebuild_id) DO NOTHING RETURNING n.*),"
          + " chunk AS (INSERT INTO synchro.rebuild_chunk (snapshot_id, first_ordinal, image_ids)"
          + " SELECT made.snapshot_id, sum(cardinality(part.image_ids)) OVER (ORDER BY part.place)"
          + " - cardinality(part.image_ids), part.image_ids FROM n"
          + " JOIN made ON made.snapshot_id = n.snapshot_id CROSS JOIN LATERAL"
          + " synchro.listed_members(made.scope_pk) WITH ORDINALITY AS part (image_ids, place)"
          + " RETURNING cardinality(image_ids) AS members)"
          + " SELECT "
          + SESSION_COLUMNS
          + ", EXISTS (SELECT FROM made),"
          + " coalesce((SELECT sum(chunk.members) FROM chunk), 0)::bigint,"
          + " EXISTS (SELECT FROM synchro.poison AS b WHERE b.state = 'active'),"
          + " (SELECT k.materialized_write_epoch FROM synchro.client_capture AS k"
          + " WHERE k.client_pk = n.client_pk) FROM n";

  /** A page of a snapshot: the chunks it lies in, row by row in their order. */
  private static final String PAGE =
      "WITH "
          + RelationTexts.NAMED
          + " SELECT count(page.text), convert_to(string_agg(page.text, ','), 'UTF8')"
          + " FROM (SELECT "
          + RecordText.withRow(
              ofRelation("records"),
              RecordText.keyOfRow("k.rest", "(i.stored -> " + ofRelation("fields") + ")::text"),
              "i.row",
              "i.row_digest",
              "'"
                  + RecordText.CHECKSUM_END
                  + ",\"server_version\":\"' || i.server_version || "
                  + ofRelation("tables"))
          + " AS text"
          + " FROM (SELECT i.image_id, part.first_ordinal + i.n - 1 AS n"
          + " FROM synchro.rebuild_chunk AS part CROSS JOIN LATERAL"
          + " unnest(part.image_ids) WITH ORDINALITY AS i (image_id, n)"
          + " WHERE part.snapshot_id = ?::bigint AND part.first_ordinal > ?::bigint - "
          + CHUNK_ROWS
          + " AND part.first_ordinal < ?::bigint AND part.first_ordinal + i.n > ?::bigint"
          + " AND part.first_ordinal + i.n <= ?::bigint ORDER BY n OFFSET 0) AS wanted"
          // OFFSET has each image looked up by itself, whatever is known of the table's size.
          + " CROSS JOIN LATERAL (SELECT i.relation, i.row AS stored, i.row::text AS row,"
          + " i.row_digest, i.server_version FROM synchro.row_image AS i"
          + " WHERE i.image_id = wanted.image_id OFFSET 0) AS i"
          + " CROSS JOIN LATERAL (SELECT split_part(i.row, "
          + ofRelation("names")
          + ", 2) AS rest OFFSET 0) AS k"
          + " ORDER BY wanted.n OFFSET 0) AS page";

  private RebuildQueries() {}

  private static String ofRelation(String array) {
    return RelationTexts.of("i.relation", array);
  }

  /**
   * What a rebuild must know.
   *
   * @param assigned whether the scope is assigned to the client
   * @param scope what is stored of it
   * @param session the session of the rebuild id, if there is one
   */
  public record Facts(
      CallHead head,
      boolean assigned,
      Optional<ScopeFacts> scope,
      Optional<RebuildSession> session) {}

  /**
   * Reads what a rebuild must know, in one snapshot.
   *
   * @param request absent when it was refused, but who calls must be known first
   */
  public static Facts facts(
      BackendSession session, String userId, String clientId, Optional<RebuildRequest> request)
      throws SQLException {
    try (Query query = session.query(FACTS)) {
      query.text(userId).text(clientId).text("{incremental_cursor,rebuild_cursor}");
      query.text(request.map(RebuildRequest::scope).orElse(null));
      query.text(request.map(RebuildRequest::rebuildId).orElse(null)).one();
      CallHead head = CallHead.read(query);
      int at = CallHead.WIDTH;
      if (request.isEmpty() || head.stream().isEmpty()) {
        return new Facts(head, false, Optional.empty(), Optional.empty());
      }
      boolean assigned = query.truthAt(at + 1);
      ScopeFacts scope =
          ScopeColumns.read(query, at + 2, request.get().scope(), head.stream().get().schema());
      at += 2 + ScopeColumns.WIDTH;
      Optional<RebuildSession> stored =
          query.textAt(at) == null ? Optional.empty() : Optional.of(session(query, at));
      return new Facts(head, assigned, Optional.of(scope), stored);
    }
  }

  private static RebuildSession session(Query row, int at) throws SQLException {
    long snapshotId = row.numberAt(at + 2);
    return new RebuildSession(
        row.textAt(at),
        row.textAt(at + 1),
        snapshotId == 0 ? OptionalLong.empty() : OptionalLong.of(snapshotId),
        StoredPosition.boundary(row.textAt(at + 3)).position(),
        row.numberAt(at + 4),
        row.octetsAt(at + 5),
        (int) row.numberAt(at + 6),
        row.numberAt(at + 7),
        row.numberAt(at + 8),
        row.numberAt(at + 9),
        row.numberAt(at + 10),
        row.numberAt(at + 11),
        row.numberAt(at + 12),
        row.textAt(at + 13),
        row.textAt(at + 14),
        row.textAt(at + 15),
        row.textAt(at + 16),
        row.truthAt(at + 17));
  }

  /**
   * A session just made.
   *
   * @param complete whether the snapshot has as many rows as the scope says
   * @param blocked whether a poison was active
   * @param materializedEpoch of the client
   */
  public record Made(
      RebuildSession session, boolean complete, boolean blocked, long materializedEpoch) {}

  /** Makes a session at the boundary of this moment; empty when the rebuild id was just taken. */
  public static Optional<Made> create(
      BackendSession session,
      ClientFacts client,
      StreamFacts stream,
      RebuildRequest request,
      String continuationKeyId,
      String cursorKeyId)
      throws SQLException {
    try (Query query = session.query(CREATE)) {
      query
          .text(request.scope())
          .number(client.clientPk())
          .text(request.rebuildId())
          .octets(ScopeColumns.emptyDigest(stream.schema(), request.scope()))
          .number(request.limit())
          .number(client.generation())
          .number(client.acceptedEpoch())
          .text(continuationKeyId)
          .text(cursorKeyId)
          .text(request.scope());
      if (!query.next()) {
        return Optional.empty();
      }
      RebuildSession made = session(query, 1);
      boolean newSnapshot = query.truthAt(19);
      boolean complete = !newSnapshot || query.numberAt(20) == made.cardinality();
      return Optional.of(new Made(made, complete, query.truthAt(21), query.numberAt(22)));
    }
  }

  /**
   * The records from one ordinal on, canonical and separated by commas.
   *
   * @throws IntegrityFailure when a listed row is gone
   */
  public static byte[] page(BackendSession session, long snapshotId, long from, long to)
      throws SQLException {
    try (Query query = session.query(PAGE)) {
      query.number(snapshotId).number(from).number(to).number(from).number(to).one();
      if (query.numberAt(1) != to - from) {
        throw new IntegrityFailure();
      }
      return query.octetsAt(2);
    }
  }
}
