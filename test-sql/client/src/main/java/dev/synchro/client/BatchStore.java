package dev.synchro.client;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** Sealed batches: immutable before the first send, at most one of them unanswered. */
final class BatchStore {

  /**
   * One batch.
   *
   * @param request the exact text that was or will be sent
   * @param refused the server has answered that it did not and will not execute this batch
   */
  record Batch(String batchId, String request, String schemaHash, boolean refused) {}

  private final LocalDatabase database;

  BatchStore(LocalDatabase database) {
    this.database = database;
  }

  /** The batch whose mutations have no outcome yet. */
  Optional<Batch> open() {
    return database.first(
        "SELECT batch_id, request, schema_hash, state FROM _synchro_batch"
            + " WHERE state IN ('sealed', 'refused')",
        BatchStore::batch);
  }

  private static Batch batch(ResultSet row) throws SQLException {
    return new Batch(
        row.getString(1), row.getString(2), row.getString(3), row.getString(4).equals("refused"));
  }

  void seal(String batchId, String request, long clientGeneration, String schemaHash) {
    database.change(
        "INSERT INTO _synchro_batch (batch_id, request, client_generation, schema_hash, state)"
            + " VALUES (?, ?, ?, ?, 'sealed')",
        batchId,
        request,
        clientGeneration,
        schemaHash);
  }

  void answered(String batchId) {
    setState(batchId, "answered");
  }

  /** Not executed: its mutations go into a successor under their own ids. */
  void refused(String batchId) {
    setState(batchId, "refused");
  }

  void succeeded(String batchId) {
    setState(batchId, "succeeded");
  }

  private void setState(String batchId, String state) {
    database.change("UPDATE _synchro_batch SET state = ? WHERE batch_id = ?", state, batchId);
  }
}
