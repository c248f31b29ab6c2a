package dev.synchro.core.schema;

import java.util.Optional;

/** Which fields, if any, hold the times of a row's life. Contract 8.1 and 8.4. */
public record Lifecycle(
    Optional<String> createdAtFieldId,
    Optional<String> updatedAtFieldId,
    Optional<String> deletedAtFieldId) {
  public static final Lifecycle NONE =
      new Lifecycle(Optional.empty(), Optional.empty(), Optional.empty());
}
