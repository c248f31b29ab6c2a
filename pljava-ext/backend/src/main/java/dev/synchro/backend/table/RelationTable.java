package dev.synchro.backend.table;

import dev.synchro.sqlgen.Column;
import dev.synchro.sqlgen.Identity;
import dev.synchro.sqlgen.Immutability;
import dev.synchro.sqlgen.Privilege;
import dev.synchro.sqlgen.SqlTable;

/** Every relation that was ever registered, with the number that stands for it in storage. */
@SqlTable(
    name = "relation",
    comment = "Every relation that was ever registered, with the number that stands for it",
    columns = {
      @Column(name = "relation", type = "integer", primaryKey = true, identity = Identity.ALWAYS),
      @Column(name = "relation_id", type = "uuid", unique = true),
      @Column(name = "table_id", type = "uuid", nullable = true, unique = true),
      @Column(
          name = "identity_head",
          type = "bytea",
          nullable = true,
          check = "(identity_head IS NULL) = (table_id IS NULL)")
    },
    immutability = Immutability.FOR_EVER,
    workerMay = Privilege.SELECT)
public final class RelationTable {
  private RelationTable() {}
}
