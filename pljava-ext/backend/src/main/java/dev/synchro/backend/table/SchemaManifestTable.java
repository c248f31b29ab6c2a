package dev.synchro.backend.table;

import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.Query;
import dev.synchro.sqlgen.Check;
import dev.synchro.sqlgen.Column;
import dev.synchro.sqlgen.Immutability;
import dev.synchro.sqlgen.Privilege;
import dev.synchro.sqlgen.SqlTable;
import java.sql.SQLException;
import java.util.Optional;

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
  private static final String NOW =
      "pg_catalog.to_char(pg_catalog.now() AT TIME ZONE 'UTC',"
          + " 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')";

  private SchemaManifestTable() {}

  /**
   * Reference of a published manifest and the time of the reading.
   *
   * @param hash 64 lowercase hexadecimal digits
   * @param serverTime in datetime form
   */
  public record Published(long version, String hash, String serverTime) {}

  /** The newest manifest's reference. */
  public static Optional<Published> newest(BackendSession session) throws SQLException {
    try (Query query =
        session.query(
            "SELECT schema_version, pg_catalog.encode(schema_hash, 'hex'), "
                + NOW
                + " FROM synchro.schema_manifest ORDER BY schema_version DESC LIMIT 1")) {
      return query.next()
          ? Optional.of(new Published(query.numberAt(1), query.textAt(2), query.textAt(3)))
          : Optional.empty();
    }
  }

  /** The newest manifest as the document that clients get; empty when none is published. */
  public static byte[] newestDocument(BackendSession session) throws SQLException {
    // Assembled where it is stored: the published text is canonical and need not be parsed.
    try (Query query =
        session.query(
            "SELECT pg_catalog.convert_to('{\"manifest\":' || manifest::text ||"
                + " ',\"schema_hash\":\"' || pg_catalog.encode(schema_hash, 'hex') ||"
                + " '\",\"schema_version\":' || schema_version || ',\"server_time\":\"' || "
                + NOW
                + " || '\"}', 'UTF8')"
                + " FROM synchro.schema_manifest ORDER BY schema_version DESC LIMIT 1")) {
      return query.next() ? query.octetsAt(1) : new byte[0];
    }
  }
}
