package dev.synchro.backend.decide;

import dev.synchro.core.registry.PushPolicy;

/**
 * What our owner role needs on a table. Contract 3.4.
 *
 * @param pushes whether clients may push
 * @param deletes whether a pushed deletion removes the row, because no column marks it deleted
 */
public record Access(boolean pushes, boolean deletes) {

  /** What a push policy needs on a table with or without a column that marks deleted rows. */
  public static Access of(PushPolicy policy, boolean hasDeletedAt) {
    boolean pushes = policy == PushPolicy.ENABLED;
    return new Access(pushes, pushes && !hasDeletedAt);
  }

  /** Whether a privilege on the table is needed. */
  public boolean needs(String privilege) {
    return switch (privilege) {
      case "SELECT" -> true;
      case "INSERT", "UPDATE" -> pushes;
      case "DELETE" -> deletes;
      default -> false;
    };
  }
}
