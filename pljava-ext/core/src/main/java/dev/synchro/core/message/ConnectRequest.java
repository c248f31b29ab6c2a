package dev.synchro.core.message;

import dev.synchro.core.bytes.Utf8Order;
import dev.synchro.core.schema.SchemaReference;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A client connects. Contract 5.3.
 *
 * @param clientId the name the client gave itself
 * @param platform what it runs on
 * @param clientGeneration the generation it holds, absent at the first connect
 * @param appVersion a semantic version
 * @param schemaReset whether it gives up what it has
 * @param schema the schema it holds; absent for the sentinel
 * @param scopeSetVersion the version of the scope set it holds, 0 at the first connect
 * @param knownScopes the scopes it holds, each with its cursor if it has one
 * @param seedReceipts receipts of a seed by scope id, empty without a seed
 */
public record ConnectRequest(
    String clientId,
    String platform,
    OptionalLong clientGeneration,
    String appVersion,
    boolean schemaReset,
    Optional<SchemaReference> schema,
    long scopeSetVersion,
    SortedMap<String, Optional<String>> knownScopes,
    SortedMap<String, String> seedReceipts) {
  public ConnectRequest {
    Objects.requireNonNull(clientId);
    Objects.requireNonNull(platform);
    Objects.requireNonNull(clientGeneration);
    Objects.requireNonNull(appVersion);
    Objects.requireNonNull(schema);
    knownScopes = sorted(knownScopes);
    seedReceipts = sorted(seedReceipts);
  }

  private static <V> SortedMap<String, V> sorted(Map<String, V> map) {
    TreeMap<String, V> copy = new TreeMap<>(Utf8Order.INSTANCE);
    copy.putAll(map);
    return Collections.unmodifiableSortedMap(copy);
  }
}
