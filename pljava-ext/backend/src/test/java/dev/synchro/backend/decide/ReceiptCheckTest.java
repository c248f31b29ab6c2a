package dev.synchro.backend.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.core.position.Lsn;
import dev.synchro.core.position.Position;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a seed receipt is valid: column {@code sc1} of contract 2.3, and the end of 5.3. */
final class ReceiptCheckTest {
  private static final ReceiptCheck CHECK = new ReceiptCheck(TestTokens.KEYS, TestTokens.STREAM);

  private static ConnectScope scope(Optional<Position> lastChange) {
    return new ConnectScope(TestTokens.FACTS, true, false, false, true, lastChange);
  }

  private static String judged(String token, Optional<Position> lastChange) {
    return CHECK
        .position(token, scope(lastChange))
        .map(position -> Long.toString(position.lsn().orElseThrow().bits()))
        .orElse("nothing");
  }

  @ParameterizedTest
  @CsvSource({
    "as issued, 30, 30",
    "of a key that only verifies, 30, 30",
    "at the floor, 10, 10",
    "at the boundary, 50, 50",
    "below the floor, nothing, nothing",
    "behind the boundary, nothing, nothing",
    "of schema 4, nothing, nothing",
    "of schema 9, nothing, nothing",
    "of another scope, nothing, nothing",
    "of an older registry generation, nothing, nothing",
    "of a later registry generation, nothing, nothing",
    "of an older membership generation, nothing, nothing",
    "of a later membership generation, nothing, nothing",
    "of an older retention generation, nothing, nothing",
    "of a later retention generation, nothing, nothing",
    "of an older stream generation, nothing, nothing",
    "of a later stream generation, nothing, nothing",
    "of another count, nothing, 30",
    "of another digest, nothing, 30",
    "of a retired key, nothing, nothing",
    "of an unknown key, nothing, nothing",
    "with another secret, nothing, nothing",
    "of another kind, nothing, nothing"
  })
  void a_receipt_that_differs_in_one_point(String difference, String unchanged, String changed) {
    String token = TestTokens.receipt(difference);
    assertThat(judged(token, Optional.empty())).as("no entry").isEqualTo(unchanged);
    assertThat(judged(token, Optional.of(TestTokens.end(10)))).as("no change").isEqualTo(unchanged);
    assertThat(judged(token, Optional.of(new Position.Effect(new Lsn(51), 0, 0))))
        .as("a change since")
        .isEqualTo(changed);
  }

  /** A change at the boundary itself is in the receipt; one right behind it is not. */
  @ParameterizedTest
  @CsvSource({"30, nothing", "31, 30"})
  void count_and_digest_are_compared_up_to_the_first_later_change(long lsn, String judged) {
    assertThat(
            judged(
                TestTokens.receipt("of another digest"),
                Optional.of(new Position.Effect(new Lsn(lsn), 0, 0))))
        .isEqualTo(judged);
  }

  /** A baseline writes entries at the boundary itself. */
  @Test
  void an_entry_at_the_boundary_is_no_later_change() {
    assertThat(judged(TestTokens.receipt("of another digest"), Optional.of(TestTokens.end(30))))
        .isEqualTo("nothing");
    assertThat(judged(TestTokens.receipt("as issued"), Optional.of(TestTokens.end(30))))
        .isEqualTo("30");
  }

  @ParameterizedTest
  @CsvSource({"''", "sc1", "sc1.e30.AAAA", "nonsense"})
  void what_is_no_receipt_is_worth_nothing(String text) {
    assertThat(judged(text, Optional.empty())).isEqualTo("nothing");
  }
}
