package dev.synchro.backend.push;

import dev.synchro.core.message.ServerRow;
import dev.synchro.core.row.EncodedRow;
import dev.synchro.core.value.PortableValue;

/**
 * A row of an application table as it was read under its lock, or as a write left it.
 *
 * @param place where the row version lies, to notice that our own triggers changed it meanwhile
 * @param values in the order of the table's fields
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
record PushedRow(String place, PortableValue[] values, EncodedRow encoded, boolean tombstone) {
  static PushedRow of(PushedTable table, String place, PortableValue[] values) {
    boolean tombstone =
        table.deletedAtIndex().isPresent() && !values[table.deletedAtIndex().getAsInt()].isNull();
    return new PushedRow(place, values, table.encode(values), tombstone);
  }

  String version() {
    return encoded.contentVersion();
  }

  ServerRow serverRow() {
    return new ServerRow(encoded.row(), encoded.rowDigest(), encoded.contentVersion());
  }
}
