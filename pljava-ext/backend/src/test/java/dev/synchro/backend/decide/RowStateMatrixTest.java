package dev.synchro.backend.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.core.error.OutcomeCode;
import dev.synchro.core.message.MutationOperation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every cell of the table of contract 5.4.5. */
final class RowStateMatrixTest {
  @ParameterizedTest
  @CsvSource({
    "ABSENT, false, INSERT, applied",
    "ABSENT, false, UPDATE, row_not_found",
    "ABSENT, false, DELETE, row_not_found",
    "ABSENT, true, UPDATE, row_not_found",
    "LIVE, true, INSERT, row_already_exists",
    "LIVE, true, UPDATE, applied",
    "LIVE, true, DELETE, applied",
    "LIVE, false, INSERT, row_already_exists",
    "LIVE, false, UPDATE, version_conflict",
    "LIVE, false, DELETE, version_conflict",
    "DELETED, true, INSERT, row_deleted",
    "DELETED, true, UPDATE, row_deleted",
    "DELETED, true, DELETE, row_deleted",
    "DELETED, false, INSERT, row_deleted",
    "DELETED, false, UPDATE, row_deleted",
    "DELETED, false, DELETE, row_deleted"
  })
  void a_mutation_meets_a_row(
      StoredRow.State state, boolean baseMatches, MutationOperation operation, String outcome) {
    assertThat(
            RowStateMatrix.conflict(state, baseMatches, operation)
                .map(OutcomeCode::code)
                .orElse("applied"))
        .isEqualTo(outcome);
  }
}
