package dev.synchro.client;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * Rows as the server delivered them, the scopes that hold them, and what push outcomes say beyond
 * them. The application's tables are made from these by {@link VisibleTables}.
 */
final class RowStore {

  private static final String ROW = " WHERE relation = ? AND key = ?";

  /** A delivered row, or what an outcome put over it. */
  record StoredRow(Optional<String> content, Optional<String> serverVersion) {}

  private final LocalDatabase database;

  RowStore(LocalDatabase database) {
    this.database = database;
  }

  private static RowKey key(ResultSet row) throws SQLException {
    return new RowKey(row.getInt(1), row.getBytes(2));
  }

  private static StoredRow stored(ResultSet row) throws SQLException {
    return new StoredRow(
        Optional.ofNullable(row.getString(1)), Optional.ofNullable(row.getString(2)));
  }

  Optional<StoredRow> delivered(RowKey row) {
    return database.first(
        "SELECT content, server_version FROM _synchro_row" + ROW,
        RowStore::stored,
        row.relation(),
        row.key());
  }

  Optional<StoredRow> outcome(RowKey row) {
    return database.first(
        "SELECT content, server_version FROM _synchro_outcome_row" + ROW,
        RowStore::stored,
        row.relation(),
        row.key());
  }

  /** What this client knows of a row without its own unresolved writes. */
  Optional<StoredRow> known(RowKey row) {
    return outcome(row).or(() -> delivered(row));
  }

  void put(VerifiedRow row) {
    database.change(
        "INSERT OR REPLACE INTO _synchro_row (relation, key, content, server_version, row_digest)"
            + " VALUES (?, ?, ?, ?, ?)",
        row.key().relation(),
        row.key().key(),
        row.content(),
        row.serverVersion(),
        row.digest());
  }

  void hold(long scope, RowKey row, byte[] digest) {
    database.change(
        "INSERT OR REPLACE INTO _synchro_scope_row (scope, relation, key, row_digest)"
            + " VALUES (?, ?, ?, ?)",
        scope,
        row.relation(),
        row.key(),
        digest);
  }

  /** False when the scope did not hold the row. */
  boolean release(long scope, RowKey row) {
    return database.change(
            "DELETE FROM _synchro_scope_row WHERE scope = ? AND relation = ? AND key = ?",
            scope,
            row.relation(),
            row.key())
        > 0;
  }

  boolean isHeld(RowKey row) {
    return database.count(
            "SELECT count(*) FROM _synchro_scope_row" + ROW, row.relation(), row.key())
        > 0;
  }

  void remove(RowKey row) {
    database.change("DELETE FROM _synchro_row" + ROW, row.relation(), row.key());
  }

  List<RowKey> heldBy(long scope) {
    return database.list(
        "SELECT relation, key FROM _synchro_scope_row WHERE scope = ?", RowStore::key, scope);
  }

  void releaseAll(long scope) {
    database.change("DELETE FROM _synchro_scope_row WHERE scope = ?", scope);
  }

  List<RowKey> all() {
    return database.list("SELECT relation, key FROM _synchro_row", RowStore::key);
  }

  /** Rows the scope holds that a verified rebuild of it does not. */
  List<RowKey> goneAfterRebuild(long scope) {
    return database.list(
        "SELECT relation, key FROM _synchro_scope_row WHERE scope = ?"
            + " EXCEPT SELECT relation, key FROM _synchro_rebuild_row WHERE scope = ?",
        RowStore::key,
        scope,
        scope);
  }

  List<RowKey> staged(long scope) {
    return database.list(
        "SELECT relation, key FROM _synchro_rebuild_row WHERE scope = ?", RowStore::key, scope);
  }

