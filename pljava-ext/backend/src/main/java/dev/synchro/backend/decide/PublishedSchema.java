package dev.synchro.backend.decide;

import dev.synchro.core.schema.SchemaReference;
import dev.synchro.core.schema.TransitionClass;
import java.util.Set;

/**
 * A step of the schema history.
 *
 * @param reference the manifest
 * @param transition how it came from its parent
 * @param affectedScopes the scopes a class 3 step makes clients rebuild, empty for other steps
 */
public record PublishedSchema(
    SchemaReference reference, TransitionClass transition, Set<String> affectedScopes) {
  public PublishedSchema {
    affectedScopes = Set.copyOf(affectedScopes);
  }
}
