package dev.synchro.backend.table;

import dev.synchro.sqlgen.Check;
import dev.synchro.sqlgen.Column;
import dev.synchro.sqlgen.ForeignKey;
import dev.synchro.sqlgen.Identity;
import dev.synchro.sqlgen.Immutability;
import dev.synchro.sqlgen.Privilege;
import dev.synchro.sqlgen.SqlIndex;
import dev.synchro.sqlgen.SqlTable;

/** What was pushed and what came of it. Kept until the client is retired. Contract 5.4.7. */
@SqlTable(
    name = "push_batch",
    comment = "Every executed push with the text that answered it",
    columns = {
      @Column(name = "client_pk", type = "bigint"),
      @Column(name = "batch_id", type = "uuid"),
      @Column(
          name = "fingerprint",
          type = "bytea",
          check = "pg_catalog.octet_length(fingerprint) = 32"),
      @Column(
          name = "request_digest",
          type = "bytea",
          check = "pg_catalog.octet_length(request_digest) = 32",
          comment = "SHA-256 of the request as it was received: the same octets need no reading"),
      @Column(name = "response", type = "json"),
      @Column(
          name = "epoch",
          type = "bigint",
          nullable = true,
          comment = "Accepted write epoch of the push; null when it wrote nothing"),
      @Column(name = "transaction_id", type = "xid8"),
      @Column(name = "created_at", type = "timestamptz", defaultValue = "pg_catalog.now()")
    },
    primaryKey = {"client_pk", "batch_id"},
    foreignKeys = @ForeignKey(columns = "client_pk", references = "client"),
    indexes =
        @SqlIndex(
            name = "push_batch_epoch",
            columns = {"client_pk", "epoch"},
            unique = true,
            where = "epoch IS NOT NULL"),
    immutability = Immutability.UNTIL_DELETED,
    workerMay = Privilege.SELECT)
@SqlTable(
    name = "push_mutation",
    comment = "Every pushed mutation with its outcome",
    columns = {
      @Column(name = "client_pk", type = "bigint"),
      @Column(name = "mutation_id", type = "uuid"),
      @Column(name = "batch_id", type = "uuid"),
      @Column(
          name = "fingerprint",
          type = "bytea",
          check = "pg_catalog.octet_length(fingerprint) = 32"),
      @Column(name = "relation", type = "integer", nullable = true),
      @Column(name = "key", type = "bytea", nullable = true),
      @Column(
          name = "status",
          type = "text",
          check = "status IN ('applied', 'conflict', 'rejected_terminal')"),
      @Column(name = "server_version", type = "text", collation = "C", nullable = true),
      @Column(name = "outcome", type = "json"),
      @Column(
          name = "sequence",
          type = "bigint",
          identity = Identity.ALWAYS,
          comment = "Tells the newest of several applied mutations of one row")
    },
    primaryKey = {"client_pk", "mutation_id"},
    checks =
        @Check(
            name = "push_mutation_applied",
            condition =
                "status <> 'applied' OR (relation IS NOT NULL AND key IS NOT NULL"
                    + " AND server_version IS NOT NULL)"),
    indexes =
        @SqlIndex(
            name = "push_mutation_applied_row",
            columns = {"relation", "key", "sequence"},
            where = "status = 'applied'"),
    immutability = Immutability.UNTIL_DELETED)
public final class PushLedgerTables {
  private PushLedgerTables() {}
}
