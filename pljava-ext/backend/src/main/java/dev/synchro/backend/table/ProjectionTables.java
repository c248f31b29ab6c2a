package dev.synchro.backend.table;

import dev.synchro.sqlgen.Check;
import dev.synchro.sqlgen.Column;
import dev.synchro.sqlgen.Identity;
import dev.synchro.sqlgen.Language;
import dev.synchro.sqlgen.Parallel;
import dev.synchro.sqlgen.Parameter;
import dev.synchro.sqlgen.Privilege;
import dev.synchro.sqlgen.SqlIndex;
import dev.synchro.sqlgen.SqlRoutine;
import dev.synchro.sqlgen.SqlTable;
import dev.synchro.sqlgen.Volatility;

/**
 * The stored copy of every captured row, and the scopes it is filed under. Written by the worker,
 * read by pull, rebuild and seed export. Contract 1.1, 7.7 and 9.
 *
 * <p>An order over rows is always (identity head of the relation, key) by unsigned octets, which is
 * the order of complete row identities. An order over positions is (commit LSN, event ordinal,
 * effect ordinal); the end of a source transaction has the greatest event ordinal there is, and the
 * start of a stream generation is {@code ('0/0', -1, 0)}.
 */
@SqlTable(
    name = "row_image",
    comment = "Complete canonical rows as they were at some boundary; their content never changes",
    columns = {
      @Column(
          name = "image_id",
          type = "bigint",
          primaryKey = true,
          identity = Identity.BY_DEFAULT),
      @Column(name = "relation", type = "integer"),
      @Column(name = "row", type = "json"),
      @Column(
          name = "row_digest",
          type = "bytea",
          check = "pg_catalog.octet_length(row_digest) = 32"),
      @Column(name = "server_version", type = "text", collation = "C"),
      @Column(name = "superseded_at", type = "timestamptz", nullable = true)
    },
    indexes =
        @SqlIndex(
            name = "row_image_superseded",
            columns = "superseded_at",
            where = "superseded_at IS NOT NULL",
            comment = "Finds images that were replaced long ago"),
    workerMay = {Privilege.SELECT, Privilege.INSERT, Privilege.UPDATE, Privilege.DELETE})
@SqlTable(
    name = "row_head",
    comment = "The newest state of every row identity that was ever captured",
    columns = {
      @Column(name = "relation", type = "integer"),
      @Column(name = "key", type = "bytea"),
      @Column(
          name = "state",
          type = "smallint",
          check = "state BETWEEN 0 AND 2",
          comment = "0 live, 1 tombstone, 2 deletion fence"),
      @Column(name = "image_id", type = "bigint", nullable = true),
      @Column(name = "server_version", type = "text", collation = "C", nullable = true),
      @Column(name = "captured", type = "json", nullable = true),
      @Column(
          name = "scopes",
          type = "bigint[]",
          defaultValue = "'{}'",
          comment = "scope_pk of every scope the row is a member of, ascending"),
      @Column(name = "commit_lsn", type = "pg_lsn"),
      @Column(name = "event_ordinal", type = "bigint")
    },
    primaryKey = {"relation", "key"},
    workerMay = {Privilege.SELECT, Privilege.INSERT, Privilege.UPDATE, Privilege.DELETE})
@SqlTable(
    name = "scope",
    comment = "Every scope that ever had an entry, with the digest of its present members",
    columns = {
      @Column(
          name = "scope_pk",
          type = "bigint",
          primaryKey = true,
          identity = Identity.BY_DEFAULT),
      @Column(name = "scope_id", type = "text", collation = "C", unique = true),
      @Column(
          name = "cardinality",
          type = "bigint",
          defaultValue = "0",
          check = "cardinality >= 0"),
      @Column(name = "digest", type = "bytea", check = "pg_catalog.octet_length(digest) = 32"),
      @Column(
          name = "membership_generation",
          type = "bigint",
          defaultValue = "1",
          check = "membership_generation BETWEEN 1 AND 9007199254740991"),
      @Column(
          name = "retention_generation",
          type = "bigint",
          defaultValue = "1",
          check = "retention_generation BETWEEN 1 AND 9007199254740991"),
      @Column(name = "floor_lsn", type = "pg_lsn", defaultValue = "'0/0'"),
      @Column(name = "floor_event", type = "bigint", defaultValue = "-1"),
      @Column(name = "floor_effect", type = "bigint", defaultValue = "0")
    },
    storage = "fillfactor = 50",
    workerMay = {Privilege.SELECT, Privilege.INSERT, Privilege.UPDATE, Privilege.DELETE})
