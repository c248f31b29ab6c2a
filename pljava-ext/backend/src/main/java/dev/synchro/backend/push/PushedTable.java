package dev.synchro.backend.push;

import dev.synchro.core.registry.RegisteredRelation;
import dev.synchro.core.registry.SyncedTable;
import dev.synchro.core.row.EncodedRow;
import dev.synchro.core.row.RowEncoder;
import dev.synchro.core.row.RowIdentity;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.schema.TableSchema;
import dev.synchro.core.value.PortableValue;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** A table that clients push to, during one call. Its columns stand in the order of its fields. */
final class PushedTable {
  private final RegisteredRelation relation;
  private final TableSchema schema;
  private final String quoted;
  private final List<PushedColumn> columns;
  private final RowIndependence independence;
  private final RowEncoder encoder;

  PushedTable(
      RegisteredRelation relation,
      TableSchema schema,
      SchemaHash schemaHash,
      String quoted,
      List<PushedColumn> columns,
      RowIndependence independence) {
    this.relation = relation;
    this.schema = schema;
    this.quoted = quoted;
    this.columns = List.copyOf(columns);
    this.independence = independence;
    encoder = new RowEncoder(schema, schemaHash);
  }

  RegisteredRelation relation() {
    return relation;
  }

  TableSchema schema() {
    return schema;
  }

  /** Schema and name, ready to stand in a statement. */
  String quoted() {
    return quoted;
  }

  List<PushedColumn> columns() {
    return columns;
  }

  PushedColumn key() {
    return columns.get(schema.keyIndex());
  }

  /** Whether its rows can be written together. */
  RowIndependence independence() {
    return independence;
  }

  /** The column with a name, if it is a field. */
  Optional<PushedColumn> named(Optional<String> name) {
    for (PushedColumn column : columns) {
      if (name.isPresent() && column.column().name().equals(name.get())) {
        return Optional.of(column);
      }
    }
    return Optional.empty();
  }

  Optional<PushedColumn> createdAt() {
    return named(synced().life().createdAt());
  }

  Optional<PushedColumn> updatedAt() {
    return named(synced().life().updatedAt());
  }

  Optional<PushedColumn> deletedAt() {
    return named(synced().life().deletedAt());
  }

  /** Place of the field that makes a row a tombstone. */
  OptionalInt deletedAtIndex() {
    Optional<String> fieldId = schema.lifecycle().deletedAtFieldId();
    return fieldId.isPresent()
        ? OptionalInt.of(schema.indexOf(fieldId.get()))
        : OptionalInt.empty();
  }

  private SyncedTable synced() {
    return relation.table().orElseThrow();
  }

  /** The content version of a row, without the rest of what is derived from it. */
  String version(PortableValue[] values) {
    return encoder.version(values);
  }

  EncodedRow encode(PortableValue[] values) {
    return encoder.encode(values);
  }

  /** Complete identity of a row. */
  byte[] identity(PortableValue key) {
    return RowIdentity.of(encoder.head(), RowIdentity.key(key));
  }
}
