package dev.synchro.backend.table;

import dev.synchro.backend.decide.ClientFacts;
import dev.synchro.backend.decide.StoredPosition;
import dev.synchro.backend.decide.StreamFacts;
import dev.synchro.backend.session.Query;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.schema.SchemaReference;
import java.sql.SQLException;
import java.util.Optional;

/**
 * What every call must know first: who calls, up to where capture has come, and which keys sign.
 * Read by one part of a statement, so that it shares the snapshot of whatever else that statement
 * reads.
 *
 * @param client the identity, when it is known
 * @param stream absent until a manifest is published
 * @param keys token keys as {@code id:state:secret in hex}, separated by commas
 */
public record CallHead(Optional<ClientFacts> client, Optional<StreamFacts> stream, String keys) {
  /** Number of columns that {@link #read} reads. */
  static final int WIDTH = 14;

  /**
   * A common table expression {@code head} of one row. Parameters: user id, client id, purposes of
   * the keys.
   */
  static final String EXPRESSION =
      "head AS MATERIALIZED (SELECT coalesce(c.client_pk, 0) AS client_pk,"
          + " coalesce(c.client_generation, 0) AS client_generation,"
          + " coalesce(c.generation_expired, false) AS generation_expired,"
          + " coalesce(c.scope_set_version, 0) AS scope_set_version,"
          + " coalesce(c.accepted_write_epoch, 0) AS accepted_write_epoch,"
          + " coalesce(k.materialized_write_epoch, 0) AS materialized_write_epoch,"
          + " c.retired_at IS NOT NULL AS retired,"
          + " coalesce(p.stream_generation, 0) AS stream_generation,"
          + " coalesce(p.registry_generation, 0) AS registry_generation,"
          + " p.materialized_lsn, caller.user_id,"
          + " coalesce(m.schema_version, 0) AS schema_version, m.schema_hash,"
          + " EXISTS (SELECT FROM synchro.poison AS b WHERE b.state = 'active') AS blocked,"
          + " (SELECT string_agg(concat_ws(':', t.key_id, t.state, encode(t.secret, 'hex')), ',')"
          + " FROM synchro.token_key AS t WHERE t.purpose = ANY (caller.purposes)) AS keys"
          + " FROM (SELECT ?::text AS user_id, ?::text AS client_id, ?::text[] AS purposes)"
          + " AS caller"
          + " LEFT JOIN synchro.client AS c"
          + " ON c.user_id = caller.user_id AND c.client_id = caller.client_id"
          + " LEFT JOIN synchro.client_capture AS k ON k.client_pk = c.client_pk"
          + " LEFT JOIN synchro.progress AS p ON p.singleton"
          + " LEFT JOIN synchro.schema_manifest AS m ON m.schema_version = p.schema_version)";

  /** The columns of {@code head} in the order in which they are read. */
  static final String COLUMNS =
      "head.client_pk, head.client_generation, head.generation_expired, head.scope_set_version,"
          + " head.accepted_write_epoch, head.materialized_write_epoch, head.retired,"
          + " head.stream_generation, head.registry_generation, head.materialized_lsn::text,"
          + " head.schema_version, head.schema_hash, head.blocked, head.keys";

  /**
   * The same columns but the keys, when only a known caller matters: a statement without row means
   * that there is none. Fewer and smaller steps than {@link #EXPRESSION}, and it is such steps that
   * a short call consists of.
   */
  static final String KNOWN_COLUMNS =
      "c.client_pk, c.client_generation, c.generation_expired, c.scope_set_version,"
          + " c.accepted_write_epoch, k.materialized_write_epoch, c.retired_at IS NOT NULL,"
          + " coalesce(p.stream_generation, 0), coalesce(p.registry_generation, 0),"
          + " p.materialized_lsn::text, coalesce(m.schema_version, 0), m.schema_hash,"
          + " EXISTS (SELECT FROM synchro.poison AS b WHERE b.state = 'active')";

  /** Number of columns of {@link #KNOWN_COLUMNS}. */
  static final int KNOWN_WIDTH = 13;

  /** Where they come from. */
  static final String KNOWN_TABLES =
      " FROM synchro.client AS c JOIN synchro.client_capture AS k ON k.client_pk = c.client_pk"
          + " LEFT JOIN synchro.progress AS p ON p.singleton"
          + " LEFT JOIN synchro.schema_manifest AS m ON m.schema_version = p.schema_version";

  /** Whose they are. Parameters: user id, client id. */
  static final String KNOWN_CALLER = " WHERE c.user_id = ? AND c.client_id = ?";

  /** The head of a statement that found no caller. */
  static CallHead ofNobody() {
    return new CallHead(Optional.empty(), Optional.empty(), null);
  }

  /** Reads the columns, which come first in the row. */
  static CallHead read(Query row) throws SQLException {
    return new CallHead(client(row), stream(row), row.textAt(14));
  }

  /** Reads the columns of {@link #KNOWN_COLUMNS}, which come first in the row. */
  static CallHead readKnown(Query row) throws SQLException {
    return new CallHead(client(row), stream(row), null);
  }

  private static Optional<ClientFacts> client(Query row) throws SQLException {
    long clientPk = row.numberAt(1);
    if (clientPk == 0) {
      return Optional.empty();
    }
    return Optional.of(
        new ClientFacts(
            clientPk,
            row.numberAt(2),
            row.truthAt(3),
            row.numberAt(4),
            row.numberAt(5),
            row.numberAt(6),
            row.truthAt(7)));
  }

  private static Optional<StreamFacts> stream(Query row) throws SQLException {
    long schemaVersion = row.numberAt(11);
    if (schemaVersion == 0) {
      return Optional.empty();
    }
    SchemaHash hash = SchemaHash.of(row.octetsAt(12));
    return Optional.of(
        new StreamFacts(
            row.numberAt(8),
            row.numberAt(9),
            StoredPosition.boundary(row.textAt(10)).position(),
            new SchemaReference(schemaVersion, hash),
            row.truthAt(13)));
  }
}
