package dev.synchro.backend.table;

import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.Query;
import dev.synchro.core.bytes.Hex;
import dev.synchro.core.digest.ScopeDigest;
import dev.synchro.core.membership.MembershipRules.RelationRules;
import dev.synchro.core.membership.MembershipSql;
import dev.synchro.core.registry.MembershipFunction;
import dev.synchro.core.schema.SchemaHash;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Compares the members of scopes with their rules, and makes them agree. Contract 4.4. */
public final class BackfillQueries {
  private static final int SUMMARY = 0;
  private static final int WANTED = 1;
  private static final int TOO_MANY = 2;
  private static final int JOINS = 3;
  private static final int INVALID = 5;

  private BackfillQueries() {}

  /**
   * Where everything stored stands.
   *
   * @param lsn commit LSN of the boundary, null at the start of the stream
   */
  public record Boundary(String lsn, SchemaHash schemaHash) {}

  /** A row that has to enter or leave a scope. */
  public static final class Difference {
    private final byte[] key;
    private final String scopeId;
    private final boolean joins;

    private Difference(byte[] key, String scopeId, boolean joins) {
      this.key = key;
      this.scopeId = scopeId;
      this.joins = joins;
    }

    /** The scope it enters or leaves. */
    public String scopeId() {
      return scopeId;
    }
  }

  /** What one batch of rows came to; no last key when there was no further row. */
  public record Batch(
      Optional<byte[]> lastKey,
      long rows,
      long members,
      boolean tooMany,
      boolean invalid,
      List<Difference> differences) {}

  /** Keeps materializations out until the end of the transaction; empty before the first one. */
  public static Optional<Boundary> lock(BackendSession session) throws SQLException {
    try (Query query =
        session.query(
            "SELECT p.materialized_lsn::text, m.schema_hash FROM synchro.progress p"
                + " JOIN synchro.schema_manifest m USING (schema_version) FOR UPDATE OF p")) {
      return query.next()
          ? Optional.of(new Boundary(query.textAt(1), SchemaHash.of(query.octetsAt(2))))
          : Optional.empty();
    }
  }

  /** Whether a membership function is still the one that was registered. */
  public static boolean isUnchanged(BackendSession session, MembershipFunction function)
      throws SQLException {
    try (Query query = session.query("SELECT synchro.function_facts(?::oid) ->> 'fingerprint'")) {
      return function.fingerprint().equals(query.number(function.oid()).one().textAt(1));
    }
  }

  /** The next live rows of a relation behind a key. */
  public static Batch next(
      BackendSession session, RelationRules rules, int fanout, byte[] after, long rows)
      throws SQLException {
    try (Query query = session.query(batchSql(rules, fanout))) {
      query.octets(after).number(rows);
      Optional<byte[]> last = Optional.empty();
      long counted = 0;
      long members = 0;
      boolean tooMany = false;
      boolean invalid = false;
      List<Difference> differences = new ArrayList<>();
      while (query.next()) {
        int kind = (int) query.numberAt(1);
        if (kind == SUMMARY) {
          last = Optional.ofNullable(query.octetsAt(2));
          counted = query.numberAt(4);
        } else if (kind == WANTED) {
          members = query.numberAt(4);
        } else if (kind == TOO_MANY) {
          tooMany = true;
        } else if (kind == INVALID) {
          invalid = true;
        } else {
          differences.add(new Difference(query.octetsAt(2), query.textAt(3), kind == JOINS));
        }
      }
      return new Batch(last, counted, members, tooMany, invalid, differences);
    }
  }

