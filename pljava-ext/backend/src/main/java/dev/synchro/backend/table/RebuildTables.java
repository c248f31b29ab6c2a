package dev.synchro.backend.table;

import dev.synchro.sqlgen.Column;
import dev.synchro.sqlgen.ForeignKey;
import dev.synchro.sqlgen.Identity;
import dev.synchro.sqlgen.Immutability;
import dev.synchro.sqlgen.OnDelete;
import dev.synchro.sqlgen.Privilege;
import dev.synchro.sqlgen.SqlIndex;
import dev.synchro.sqlgen.SqlTable;
import dev.synchro.sqlgen.Unique;

/**
 * Immutable lists of the rows of a scope, and the sessions that page through them. Contract 5.6.
 *
 * <p>A scope digest binds every row with its version, so a snapshot serves every session whose
 * scope has that digest under that schema, whatever the boundary of the session.
 */
@SqlTable(
    name = "rebuild_snapshot",
    comment = "Immutable lists of the rows of a scope, shared by sessions that saw the same digest",
    columns = {
      @Column(name = "snapshot_id", type = "bigint", primaryKey = true, identity = Identity.ALWAYS),
      @Column(name = "scope_pk", type = "bigint"),
      @Column(name = "schema_version", type = "bigint"),
      @Column(name = "cardinality", type = "bigint"),
      @Column(name = "digest", type = "bytea", check = "pg_catalog.octet_length(digest) = 32"),
      @Column(name = "created_at", type = "timestamptz", defaultValue = "pg_catalog.now()")
    },
    indexes =
        @SqlIndex(
            name = "rebuild_snapshot_content",
            columns = {"scope_pk", "digest", "schema_version", "created_at"}),
    immutability = Immutability.UNTIL_DELETED,
    workerMay = {Privilege.SELECT, Privilege.DELETE})
@SqlTable(
    name = "rebuild_chunk",
    comment = "Consecutive rows of a snapshot in row identity order",
    columns = {
      @Column(name = "snapshot_id", type = "bigint"),
      @Column(name = "first_ordinal", type = "bigint"),
      @Column(name = "image_ids", type = "bigint[]", uncompressed = true)
    },
    primaryKey = {"snapshot_id", "first_ordinal"},
    foreignKeys =
        @ForeignKey(
            columns = "snapshot_id",
            references = "rebuild_snapshot",
            onDelete = OnDelete.CASCADE),
    immutability = Immutability.UNTIL_DELETED,
    workerMay = {Privilege.SELECT, Privilege.DELETE})
@SqlTable(
    name = "rebuild_session",
    comment = "Running rebuilds; every page is a function of this record and an ordinal",
    columns = {
      @Column(
          name = "session_id",
          type = "uuid",
          primaryKey = true,
          defaultValue = "pg_catalog.gen_random_uuid()"),
      @Column(name = "client_pk", type = "bigint"),
      @Column(name = "rebuild_id", type = "uuid"),
      @Column(name = "scope_id", type = "text", collation = "C"),
      @Column(
          name = "snapshot_id",
          type = "bigint",
          nullable = true,
          comment = "Null for a scope without rows"),
      @Column(
          name = "commit_lsn",
          type = "pg_lsn",
          nullable = true,
          comment = "The boundary; null for the start of the stream generation"),
      @Column(name = "cardinality", type = "bigint"),
      @Column(name = "digest", type = "bytea", check = "pg_catalog.octet_length(digest) = 32"),
      @Column(name = "page_limit", type = "integer", check = "page_limit BETWEEN 1 AND 1000"),
      @Column(name = "client_generation", type = "bigint"),
      @Column(name = "accepted_write_epoch", type = "bigint"),
      @Column(name = "schema_version", type = "bigint"),
      @Column(name = "membership_generation", type = "bigint"),
      @Column(name = "retention_generation", type = "bigint"),
      @Column(name = "stream_generation", type = "bigint"),
      @Column(name = "continuation_key_id", type = "text", collation = "C"),
      @Column(name = "cursor_key_id", type = "text", collation = "C"),
      @Column(name = "created_at", type = "timestamptz"),
      @Column(name = "expires_at", type = "timestamptz")
    },
    unique = @Unique({"client_pk", "rebuild_id"}),
    foreignKeys = {
      @ForeignKey(columns = "client_pk", references = "client"),
      @ForeignKey(columns = "snapshot_id", references = "rebuild_snapshot")
    },
    indexes = {
      @SqlIndex(name = "rebuild_session_expiry", columns = "expires_at"),
      @SqlIndex(name = "rebuild_session_snapshot", columns = "snapshot_id")
    },
    immutability = Immutability.UNTIL_DELETED,
    workerMay = {Privilege.SELECT, Privilege.DELETE})
public final class RebuildTables {
  private RebuildTables() {}
}
