package dev.synchro.core.registry;

import java.util.List;
import java.util.Objects;

/**
 * An index that clients may build.
 *
 * @param indexId immutable logical id
 * @param columns names of its columns, in index order
 */
public record RegisteredIndex(String indexId, String name, List<String> columns) {
  public RegisteredIndex {
    Objects.requireNonNull(indexId, "indexId");
    Objects.requireNonNull(name, "name");
    columns = List.copyOf(columns);
  }
}