  private static String batchSql(RelationRules rules, int fanout) {
    String scopes =
        MembershipSql.scopes(
            rules, "(SELECT pg_catalog.array_agg(b.key ORDER BY b.key) FROM batch b)");
    return "WITH batch AS MATERIALIZED (SELECT h.key, h.scopes, pg_catalog.row_number() OVER"
        + " (ORDER BY h.key) AS place FROM synchro.row_head h WHERE h.relation = "
        + rules.relation().relation()
        + " AND h.state = 0 AND h.key > ? ORDER BY h.key LIMIT ?),"
        + " wanted AS MATERIALIZED (SELECT DISTINCT b.key, w.scope_id FROM ("
        + scopes
        + ") AS w (place, scope_id) JOIN batch b USING (place)),"
        + " had AS MATERIALIZED (SELECT b.key, s.scope_id FROM batch b CROSS JOIN LATERAL"
        + " pg_catalog.unnest(b.scopes) AS u (scope_pk) JOIN synchro.scope s USING (scope_pk))"
        + " SELECT 0, (SELECT b.key FROM batch b ORDER BY b.key DESC LIMIT 1), NULL::text,"
        + " (SELECT pg_catalog.count(*) FROM batch)"
        + " UNION ALL SELECT 1, NULL, NULL, pg_catalog.count(*) FROM wanted"
        + " UNION ALL SELECT 2, key, NULL, pg_catalog.count(*) FROM wanted GROUP BY key"
        + " HAVING pg_catalog.count(*) > "
        + fanout
        + " UNION ALL SELECT 5, NULL, NULL, 0 WHERE EXISTS (SELECT FROM wanted WHERE scope_id IS"
        + " NULL OR pg_catalog.octet_length(scope_id) NOT BETWEEN 1 AND 512)"
        + " UNION ALL SELECT 3, d.key, d.scope_id, 0 FROM (SELECT * FROM wanted EXCEPT"
        + " SELECT * FROM had) d"
        + " UNION ALL SELECT 4, d.key, d.scope_id, 0 FROM (SELECT * FROM had EXCEPT"
        + " SELECT * FROM wanted) d";
  }

  /** Makes the members of scopes agree with their rules, at the boundary. */
  public static void apply(
      BackendSession session, RelationRules rules, Boundary boundary, List<Difference> differences)
      throws SQLException {
    if (differences.isEmpty()) {
      return;
    }
    createScopes(session, boundary, differences);
    String changes = document(differences);
    try (Query query = session.query(applySql(rules))) {
      query.text(changes).text(boundary.lsn()).text(changes).next();
    }
  }

  private static String document(List<Difference> differences) {
    StringBuilder json = new StringBuilder("[");
    for (Difference difference : differences) {
      json.append(json.length() == 1 ? "" : ",")
          .append("[\"")
          .append(Hex.encode(difference.key))
          .append("\",\"")
          .append(Hex.encode(difference.scopeId().getBytes(StandardCharsets.UTF_8)))
          .append("\",")
          .append(difference.joins)
          .append(']');
    }
    return json.append(']').toString();
  }

  private static void createScopes(
      BackendSession session, Boundary boundary, List<Difference> differences) throws SQLException {
    Set<String> scopeIds = new TreeSet<>();
    differences.forEach(difference -> scopeIds.add(difference.scopeId()));
    try (Query query =
        session.query(
            "INSERT INTO synchro.scope (scope_id, digest) VALUES (?, ?)"
                + " ON CONFLICT (scope_id) DO NOTHING")) {
      for (String scopeId : scopeIds) {
        byte[] digest = ScopeDigest.start(boundary.schemaHash(), scopeId, 0).finish();
        query.again().text(scopeId).octets(digest).run();
      }
    }
  }

  private static String changesSql() {
    return "SELECT pg_catalog.decode(c ->> 0, 'hex') AS key, s.scope_pk,"
        + " (c ->> 2)::boolean AS joins FROM pg_catalog.json_array_elements(?::json) AS c"
        + " JOIN synchro.scope s ON s.scope_id ="
        + " pg_catalog.convert_from(pg_catalog.decode(c ->> 1, 'hex'), 'UTF8')";
  }

