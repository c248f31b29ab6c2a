package dev.synchro.backend.table;

import dev.synchro.sqlgen.Check;
import dev.synchro.sqlgen.Column;
import dev.synchro.sqlgen.Privilege;
import dev.synchro.sqlgen.SqlIndex;
import dev.synchro.sqlgen.SqlTable;

/** The generations of the registry, each one immutable document. Contract 8.2. */
@SqlTable(
    name = "registry_generation",
    comment = "Generations of the registry, each one immutable document",
    columns = {
      @Column(
          name = "generation",
          type = "bigint",
          primaryKey = true,
          check = "generation BETWEEN 1 AND 9007199254740991"),
      @Column(
          name = "state",
          type = "text",
          check = "state IN ('pending', 'active', 'superseded')"),
      @Column(name = "content", type = "json"),
      @Column(name = "transaction_id", type = "xid8"),
      @Column(name = "created_at", type = "timestamptz", defaultValue = "pg_catalog.now()"),
      @Column(name = "activated_at", type = "timestamptz", nullable = true)
    },
    checks =
        @Check(
            name = "registry_generation_activated",
            condition =
                "CASE state WHEN 'pending' THEN activated_at IS NULL"
                    + " WHEN 'active' THEN activated_at IS NOT NULL ELSE true END"),
    indexes =
        @SqlIndex(
            name = "registry_generation_one_active",
            expression = "(state)",
            unique = true,
            where = "state = 'active'"),
    workerMay = {Privilege.SELECT, Privilege.UPDATE})
public final class RegistryGenerationTable {
  private RegistryGenerationTable() {}
}
