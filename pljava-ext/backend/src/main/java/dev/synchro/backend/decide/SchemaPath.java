package dev.synchro.backend.decide;

import java.util.Set;

/**
 * What lies between a published manifest and the current one. Contract 8.5.
 *
 * @param crossesClass4 whether a step is incompatible
 * @param affectedScopes the scopes of all class 3 steps together
 */
public record SchemaPath(boolean crossesClass4, Set<String> affectedScopes) {
  public SchemaPath {
    affectedScopes = Set.copyOf(affectedScopes);
  }

  /** Whether a cursor of the scope can be carried along the whole path. Contract 5.3. */
  public boolean carries(String scopeId) {
    return !crossesClass4 && !affectedScopes.contains(scopeId);
  }
}