  /** Entries, then heads; the position is that of the boundary. Contract 1.2. */
  private static String applySql(RelationRules rules) {
    int relation = rules.relation().relation();
    return "WITH d AS MATERIALIZED ("
        + changesSql()
        + "), position AS (SELECT coalesce(l.lsn::pg_lsn, '0/0') AS lsn,"
        + " CASE WHEN l.lsn IS NULL THEN -1 ELSE 9223372036854775807 END AS event"
        + " FROM (VALUES (?)) AS l (lsn)), put AS ("
        + "INSERT INTO synchro.scope_entry AS e (scope_pk, relation, key, present, image_id,"
        + " row_digest, removal_version, commit_lsn, event_ordinal, effect_ordinal)"
        + " SELECT d.scope_pk, h.relation, h.key, d.joins,"
        + " CASE WHEN d.joins THEN h.image_id END, CASE WHEN d.joins THEN i.row_digest END,"
        + " CASE WHEN NOT d.joins THEN synchro.deletion_version(r.identity_head || h.key,"
        + " h.server_version) END, p.lsn, p.event, 0 FROM d CROSS JOIN position p"
        + " JOIN synchro.row_head h ON h.relation = "
        + relation
        + " AND h.key = d.key JOIN synchro.row_image i ON i.image_id = h.image_id"
        + " JOIN synchro.relation r ON r.relation = h.relation"
        + " ON CONFLICT (scope_pk, relation, key) DO UPDATE SET present = excluded.present,"
        + " image_id = excluded.image_id, row_digest = excluded.row_digest,"
        + " removal_version = excluded.removal_version, commit_lsn = excluded.commit_lsn,"
        + " event_ordinal = excluded.event_ordinal, effect_ordinal = excluded.effect_ordinal"
        + " RETURNING 1), counted AS (UPDATE synchro.scope s SET cardinality = s.cardinality"
        + " + n.joined FROM (SELECT d.scope_pk, pg_catalog.sum(CASE WHEN d.joins THEN 1 ELSE -1"
        + " END) AS joined FROM d GROUP BY d.scope_pk) n WHERE s.scope_pk = n.scope_pk"
        + " RETURNING 1), moved AS (UPDATE synchro.row_head h SET scopes = ARRAY("
        + "SELECT u.scope_pk FROM pg_catalog.unnest(h.scopes) AS u (scope_pk) WHERE NOT EXISTS"
        + " (SELECT FROM d WHERE d.key = h.key AND d.scope_pk = u.scope_pk) UNION SELECT"
        + " d.scope_pk FROM d WHERE d.key = h.key AND d.joins ORDER BY 1)"
        + " FROM (SELECT DISTINCT c.key FROM ("
        + changesSql()
        + ") AS c) AS n WHERE h.relation = "
        + relation
        + " AND h.key = n.key RETURNING 1)"
        + " SELECT (SELECT pg_catalog.count(*) FROM put) + (SELECT pg_catalog.count(*) FROM"
        + " counted) + (SELECT pg_catalog.count(*) FROM moved)";
  }

  /** Computes the digest of a changed scope and gives it a new membership generation. */
  public static void renew(BackendSession session, Boundary boundary, String scopeId)
      throws SQLException {
    byte[] digest;
    try (Query query =
        session.query(
            "SELECT s.cardinality, r.identity_head, e.key, e.row_digest FROM synchro.scope s"
                + " LEFT JOIN (synchro.scope_entry e JOIN synchro.relation r USING (relation))"
                + " ON e.scope_pk = s.scope_pk AND e.present WHERE s.scope_id = ?"
                + " ORDER BY r.identity_head, e.key")) {
      query.text(scopeId).one();
      ScopeDigest scope = ScopeDigest.start(boundary.schemaHash(), scopeId, query.numberAt(1));
      boolean more = query.octetsAt(3) != null;
      while (more) {
        scope.add(query.octetsAt(2), query.octetsAt(3), query.octetsAt(4));
        more = query.next();
      }
      digest = scope.finish();
    }
    try (Query query =
        session.query(
            "UPDATE synchro.scope SET digest = ?, membership_generation = membership_generation + 1"
                + " WHERE scope_id = ?")) {
      query.octets(digest).text(scopeId).run();
    }
  }
}
