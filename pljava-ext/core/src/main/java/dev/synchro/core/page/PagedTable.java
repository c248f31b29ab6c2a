package dev.synchro.core.page;

import java.util.Objects;

/**
 * A table as records name it.
 *
 * @param tableId its wire name
 * @param keyFieldId the field that holds the key
 */
public record PagedTable(String tableId, String keyFieldId) {
  public PagedTable {
    Objects.requireNonNull(tableId);
    Objects.requireNonNull(keyFieldId);
  }
}
