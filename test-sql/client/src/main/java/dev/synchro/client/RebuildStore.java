package dev.synchro.client;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** Durable attempts to rebuild scopes, with the rows staged until the last page is verified. */
final class RebuildStore {

  /** One attempt; an absent cursor asks for the first page. */
  record Attempt(String rebuildId, Optional<String> cursor, int pageLimit, String schemaHash) {}

  private final LocalDatabase database;

  RebuildStore(LocalDatabase database) {
    this.database = database;
  }

  Optional<Attempt> find(long scope) {
    return database.first(
        "SELECT rebuild_id, cursor, page_limit, schema_hash FROM _synchro_rebuild_attempt"
            + " WHERE scope = ?",
        RebuildStore::attempt,
        scope);
  }

  private static Attempt attempt(ResultSet row) throws SQLException {
    return new Attempt(
        row.getString(1), Optional.ofNullable(row.getString(2)), row.getInt(3), row.getString(4));
  }

  /** Starts over: whatever an earlier attempt staged is gone. */
  void start(long scope, String rebuildId, int pageLimit, String schemaHash) {
    discard(scope);
    database.change(
        "INSERT INTO _synchro_rebuild_attempt (scope, rebuild_id, page_limit, schema_hash)"
            + " VALUES (?, ?, ?, ?)",
        scope,
        rebuildId,
        pageLimit,
        schemaHash);
  }

  void stage(long scope, VerifiedRow row) {
    int added =
        database.change(
            "INSERT OR IGNORE INTO _synchro_rebuild_row"
                + " (scope, relation, key, content, server_version, row_digest)"
                + " VALUES (?, ?, ?, ?, ?, ?)",
            scope,
            row.key().relation(),
            row.key().key(),
            row.content(),
            row.serverVersion(),
            row.digest());
    if (added == 0) {
      throw new ContractFault("a rebuild delivers a row twice");
    }
  }

  void advance(long scope, String cursor) {
    database.change(
        "UPDATE _synchro_rebuild_attempt SET cursor = ? WHERE scope = ?", cursor, scope);
  }

  void discard(long scope) {
    database.change("DELETE FROM _synchro_rebuild_attempt WHERE scope = ?", scope);
    database.change("DELETE FROM _synchro_rebuild_row WHERE scope = ?", scope);
  }

  void discardAll() {
    database.change("DELETE FROM _synchro_rebuild_attempt");
    database.change("DELETE FROM _synchro_rebuild_row");
  }
}
