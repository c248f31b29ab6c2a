package dev.synchro.core.message;

import dev.synchro.core.bytes.Utf8Order;
import dev.synchro.core.schema.SchemaReference;
import java.util.Collections;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A client asks for what changed. Contract 5.5.
 *
 * @param clientId the name the client gave itself
 * @param clientGeneration the generation it holds
 * @param schema the schema it holds
 * @param scopeSetVersion the version of the scope set it holds
 * @param scopes the scopes it holds, each with its cursor if it has one
 * @param limit most changes of the page, 1 to 1000
 */
public record PullRequest(
    String clientId,
    long clientGeneration,
    SchemaReference schema,
    long scopeSetVersion,
    SortedMap<String, Optional<String>> scopes,
    int limit) {
  public PullRequest {
    Objects.requireNonNull(clientId);
    Objects.requireNonNull(schema);
    TreeMap<String, Optional<String>> copy = new TreeMap<>(Utf8Order.INSTANCE);
    copy.putAll(scopes);
    scopes = Collections.unmodifiableSortedMap(copy);
  }
}