  /**
   * Makes the staged rows the content of the scope. A row that another healthy scope holds keeps
   * that scope's content, and the staged one beside it: which of the two is behind is not known
   * until the next pull brings it forward, or lets one of the scopes let go of the row.
   */
  void installStaged(long scope) {
    database.change(
        "INSERT OR REPLACE INTO _synchro_row (relation, key, content, server_version, row_digest)"
            + " SELECT relation, key, content, server_version, row_digest"
            + " FROM _synchro_rebuild_row AS staged WHERE scope = ? AND NOT EXISTS ("
            + "SELECT 1 FROM _synchro_scope_row AS held JOIN _synchro_scope AS other"
            + " ON other.scope = held.scope WHERE held.relation = staged.relation"
            + " AND held.key = staged.key AND held.scope <> staged.scope"
            + " AND other.awaits_rebuild = 0)",
        scope);
    releaseAll(scope);
    database.change(
        "INSERT INTO _synchro_scope_row (scope, relation, key, row_digest, content, server_version)"
            + " SELECT staged.scope, staged.relation, staged.key, staged.row_digest,"
            + " CASE WHEN seen.row_digest <> staged.row_digest THEN staged.content END,"
            + " CASE WHEN seen.row_digest <> staged.row_digest THEN staged.server_version END"
            + " FROM _synchro_rebuild_row AS staged JOIN _synchro_row AS seen"
            + " ON seen.relation = staged.relation AND seen.key = staged.key"
            + " WHERE staged.scope = ?",
        scope);
  }

  /** When the scope whose content a row shows has let go of it, another holder's content is it. */
  void showHeld(RowKey row) {
    database.change(
        "INSERT OR REPLACE INTO _synchro_row (relation, key, content, server_version, row_digest)"
            + " SELECT relation, key, content, server_version, row_digest"
            + " FROM _synchro_scope_row AS held"
            + ROW
            + " AND content IS NOT NULL AND NOT EXISTS (SELECT 1 FROM _synchro_scope_row AS other"
            + " JOIN _synchro_row AS seen ON seen.relation = other.relation"
            + " AND seen.key = other.key AND seen.row_digest = other.row_digest"
            + " WHERE other.relation = held.relation AND other.key = held.key) LIMIT 1",
        row.relation(),
        row.key());
  }

  /** Scopes that hold a row in another content than the one it shows. */
  List<Long> scopesApart() {
    return database.list(
        "SELECT DISTINCT scope FROM _synchro_scope_row WHERE content IS NOT NULL",
        found -> found.getLong(1));
  }

  /** Puts what an outcome says over the delivered row: a row, or that there is none. */
  void putOutcome(RowKey row, Optional<String> content, Optional<String> serverVersion) {
    database.change(
        "INSERT OR REPLACE INTO _synchro_outcome_row (relation, key, content, server_version)"
            + " VALUES (?, ?, ?, ?)",
        row.relation(),
        row.key(),
        content,
        serverVersion);
  }

  void dropOutcome(RowKey row) {
    database.change("DELETE FROM _synchro_outcome_row" + ROW, row.relation(), row.key());
  }

  List<RowKey> outcomeRows() {
    return database.list("SELECT relation, key FROM _synchro_outcome_row", RowStore::key);
  }

  /** A row whose scopes all let go of it while writes on it are unresolved stays visible. */
  void keepAsOutcome(RowKey row) {
    database.change(
        "INSERT OR IGNORE INTO _synchro_outcome_row (relation, key, content, server_version)"
            + " SELECT relation, key, content, server_version FROM _synchro_row"
            + ROW,
        row.relation(),
        row.key());
  }

  /** Gives a row and every hold on it the digest of another schema. */
  void recoded(VerifiedRow row) {
    put(row);
    database.change(
        "UPDATE _synchro_scope_row SET row_digest = ?, content = NULL, server_version = NULL" + ROW,
        row.digest(),
        row.key().relation(),
        row.key().key());
  }

  List<Long> scopesHolding(RowKey row) {
    return database.list(
        "SELECT scope FROM _synchro_scope_row" + ROW,
        found -> found.getLong(1),
        row.relation(),
        row.key());
  }

  void releaseEverywhere(RowKey row) {
    database.change("DELETE FROM _synchro_scope_row" + ROW, row.relation(), row.key());
  }
}
