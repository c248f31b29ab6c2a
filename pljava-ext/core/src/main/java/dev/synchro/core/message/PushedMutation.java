package dev.synchro.core.message;

import dev.synchro.core.bytes.Utf8Order;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.schema.SchemaReference;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One change of one row. Its key and columns are kept as they came; they are judged by the types of
 * their fields in the outcome. Contract 5.4.1.
 *
 * @param mutationId the client's name for it, a UUID
 * @param table the table id
 * @param keyField the field id in {@code pk}
 * @param key the value in {@code pk}
 * @param authoredSchema the schema it was made under
 * @param operation what it does
 * @param baseVersion the version it was made on; absent for an insert
 * @param clientVersion when it was made by the client's clock, without authority
 * @param columns new values by field id, in the order of their octets; empty for a delete
 */
public record PushedMutation(
    String mutationId,
    String table,
    String keyField,
    JsonValue key,
    SchemaReference authoredSchema,
    MutationOperation operation,
    Optional<String> baseVersion,
    String clientVersion,
    SortedMap<String, JsonValue> columns) {
  public PushedMutation {
    Objects.requireNonNull(mutationId);
    Objects.requireNonNull(table);
    Objects.requireNonNull(keyField);
    Objects.requireNonNull(key);
    Objects.requireNonNull(authoredSchema);
    Objects.requireNonNull(operation);
    Objects.requireNonNull(baseVersion);
    Objects.requireNonNull(clientVersion);
    columns = sorted(columns);
  }

  private static SortedMap<String, JsonValue> sorted(Map<String, JsonValue> columns) {
    TreeMap<String, JsonValue> copy = new TreeMap<>(Utf8Order.INSTANCE);
    copy.putAll(columns);
    return Collections.unmodifiableSortedMap(copy);
  }
}
