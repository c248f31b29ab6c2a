package dev.synchro.backend.table;

import dev.synchro.sqlgen.Column;
import dev.synchro.sqlgen.ForeignKey;
import dev.synchro.sqlgen.Identity;
import dev.synchro.sqlgen.Privilege;
import dev.synchro.sqlgen.SqlTable;
import dev.synchro.sqlgen.SqlTrigger;
import dev.synchro.sqlgen.Unique;

/** Client identities, what each is assigned and how far each has come. Contract 1.3, 7.6, 12.4. */
@SqlTable(
    name = "client",
    comment = "Client identities; a retired one is never changed again",
    columns = {
      @Column(name = "client_pk", type = "bigint", primaryKey = true, identity = Identity.ALWAYS),
      @Column(
          name = "internal_id",
          type = "uuid",
          unique = true,
          defaultValue = "pg_catalog.gen_random_uuid()"),
      @Column(
          name = "user_id",
          type = "text",
          collation = "C",
          check = "pg_catalog.octet_length(user_id) BETWEEN 1 AND 500"),
      @Column(
          name = "client_id",
          type = "text",
          collation = "C",
          check = "pg_catalog.octet_length(client_id) BETWEEN 1 AND 256"),
      @Column(name = "platform", type = "text"),
      @Column(name = "app_version", type = "text"),
      @Column(
          name = "client_generation",
          type = "bigint",
          defaultValue = "1",
          check = "client_generation BETWEEN 1 AND 9007199254740991"),
      @Column(
          name = "generation_created_at",
          type = "timestamptz",
          defaultValue = "pg_catalog.now()"),
      @Column(name = "generation_expired", type = "boolean", defaultValue = "false"),
      @Column(name = "expiry_injected", type = "boolean", defaultValue = "false"),
      @Column(
          name = "scope_set_version",
          type = "bigint",
          defaultValue = "1",
          check = "scope_set_version BETWEEN 1 AND 9007199254740991"),
      @Column(
          name = "accepted_write_epoch",
          type = "bigint",
          defaultValue = "1",
          check = "accepted_write_epoch BETWEEN 1 AND 9007199254740991"),
      @Column(name = "retired_at", type = "timestamptz", nullable = true),
      @Column(name = "created_at", type = "timestamptz", defaultValue = "pg_catalog.now()")
    },
    unique = @Unique({"user_id", "client_id"}),
    triggers = {
      @SqlTrigger(
          name = "client_retired_for_ever",
          timing = SqlTrigger.Timing.BEFORE,
          events = SqlTrigger.Event.UPDATE,
          when = "OLD.retired_at IS NOT NULL",
          routine = "refuse_change",
          comment = "A retired identity stays retired"),
      @SqlTrigger(
          name = "client_kept",
          timing = SqlTrigger.Timing.BEFORE,
          events = SqlTrigger.Event.DELETE,
          routine = "refuse_change",
          comment = "An identity is never forgotten")
    },
    storage = "fillfactor = 80",
    workerMay = Privilege.SELECT)
@SqlTable(
    name = "client_capture",
    comment = "Up to which of its own pushes a client is captured; never locked by a push",
    columns = {
      @Column(name = "client_pk", type = "bigint", primaryKey = true),
      @Column(
          name = "materialized_write_epoch",
          type = "bigint",
          defaultValue = "1",
          check = "materialized_write_epoch BETWEEN 1 AND 9007199254740991")
    },
    foreignKeys = @ForeignKey(columns = "client_pk", references = "client"),
    storage = "fillfactor = 50",
    workerMay = {Privilege.SELECT, Privilege.INSERT, Privilege.UPDATE})
@SqlTable(
    name = "staged_epoch",
    comment = "What a staged baseline has seen of the pushes of each client",
    columns = {
      @Column(name = "client_pk", type = "bigint", primaryKey = true),
      @Column(
          name = "accepted_write_epoch",
          type = "bigint",
          check = "accepted_write_epoch BETWEEN 1 AND 9007199254740991")
    },
    foreignKeys = @ForeignKey(columns = "client_pk", references = "client"),
    workerMay = {Privilege.SELECT, Privilege.INSERT, Privilege.DELETE})
@SqlTable(
    name = "client_scope",
    comment = "Every scope that a client is or ever was assigned",
    columns = {
      @Column(name = "client_pk", type = "bigint"),
      @Column(name = "scope_id", type = "text", collation = "C"),
      @Column(name = "assigned", type = "boolean"),
      @Column(
          name = "changed_version",
          type = "bigint",
          comment = "Scope set version with which the scope was last assigned or removed")
    },
    primaryKey = {"client_pk", "scope_id"},
    foreignKeys = @ForeignKey(columns = "client_pk", references = "client"))
@SqlTable(
    name = "client_checkpoint",
    comment = "The last position that a client acknowledged in each of its scopes",
    columns = {
      @Column(name = "client_pk", type = "bigint"),
      @Column(name = "scope_id", type = "text", collation = "C"),
      @Column(name = "stream_generation", type = "bigint"),
      @Column(name = "commit_lsn", type = "pg_lsn"),
      @Column(name = "event_ordinal", type = "bigint"),
      @Column(name = "effect_ordinal", type = "bigint"),
      @Column(name = "acknowledged_at", type = "timestamptz")
    },
    primaryKey = {"client_pk", "scope_id"},
    foreignKeys = @ForeignKey(columns = "client_pk", references = "client"),
    storage = "fillfactor = 50",
    workerMay = {Privilege.SELECT, Privilege.DELETE})
public final class ClientTables {
  private ClientTables() {}
}
