package dev.synchro.backend.decide;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Row 9 of contract 5.4.3 and step 9 of 5.2. */
final class WriteFailureTest {
  @ParameterizedTest
  @CsvSource({
    "22001, VALIDATION_FAILED",
    "22P02, VALIDATION_FAILED",
    "23502, VALIDATION_FAILED",
    "23505, VALIDATION_FAILED",
    "54000, VALIDATION_FAILED",
    "42501, POLICY_REJECTED",
    "44000, POLICY_REJECTED",
    "P0001, POLICY_REJECTED",
    "42P01, POLICY_REJECTED",
    "0A000, POLICY_REJECTED",
    "40001, TEMPORARY",
    "40P01, TEMPORARY",
    "55P03, TEMPORARY",
    "57014, TEMPORARY",
    "53200, TEMPORARY",
    "08006, UNFORESEEN",
    "57P01, UNFORESEEN",
    "58030, UNFORESEEN",
    "XX000, UNFORESEEN"
  })
  void an_sqlstate_stands_for_an_outcome(String state, WriteFailure failure) {
    assertThat(WriteFailure.of(state)).isEqualTo(failure);
  }
}
