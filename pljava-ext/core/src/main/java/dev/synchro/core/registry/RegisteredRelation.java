package dev.synchro.core.registry;

import dev.synchro.core.error.BugException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A relation of the application whose changes are captured. Contract 8.1.
 *
 * @param relation the number that stands for it in storage
 * @param relationId immutable logical id
 * @param oid as {@code pg_class.oid}
 * @param name name without schema, the logical name as well
 * @param replicaIdentity as {@code pg_class.relreplident}
 * @param partitions OIDs of the partitions it had when it was registered, ascending
 * @param keyColumn name of the sole column of the primary key
 * @param columns the captured columns in the order of their numbers, the key among them
 * @param table present for a synced table, absent for a capture dependency
 */
public record RegisteredRelation(
    int relation,
    String relationId,
    long oid,
    String schema,
    String name,
    String replicaIdentity,
    List<Long> partitions,
    String keyColumn,
    List<CapturedColumn> columns,
    Optional<SyncedTable> table) {
  public RegisteredRelation {
    Objects.requireNonNull(relationId, "relationId");
    Objects.requireNonNull(schema, "schema");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(replicaIdentity, "replicaIdentity");
    Objects.requireNonNull(keyColumn, "keyColumn");
    Objects.requireNonNull(table, "table");
    partitions = List.copyOf(partitions);
    columns = List.copyOf(columns);
  }

  /** The same relation with the number that stands for it in storage. */
  public RegisteredRelation numbered(int number) {
    return new RegisteredRelation(
        number,
        relationId,
        oid,
        schema,
        name,
        replicaIdentity,
        partitions,
        keyColumn,
        columns,
        table);
  }

  /** The same relation with its rows in no scope, under another number in storage. */
  public RegisteredRelation withoutScopes(int number) {
    return new RegisteredRelation(
        number,
        relationId,
        oid,
        schema,
        name,
        replicaIdentity,
        partitions,
        keyColumn,
        columns,
        table.map(SyncedTable::withoutScopes));
  }

  /** The captured column of a name. */
  public Optional<CapturedColumn> column(String columnName) {
    for (CapturedColumn column : columns) {
      if (column.name().equals(columnName)) {
        return Optional.of(column);
      }
    }
    return Optional.empty();
  }

  /** The column of the primary key. */
  public CapturedColumn key() {
    return column(keyColumn).orElseThrow(() -> new BugException("the key is not captured"));
  }

  /** The field of a column, by the column's name; empty when the column is no field. */
  public Optional<String> fieldId(String columnName) {
    return column(columnName).flatMap(CapturedColumn::field).map(RegisteredField::fieldId);
  }
}
