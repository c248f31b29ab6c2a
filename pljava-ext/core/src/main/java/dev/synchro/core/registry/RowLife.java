package dev.synchro.core.registry;

import java.util.Objects;
import java.util.Optional;

/** The columns, if any, that hold the times of a row's life. Contract 8.1. */
public record RowLife(
    Optional<String> createdAt, Optional<String> updatedAt, Optional<String> deletedAt) {
  /** No such column. */
  public static final RowLife NONE =
      new RowLife(Optional.empty(), Optional.empty(), Optional.empty());

  public RowLife {
    Objects.requireNonNull(createdAt, "createdAt");
    Objects.requireNonNull(updatedAt, "updatedAt");
    Objects.requireNonNull(deletedAt, "deletedAt");
  }

  /** Whether one of them is the column of this name. */
  public boolean holds(String column) {
    return createdAt.filter(column::equals).isPresent()
        || updatedAt.filter(column::equals).isPresent()
        || deletedAt.filter(column::equals).isPresent();
  }
}
