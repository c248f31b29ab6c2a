package dev.synchro.client;

import dev.synchro.core.row.RowIdentity;
import dev.synchro.core.schema.TableSchema;

/** What never changes about a table, and by which the local database numbers it. */
final class LocalTableIdentity {

  private final String tableId;
  private final byte[] head;

  private LocalTableIdentity(String tableId, byte[] head) {
    this.tableId = tableId;
    this.head = head;
  }

  static LocalTableIdentity of(TableSchema schema) {
    return new LocalTableIdentity(
        schema.tableId(), RowIdentity.head(schema.tableId(), schema.primaryKeyFieldId()));
  }

  String tableId() {
    return tableId;
  }

  byte[] head() {
    return head;
  }
}
