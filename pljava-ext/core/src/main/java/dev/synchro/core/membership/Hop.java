package dev.synchro.core.membership;

import dev.synchro.core.registry.CapturedColumn;
import dev.synchro.core.registry.RegisteredRelation;
import java.util.Objects;

/**
 * One step of a resolved path: from a row of one relation to the rows of another, or of the same
 * one, that a comparison finds. Contract 7.2.
 *
 * @param from the relation stepped from
 * @param value the column of it whose value is looked for
 * @param to the relation stepped into
 * @param match the column of it that equals the value: its key, or the middle name of {@code
 *     a<R.k.c}
 * @param next the column of it whose value goes on
 */
public record Hop(
    RegisteredRelation from,
    CapturedColumn value,
    RegisteredRelation to,
    CapturedColumn match,
    CapturedColumn next) {
  public Hop {
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(value, "value");
    Objects.requireNonNull(to, "to");
    Objects.requireNonNull(match, "match");
    Objects.requireNonNull(next, "next");
  }

  /** Whether the step finds at most one row, by its key. */
  public boolean followsKey() {
    return match.name().equals(to.keyColumn());
  }
}
