package dev.synchro.backend.table;

import dev.synchro.backend.decide.ScopeFacts;
import dev.synchro.backend.decide.StoredPosition;
import dev.synchro.backend.session.Query;
import dev.synchro.core.digest.ScopeDigest;
import dev.synchro.core.position.Position;
import dev.synchro.core.schema.SchemaReference;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalLong;

/** The columns of a scope's record, as calls read them next to other things. */
final class ScopeColumns {
  /** Number of columns. */
  static final int WIDTH = 8;

  /** The columns of {@code z}, a scope that may not be stored. */
  static final String COLUMNS =
      "z.scope_pk, z.membership_generation, z.retention_generation, z.floor_lsn::text,"
          + " z.floor_event, z.floor_effect, z.cardinality, z.digest";

  private ScopeColumns() {}

  /**
   * Reads the columns.
   *
   * @param at place of the first one
   */
  static ScopeFacts read(Query row, int at, String scopeId, SchemaReference schema)
      throws SQLException {
    OptionalLong scopePk = row.optionalNumberAt(at);
    if (scopePk.isEmpty()) {
      return ScopeFacts.neverStored(scopeId, emptyDigest(schema, scopeId));
    }
    return new ScopeFacts(
        scopeId,
        scopePk,
        row.numberAt(at + 1),
        row.numberAt(at + 2),
        new StoredPosition(row.textAt(at + 3), row.numberAt(at + 4), row.numberAt(at + 5))
            .position(),
        row.numberAt(at + 6),
        row.octetsAt(at + 7));
  }

  /** Reads commit LSN, event ordinal and effect ordinal; absent when the LSN is NULL. */
  static Optional<Position> position(Query row, int at) throws SQLException {
    String lsn = row.textAt(at);
    return lsn == null
        ? Optional.empty()
        : Optional.of(
            new StoredPosition(lsn, row.numberAt(at + 1), row.numberAt(at + 2)).position());
  }

  /** The digest of a scope without rows. */
  static byte[] emptyDigest(SchemaReference schema, String scopeId) {
    return ScopeDigest.start(schema.hash(), scopeId, 0).finish();
  }
}
