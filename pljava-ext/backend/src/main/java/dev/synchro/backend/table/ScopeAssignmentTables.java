package dev.synchro.backend.table;

import dev.synchro.sqlgen.Check;
import dev.synchro.sqlgen.Column;
import dev.synchro.sqlgen.SqlTable;

/**
 * Which scopes every client has, and which ones single users were given or denied. Contract 7.1.
 */
@SqlTable(
    name = "shared_scope",
    comment = "Scopes that every active client has",
    columns = {
      @Column(name = "scope_id", type = "text", collation = "C", primaryKey = true),
      @Column(name = "portable", type = "boolean")
    },
    checks =
        @Check(
            name = "shared_scope_id",
            condition =
                "pg_catalog.octet_length(scope_id) BETWEEN 1 AND 512"
                    + " AND NOT pg_catalog.starts_with(scope_id, 'user:')"))
@SqlTable(
    name = "user_scope",
    comment = "Scopes granted to or revoked from single users",
    columns = {
      @Column(name = "user_id", type = "text", collation = "C"),
      @Column(name = "scope_id", type = "text", collation = "C"),
      @Column(name = "granted", type = "boolean")
    },
    primaryKey = {"user_id", "scope_id"},
    checks = {
      @Check(
          name = "user_scope_user_id",
          condition = "pg_catalog.octet_length(user_id) BETWEEN 1 AND 500"),
      @Check(
          name = "user_scope_scope_id",
          condition = "pg_catalog.octet_length(scope_id) BETWEEN 1 AND 512")
    })
public final class ScopeAssignmentTables {
  private ScopeAssignmentTables() {}
}
