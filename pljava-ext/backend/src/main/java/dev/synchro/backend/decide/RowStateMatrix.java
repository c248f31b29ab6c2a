package dev.synchro.backend.decide;

import dev.synchro.core.error.OutcomeCode;
import dev.synchro.core.message.MutationOperation;
import java.util.Optional;

/** Whether a mutation fits the row it finds. Contract 5.4.5. */
public final class RowStateMatrix {
  private RowStateMatrix() {}

  /**
   * The conflict, or nothing when the mutation is to be applied.
   *
   * @param baseMatches whether the base version is the row's; of no matter unless the row is live
   */
  public static Optional<OutcomeCode> conflict(
      StoredRow.State state, boolean baseMatches, MutationOperation operation) {
    boolean insert = operation == MutationOperation.INSERT;
    return switch (state) {
      case ABSENT -> insert ? Optional.empty() : Optional.of(OutcomeCode.ROW_NOT_FOUND);
      case LIVE -> {
        if (insert) {
          yield Optional.of(OutcomeCode.ROW_ALREADY_EXISTS);
        }
        yield baseMatches ? Optional.empty() : Optional.of(OutcomeCode.VERSION_CONFLICT);
      }
      case DELETED -> Optional.of(OutcomeCode.ROW_DELETED);
    };
  }
}
