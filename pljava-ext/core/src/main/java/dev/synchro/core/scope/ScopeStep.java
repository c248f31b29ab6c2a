package dev.synchro.core.scope;

import java.util.Objects;
import java.util.Optional;

/**
 * One step of a template's path into another registered relation. Contract 7.2.
 *
 * @param relation logical name of the relation stepped into
 * @param matchColumn present for {@code a<R.k.c}: the column of the relation that equals the value
 *     so far; absent for {@code a>R.c}: the relation's key equals it
 * @param column the column of the relation whose value goes on
 */
public record ScopeStep(String relation, Optional<String> matchColumn, String column) {
  public ScopeStep {
    Objects.requireNonNull(relation, "relation");
    Objects.requireNonNull(matchColumn, "matchColumn");
    Objects.requireNonNull(column, "column");
  }

  /** Whether the step finds at most one row, by its key. */
  public boolean followsKey() {
    return matchColumn.isEmpty();
  }
}
