package dev.synchro.core.schema;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import java.util.HashSet;
import java.util.List;

/**
 * An index clients may build. Contract 8.4.
 *
 * @param fieldIds not empty, distinct, in index order
 */
public record IndexSchema(String indexId, String name, List<String> fieldIds, boolean unique) {
  public IndexSchema {
    Ids.require(indexId);
    Ids.require(name);
    fieldIds = List.copyOf(fieldIds);
    if (fieldIds.isEmpty() || new HashSet<>(fieldIds).size() != fieldIds.size()) {
      throw new Malformed(Rule.INDEX_EMPTY);
    }
  }
}
