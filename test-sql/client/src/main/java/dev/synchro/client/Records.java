package dev.synchro.client;

/** The durable records of one client over one database. Contract 6.3. */
final class Records {

  private final LocalDatabase database;
  private final ClientStore client;
  private final SchemaStore schemas;
  private final ScopeStore scopes;
  private final RowStore rows;
  private final MutationStore mutations;
  private final BatchStore batches;
  private final RebuildStore rebuilds;
  private final BackoffStore backoff;
  private final VisibleTables visible;
  private final ScopeVerifier verifier;

  Records(LocalDatabase database) {
    this.database = database;
    client = new ClientStore(database);
    schemas = new SchemaStore(database);
    scopes = new ScopeStore(database);
    rows = new RowStore(database);
    mutations = new MutationStore(database);
    batches = new BatchStore(database);
    rebuilds = new RebuildStore(database);
    backoff = new BackoffStore(database);
    visible = new VisibleTables(database, rows, mutations);
    verifier = new ScopeVerifier(database, schemas);
  }

  LocalDatabase database() {
    return database;
  }

  ClientStore client() {
    return client;
  }

  SchemaStore schemas() {
    return schemas;
  }

  ScopeStore scopes() {
    return scopes;
  }

  RowStore rows() {
    return rows;
  }

  MutationStore mutations() {
    return mutations;
  }

  BatchStore batches() {
    return batches;
  }

  RebuildStore rebuilds() {
    return rebuilds;
  }

  BackoffStore backoff() {
    return backoff;
  }

  VisibleTables visible() {
    return visible;
  }

  ScopeVerifier verifier() {
    return verifier;
  }

  /** The catalog in force; only after a connect has installed one. */
  Catalog catalog() {
    String hash =
        client
            .read()
            .schemaHash()
            .orElseThrow(() -> new LocalDatabaseFailure("no schema is installed yet"));
    return schemas.require("the local database", hash);
  }

  /**
   * Something has just let go of a row: it goes, unless a scope or an unresolved write keeps it.
   */
  void letGo(Catalog catalog, RowKey row) {
    if (rows.isHeld(row)) {
      rows.showHeld(row);
    } else {
      if (mutations.hasUnresolved(row)) {
        rows.keepAsOutcome(row);
      }
      rows.remove(row);
    }
    visible.refresh(catalog, row);
  }

  /** Takes a scope away with every row that nothing else keeps. */
  void removeScope(Catalog catalog, ScopeRecord scope) {
    rebuilds.discard(scope.number());
    java.util.List<RowKey> held = rows.heldBy(scope.number());
    rows.releaseAll(scope.number());
    scopes.remove(scope.number());
    held.forEach(row -> letGo(catalog, row));
  }
}