@SqlTable(
    name = "scope_entry",
    comment = "One record for each row in each scope, with the position of its newest effect",
    columns = {
      @Column(name = "scope_pk", type = "bigint"),
      @Column(name = "relation", type = "integer"),
      @Column(name = "key", type = "bytea"),
      @Column(name = "present", type = "boolean"),
      @Column(name = "image_id", type = "bigint", nullable = true),
      @Column(name = "row_digest", type = "bytea", nullable = true),
      @Column(name = "removal_version", type = "text", collation = "C", nullable = true),
      @Column(name = "commit_lsn", type = "pg_lsn"),
      @Column(name = "event_ordinal", type = "bigint"),
      @Column(name = "effect_ordinal", type = "bigint")
    },
    primaryKey = {"scope_pk", "relation", "key"},
    checks =
        @Check(
            name = "scope_entry_shape",
            condition =
                "CASE WHEN present THEN image_id IS NOT NULL AND row_digest IS NOT NULL"
                    + " AND removal_version IS NULL"
                    + " ELSE row_digest IS NULL"
                    + " AND (image_id IS NULL) <> (removal_version IS NULL) END"),
    indexes = {
      @SqlIndex(
          name = "scope_entry_position",
          columns = {"scope_pk", "commit_lsn", "event_ordinal", "effect_ordinal"}),
      @SqlIndex(
          name = "scope_entry_removal",
          columns = {"scope_pk", "commit_lsn", "event_ordinal", "effect_ordinal"},
          where = "NOT present",
          comment = "Finds what compaction may delete"),
      @SqlIndex(
          name = "scope_entry_tombstone",
          columns = "image_id",
          where = "NOT present AND image_id IS NOT NULL",
          comment = "Finds whether a removal still shows an image")
    },
    workerMay = {Privilege.SELECT, Privilege.INSERT, Privilege.UPDATE, Privilege.DELETE})
@SqlTable(
    name = "reference_edge",
    comment = "Values by which live rows lead to the rows that scope templates walk over",
    columns = {
      @Column(name = "relation", type = "integer"),
      @Column(name = "column_number", type = "integer"),
      @Column(
          name = "value",
          type = "bytea",
          comment = "Equal octets exactly when the values are equal; a long text is hashed"),
      @Column(name = "key", type = "bytea")
    },
    primaryKey = {"relation", "column_number", "value", "key"},
    workerMay = {Privilege.SELECT, Privilege.INSERT, Privilege.UPDATE, Privilege.DELETE})
@SqlRoutine(
    name = "deletion_version",
    comment = "Derives the version of a deleted row from its identity and its last version",
    parameters = {
      @Parameter(name = "p_identity", type = "bytea"),
      @Parameter(name = "p_version", type = "text")
    },
    returns = "text",
    language = Language.SQL,
    volatility = Volatility.IMMUTABLE,
    parallel = Parallel.SAFE,
    // The first constant is the domain, synchro:v3:row-deletion:v1, and a zero octet.
    body =
        "SELECT pg_catalog.concat('d1.', pg_catalog.rtrim(pg_catalog.translate("
            + "pg_catalog.encode(pg_catalog.substring(pg_catalog.sha256("
            + "pg_catalog.decode('73796e6368726f3a76333a726f772d64656c6574696f6e3a763100', 'hex')"
            + " || pg_catalog.int8send(pg_catalog.octet_length(p_identity)) || p_identity"
            + " || pg_catalog.int8send(pg_catalog.octet_length(p_version))"
            + " || pg_catalog.convert_to(p_version, 'UTF8')), 1, 16), 'base64'), '+/', '-_'),"
            + " '='))")
public final class ProjectionTables {
  private ProjectionTables() {}
}
