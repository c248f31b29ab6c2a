package dev.synchro.client;

import dev.synchro.client.SchemaStore.Relation;
import dev.synchro.core.digest.ScopeDigest;

/** Scope digests over what the local database holds. ADR 005, "Scope digest". */
final class ScopeVerifier {

  private final LocalDatabase database;
  private final SchemaStore schemas;

  ScopeVerifier(LocalDatabase database, SchemaStore schemas) {
    this.database = database;
    this.schemas = schemas;
  }

  /** Digest of a scope over the digests with which its rows were verified. */
  byte[] digest(Catalog catalog, ScopeRecord scope) {
    return digest(catalog, scope, "_synchro_scope_row");
  }

  /** Digest of what a rebuild of the scope has staged. */
  byte[] stagedDigest(Catalog catalog, ScopeRecord scope) {
    return digest(catalog, scope, "_synchro_rebuild_row");
  }

  private byte[] digest(Catalog catalog, ScopeRecord scope, String table) {
    long cardinality =
        database.count("SELECT count(*) FROM " + table + " WHERE scope = ?", scope.number());
    ScopeDigest digest = ScopeDigest.start(catalog.hash(), scope.id(), cardinality);
    for (Relation relation : schemas.relationsInIdentityOrder()) {
      database.each(
          "SELECT key, row_digest FROM " + table + " WHERE scope = ? AND relation = ? ORDER BY key",
          row -> digest.add(relation.head(), row.getBytes(1), row.getBytes(2)),
          scope.number(),
          relation.number());
    }
    return digest.finish();
  }

  /**
   * Digest of a scope over its rows encoded anew, trusting no stored digest.
   *
   * @throws ContractFault when a stored row is not what its table's manifest says
   */
  byte[] digestFromContent(Catalog catalog, ScopeRecord scope) {
    long cardinality =
        database.count("SELECT count(*) FROM _synchro_scope_row WHERE scope = ?", scope.number());
    ScopeDigest digest = ScopeDigest.start(catalog.hash(), scope.id(), cardinality);
    for (Relation relation : schemas.relationsInIdentityOrder()) {
      catalog
          .findRelation(relation.number())
          .ifPresent(table -> addContent(digest, table, relation, scope));
    }
    return digest.finish();
  }

  private void addContent(
      ScopeDigest digest, LocalTable table, Relation relation, ScopeRecord scope) {
    database.each(
        "SELECT r.key, r.content, r.server_version FROM _synchro_scope_row s"
            + " JOIN _synchro_row r ON r.relation = s.relation AND r.key = s.key"
            + " WHERE s.scope = ? AND s.relation = ? ORDER BY s.key",
        row -> {
          VerifiedRow encoded =
              table.encode(
                  "the local database",
                  CanonicalText.parseObject(row.getString(2)),
                  row.getString(3));
          digest.add(relation.head(), row.getBytes(1), encoded.digest());
        },
        scope.number(),
        relation.number());
  }
}
