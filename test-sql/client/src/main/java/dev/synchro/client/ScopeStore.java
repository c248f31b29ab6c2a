package dev.synchro.client;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The assigned scopes with their cursors. */
final class ScopeStore {

  private static final String COLUMNS =
      "SELECT scope, scope_id, cursor, awaits_rebuild, digest, mismatches FROM _synchro_scope";

  private final LocalDatabase database;

  ScopeStore(LocalDatabase database) {
    this.database = database;
  }

  private static ScopeRecord record(ResultSet row) throws SQLException {
    return new ScopeRecord(
        row.getLong(1),
        row.getString(2),
        Optional.ofNullable(row.getString(3)),
        row.getBoolean(4),
        Optional.ofNullable(row.getString(5)),
        row.getInt(6));
  }

  /** Every assigned scope by id, in the order of ids. */
  Map<String, ScopeRecord> all() {
    Map<String, ScopeRecord> scopes = new TreeMap<>(ScopeIds.ORDER);
    List<ScopeRecord> records = database.list(COLUMNS, ScopeStore::record);
    records.forEach(scope -> scopes.put(scope.id(), scope));
    return scopes;
  }

  Optional<ScopeRecord> find(String id) {
    return database.first(COLUMNS + " WHERE scope_id = ?", ScopeStore::record, id);
  }

  Optional<ScopeRecord> firstAwaitingRebuild() {
    return all().values().stream().filter(ScopeRecord::awaitsRebuild).findFirst();
  }

  boolean anyAwaitsRebuild() {
    return database.count("SELECT count(*) FROM _synchro_scope WHERE awaits_rebuild = 1") > 0;
  }

  /** A scope that has just been assigned holds nothing and waits for its first rebuild. */
  void add(String id) {
    database.change("INSERT INTO _synchro_scope (scope_id, awaits_rebuild) VALUES (?, 1)", id);
  }

  void remove(long scope) {
    database.change("DELETE FROM _synchro_scope WHERE scope = ?", scope);
  }

  void advance(long scope, String cursor) {
    database.change("UPDATE _synchro_scope SET cursor = ? WHERE scope = ?", cursor, scope);
  }

  /** The cursor is worth nothing any more; what was held stays until the rebuild replaces it. */
  void invalidate(long scope) {
    database.change(
        "UPDATE _synchro_scope SET cursor = NULL, awaits_rebuild = 1, digest = NULL"
            + " WHERE scope = ?",
        scope);
  }

  /** The digest of what is held differs from the server's. */
  void mismatched(long scope) {
    invalidate(scope);
    database.change("UPDATE _synchro_scope SET mismatches = mismatches + 1 WHERE scope = ?", scope);
  }

  void touched(long scope) {
    database.change(
        "UPDATE _synchro_scope SET digest = NULL WHERE scope = ? AND digest IS NOT NULL", scope);
  }

  void verified(long scope, String digest) {
    database.change(
        "UPDATE _synchro_scope SET digest = ?, mismatches = 0 WHERE scope = ?", digest, scope);
  }

  void rebuilt(long scope, String cursor, String digest) {
    database.change(
        "UPDATE _synchro_scope SET cursor = ?, awaits_rebuild = 0, digest = ?, mismatches = 0"
            + " WHERE scope = ?",
        cursor,
        digest,
        scope);
  }

  /** A scope that came with a seed is complete; its receipt stands in for a cursor. */
  void seeded(long scope, String digest, String receipt) {
    database.change(
        "UPDATE _synchro_scope SET awaits_rebuild = 0, digest = ? WHERE scope = ?", digest, scope);
    database.change(
        "INSERT INTO _synchro_seed_receipt (scope, receipt) VALUES (?, ?)", scope, receipt);
  }

  /** Receipts that no connect has presented with success, by scope id. */
  Map<String, String> receipts() {
    Map<String, String> receipts = new TreeMap<>(ScopeIds.ORDER);
    database.each(
        "SELECT s.scope_id, r.receipt FROM _synchro_seed_receipt r JOIN _synchro_scope s"
            + " ON s.scope = r.scope",
        row -> receipts.put(row.getString(1), row.getString(2)));
    return receipts;
  }

  /** Receipts are worth something once; a scope that got no cursor for its own is rebuilt. */
  void receiptsSpent() {
    database.change("DELETE FROM _synchro_seed_receipt");
    database.change(
        "UPDATE _synchro_scope SET awaits_rebuild = 1, digest = NULL WHERE cursor IS NULL");
  }

  void forgetDigests() {
    database.change("UPDATE _synchro_scope SET digest = NULL");
  }
}
