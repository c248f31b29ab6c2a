package dev.synchro.backend.table;

import dev.synchro.sqlgen.Check;
import dev.synchro.sqlgen.Column;
import dev.synchro.sqlgen.ForeignKey;
import dev.synchro.sqlgen.Identity;
import dev.synchro.sqlgen.Immutability;
import dev.synchro.sqlgen.Language;
import dev.synchro.sqlgen.Privilege;
import dev.synchro.sqlgen.SqlIndex;
import dev.synchro.sqlgen.SqlRoutine;
import dev.synchro.sqlgen.SqlTable;
import dev.synchro.sqlgen.SqlTrigger;

/**
 * What was pushed and what came of it. Kept until the client is retired, which is what the guard on
 * removals looks at. Contract 4.1, 5.4.7 and 12.3.
 */
@SqlRoutine(
    name = "refuse_early_removal",
    comment = "Refuses to remove a record of a client that is not retired",
    returns = "trigger",
    language = Language.PLPGSQL,
    body =
        "BEGIN"
            + " IF EXISTS (SELECT FROM synchro.client AS c WHERE c.client_pk = OLD.client_pk"
            + " AND c.retired_at IS NOT NULL) THEN"
            + " RETURN OLD;"
            + " END IF;"
            + " RAISE EXCEPTION USING ERRCODE = '55000', MESSAGE ="
            + " pg_catalog.format('records of %I.%I stay until their client is retired %s',"
            + " TG_TABLE_SCHEMA, TG_TABLE_NAME,"
            + " '{\"error\":{\"code\":\"invalid_state\",\"reason\":\"immutable_record\"}}');"
            + " END")
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
    triggers =
        @SqlTrigger(
            name = "push_batch_kept",
            timing = SqlTrigger.Timing.BEFORE,
            events = SqlTrigger.Event.DELETE,
            routine = "refuse_early_removal",
            comment = "A batch is kept until its client is retired"),
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
    triggers =
        @SqlTrigger(
            name = "push_mutation_kept",
            timing = SqlTrigger.Timing.BEFORE,
            events = SqlTrigger.Event.DELETE,
            routine = "refuse_early_removal",
            comment = "A mutation is kept until its client is retired"),
    immutability = Immutability.UNTIL_DELETED)
public final class PushLedgerTables {
  private PushLedgerTables() {}
}
