package dev.synchro.backend.table;

import dev.synchro.sqlgen.Check;
import dev.synchro.sqlgen.Column;
import dev.synchro.sqlgen.Immutability;
import dev.synchro.sqlgen.Privilege;
import dev.synchro.sqlgen.SqlTable;

/** The published schema manifests: body, hash and version in one immutable record. Contract 8.4. */
@SqlTable(
    name = "schema_manifest",
    comment = "Published schema manifests, never changed or removed",
    columns = {
      @Column(
          name = "schema_version",
          type = "bigint",
          primaryKey = true,
          check = "schema_version BETWEEN 1 AND 9007199254740991"),
      @Column(
          name = "schema_hash",
          type = "bytea",
          unique = true,
          check = "pg_catalog.octet_length(schema_hash) = 32"),
      @Column(name = "parent_version", type = "bigint", nullable = true),
      @Column(
          name = "transition_class",
          type = "text",
          check = "transition_class IN ('initial', 'class_2', 'class_3', 'class_4')"),
      @Column(name = "registry_generation", type = "bigint"),
      @Column(name = "affected_scopes", type = "text[]", collation = "C", defaultValue = "'{}'"),
      @Column(name = "manifest", type = "json"),
      @Column(name = "published_at", type = "timestamptz", defaultValue = "pg_catalog.now()")
    },
    checks =
        @Check(
            name = "schema_manifest_parent",
            condition =
                "CASE transition_class WHEN 'initial' THEN parent_version IS NULL"
                    + " ELSE parent_version IS NOT NULL AND parent_version < schema_version END"),
    immutability = Immutability.FOR_EVER,
    workerMay = {Privilege.SELECT, Privilege.INSERT})
public final class SchemaManifestTable {
  private SchemaManifestTable() {}
}
