package dev.synchro.client;

import dev.synchro.core.schema.SchemaManifest;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Manifests, each kept for ever under its hash, and the numbers of the tables they name. */
final class SchemaStore {

  /** A numbered table: constant head of the identities of its rows. */
  static final class Relation {
    private final int number;
    private final byte[] head;

    private Relation(int number, byte[] head) {
      this.number = number;
      this.head = head;
    }

    int number() {
      return number;
    }

    byte[] head() {
      return head;
    }
  }

  private final LocalDatabase database;
  private final Map<String, Catalog> catalogs = new HashMap<>();

  SchemaStore(LocalDatabase database) {
    this.database = database;
  }

  /** The catalog of a manifest that was once installed. */
  Optional<Catalog> find(String hash) {
    Catalog known = catalogs.get(hash);
    if (known != null) {
      return Optional.of(known);
    }
    Optional<Catalog> read =
        database
            .first(
                "SELECT manifest FROM _synchro_schema WHERE schema_hash = ?",
                row -> row.getString(1),
                hash)
            .map(text -> SchemaManifest.parse(text.getBytes(StandardCharsets.UTF_8)))
            .map(manifest -> new Catalog(manifest, this::relationOf));
    read.ifPresent(catalog -> catalogs.put(hash, catalog));
    return read;
  }

  Catalog require(String what, String hash) {
    return find(hash)
        .orElseThrow(() -> new ContractFault(what + " names a schema that was never installed"));
  }

  /** Keeps a manifest and numbers its tables; inside the transaction that installs it. */
  Catalog add(SchemaManifest manifest) {
    manifest.tables().forEach(table -> number(LocalTableIdentity.of(table)));
    database.change(
        "INSERT OR IGNORE INTO _synchro_schema (schema_hash, schema_version, manifest)"
            + " VALUES (?, ?, ?)",
        manifest.hash().hex(),
        manifest.version(),
        new String(manifest.published(), StandardCharsets.UTF_8));
    return new Catalog(manifest, this::relationOf);
  }

  private void number(LocalTableIdentity table) {
    database.change(
        "INSERT OR IGNORE INTO _synchro_relation (table_id, identity_head) VALUES (?, ?)",
        table.tableId(),
        table.head());
  }

  private int relationOf(LocalTableIdentity table) {
    return (int)
        database.count(
            "SELECT relation FROM _synchro_relation WHERE table_id = ?", table.tableId());
  }

  /** Every numbered table in the order of identities. */
  List<Relation> relationsInIdentityOrder() {
    return database.list(
        "SELECT relation, identity_head FROM _synchro_relation ORDER BY identity_head",
        row -> new Relation(row.getInt(1), row.getBytes(2)));
  }
}
