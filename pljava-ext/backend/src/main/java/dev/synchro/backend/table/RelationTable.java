package dev.synchro.backend.table;

import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.Query;
import dev.synchro.core.registry.RegisteredRelation;
import dev.synchro.core.registry.SyncedTable;
import dev.synchro.core.row.RowIdentity;
import dev.synchro.sqlgen.Column;
import dev.synchro.sqlgen.Identity;
import dev.synchro.sqlgen.Immutability;
import dev.synchro.sqlgen.Privilege;
import dev.synchro.sqlgen.SqlTable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

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

  /** Random canonical UUIDs, from the server's cryptographic random source. */
  public static Iterator<String> freshIds(BackendSession session, int count) throws SQLException {
    List<String> ids = new ArrayList<>(count);
    try (Query query =
        session.query(
            "SELECT pg_catalog.gen_random_uuid()::text FROM pg_catalog.generate_series(1, ?)")) {
      query.number(count);
      while (query.next()) {
        ids.add(query.textAt(1));
      }
    }
    return ids.iterator();
  }

  /** The relation with its number in storage, which it gets when it is registered first. */
  public static RegisteredRelation numbered(BackendSession session, RegisteredRelation relation)
      throws SQLException {
    if (relation.relation() != 0) {
      return relation;
    }
    String tableId = relation.table().map(SyncedTable::tableId).orElse(null);
    byte[] head =
        relation
            .fieldId(relation.keyColumn())
            .map(id -> RowIdentity.head(tableId, id))
            .orElse(null);
    try (Query query =
        session.query(
            "INSERT INTO synchro.relation (relation_id, table_id, identity_head)"
                + " VALUES (?::uuid, ?::uuid, ?) RETURNING relation")) {
      query.text(relation.relationId()).text(tableId).octets(head);
      return relation.numbered((int) query.one().numberAt(1));
    }
  }
}
