package dev.synchro.core.message;

import dev.synchro.core.schema.SchemaReference;
import java.util.Objects;
import java.util.Optional;

/**
 * A client asks for a page of a whole scope. Contract 5.6.
 *
 * @param clientId the name the client gave itself
 * @param clientGeneration the generation it holds
 * @param schema the schema it holds
 * @param scope the scope to be rebuilt
 * @param rebuildId the client's name for this attempt, a UUID
 * @param cursor the continuation of the former page, absent for the first one
 * @param limit most records of a page, 1 to 1000
 */
public record RebuildRequest(
    String clientId,
    long clientGeneration,
    SchemaReference schema,
    String scope,
    String rebuildId,
    Optional<String> cursor,
    int limit) {
  public RebuildRequest {
    Objects.requireNonNull(clientId);
    Objects.requireNonNull(schema);
    Objects.requireNonNull(scope);
    Objects.requireNonNull(rebuildId);
    Objects.requireNonNull(cursor);
  }
}
