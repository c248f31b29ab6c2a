package dev.synchro.backend.push;

import dev.synchro.core.message.ServerRow;
import dev.synchro.core.row.EncodedRow;
import dev.synchro.core.value.PortableValue;
import java.util.Optional;

/**
 * A row of an application table as it was read under its lock, or as a write left it.
 *
 * @param place where the row version lies, to notice that our own triggers changed it meanwhile
 * @param values in the order of the table's fields
 * @param encoded absent as long as nobody but its version was asked for
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
record PushedRow(
    PushedTable table,
    String place,
    PortableValue[] values,
    String version,
    Optional<EncodedRow> encoded) {
  /** A row as it was found; most are written next, and then only its version matters. */
  static PushedRow found(PushedTable table, String place, PortableValue[] values) {
    return new PushedRow(table, place, values, table.version(values), Optional.empty());
  }

  /** A row as a write left it, which its outcome shows. */
  static PushedRow written(PushedTable table, String place, PortableValue[] values) {
    EncodedRow encoded = table.encode(values);
    return new PushedRow(table, place, values, encoded.contentVersion(), Optional.of(encoded));
  }

  boolean tombstone() {
    return table.deletedAtIndex().isPresent()
        && !values[table.deletedAtIndex().getAsInt()].isNull();
  }

  ServerRow serverRow() {
    EncodedRow row = encoded.orElseGet(() -> table.encode(values));
    return new ServerRow(row.row(), row.rowDigest(), row.contentVersion());
  }
}
