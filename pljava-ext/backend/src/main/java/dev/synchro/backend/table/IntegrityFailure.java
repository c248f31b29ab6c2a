package dev.synchro.backend.table;

import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.Query;
import java.sql.SQLException;

/**
 * Stored state contradicts itself. Recorded by coordinates alone, and in the way of readiness until
 * an operator acts. Contract 5.7.
 */
public final class IntegrityFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final String RECORD =
      "INSERT INTO synchro.integrity_fault (code, relation_id, commit_lsn)"
          + " SELECT 'sync_integrity_failure', NULL, p.materialized_lsn"
          + " FROM (SELECT) AS one LEFT JOIN synchro.progress AS p ON p.singleton"
          + " WHERE NOT EXISTS (SELECT FROM synchro.integrity_fault AS f"
          + " WHERE f.cleared_at IS NULL)";

  public IntegrityFailure() {
    super("stored state contradicts itself", null, false, false);
  }

  /** Records the fault, unless one is open already. */
  public void record(BackendSession session) throws SQLException {
    try (Query query = session.query(RECORD)) {
      query.run();
    }
  }
}
