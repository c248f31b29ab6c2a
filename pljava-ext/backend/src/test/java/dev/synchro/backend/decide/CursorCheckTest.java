package dev.synchro.backend.decide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.synchro.core.message.RequestRefused;
import dev.synchro.core.position.Position;
import dev.synchro.core.token.KeyRing;
import dev.synchro.core.token.TokenPurpose;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a presented cursor is worth: column {@code ic1} of the findings of contract 2.3. */
final class CursorCheckTest {
  private static final CursorCheck CHECK =
      new CursorCheck(TestTokens.KEYS, TestTokens.STREAM, TestTokens.BINDING);

  private static String answer(Supplier<Optional<String>> judged) {
    try {
      return judged.get().orElse("stale");
    } catch (RequestRefused refused) {
      return refused.envelope().code().code();
    }
  }

  private static String current(CursorCheck check, String token) {
    return answer(() -> check.current(token, TestTokens.FACTS).map(position -> "usable"));
  }

  private static String carried(String token) {
    return answer(
        () ->
            CHECK
                .carried(token, TestTokens.FACTS, TestTokens.HISTORY)
                .map(carried -> carried.reissued() ? "re-issued" : "usable"));
  }

  @ParameterizedTest
  @CsvSource({
    "as issued, usable",
    "of a key that only verifies, usable",
    "at the floor, usable",
    "at the boundary, usable",
    "at the start, stale",
    "below the floor, stale",
    "behind the boundary, stale",
    "of an older stream generation, stale",
    "of a later stream generation, stale",
    "of an older client generation, stale",
    "of a later client generation, stale",
    "of an older membership generation, stale",
    "of a later membership generation, stale",
    "of an older retention generation, stale",
    "of a later retention generation, stale",
    "of schema 4, stale",
    "of schema 9, stale",
    "of a retired key, stale",
    "of an unknown key, invalid_request",
    "with another secret, invalid_request",
    "of another kind, invalid_request",
    "of another user, invalid_request",
    "of another client, invalid_request",
    "of another scope, invalid_request"
  })
  void a_cursor_that_differs_in_one_point(String difference, String answer) {
    assertThat(current(CHECK, TestTokens.cursor(difference))).isEqualTo(answer);
  }

  @Test
  void a_usable_cursor_is_worth_its_position() {
    assertThat(CHECK.current(TestTokens.cursor("as issued"), TestTokens.FACTS))
        .contains(TestTokens.end(30));
    assertThat(CHECK.current(TestTokens.cursor("at the floor"), TestTokens.FACTS))
        .contains(TestTokens.end(10));
  }

  /** The start of a generation is resumable until something was compacted. */
  @Test
  void the_start_is_resumable_while_it_is_the_floor() {
    ScopeFacts scope = TestTokens.FACTS;
    ScopeFacts untouched =
        new ScopeFacts(
            scope.scopeId(),
            scope.scopePk(),
            scope.membershipGeneration(),
            scope.retentionGeneration(),
            new Position.GenerationStart(),
            scope.cardinality(),
            scope.digest());
    assertThat(CHECK.current(TestTokens.cursor("at the start"), untouched))
        .contains(new Position.GenerationStart());
  }

  /** The bridge of contract 5.3. */
  @ParameterizedTest
  @CsvSource({
    "as issued, usable",
    "of schema 4, re-issued",
    "of schema 3, stale",
    "of schema 2, stale",
    "of schema 1, stale",
    "of schema 9, stale",
    "of schema 4 and below the floor, stale",
    "of an older membership generation, stale",
    "of a retired key, stale",
    "with another secret, invalid_request",
    "of another scope, invalid_request"
  })
  void a_cursor_is_carried_from_an_earlier_schema(String difference, String answer) {
    assertThat(carried(TestTokens.cursor(difference))).isEqualTo(answer);
  }

  /** No step of class 3 affects this scope, but one of class 4 lies behind schema 1. */
  @ParameterizedTest
  @CsvSource({"4, re-issued", "3, re-issued", "2, re-issued", "1, stale", "9, stale"})
  void a_scope_no_step_affects_is_carried_up_to_a_step_of_class_4(long schema, String answer) {
    assertThat(
            answer(
                () ->
                    CHECK
                        .carried(
                            TestTokens.cursorOf("another", schema),
                            TestTokens.facts("another"),
                            TestTokens.HISTORY)
                        .map(carried -> carried.reissued() ? "re-issued" : "usable")))
        .isEqualTo(answer);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".",
        "..",
        "ic1",
        "ic1.",
        "ic1..",
        "ic1.e30",
        "ic1.e30.",
        "ic1.e30.AAAA",
        "ic1.bnVsbA.AAAA",
        "ic1.W10.AAAA",
        "IC1.e30.AAAA",
        " ic1.e30.AAAA",
        "ic1.e30=.AAAA",
        "ic1.e31.AAAA",
        "ic1.e.AAAA"
      })
  void what_is_no_token_is_refused(String text) {
    assertThat(current(CHECK, text)).isEqualTo("invalid_request");
  }

  @Test
  void anything_added_to_or_taken_from_a_token_is_refused() {
    String token = TestTokens.cursor("as issued");
    for (String changed :
        List.of(
            token + "A",
            token + ".",
            token + ".AAAA",
            token + "=",
            token + "\n",
            " " + token,
            token.substring(1),
            token.substring(0, token.length() - 1),
            token.substring(0, token.lastIndexOf('.')),
            token.substring(0, token.lastIndexOf('.') + 1),
            token.replaceFirst("ic1", "rb1"),
            token.replaceFirst("ic1", "ic2"))) {
      assertThat(current(CHECK, changed)).as(changed).isEqualTo("invalid_request");
    }
  }

  /** The last character of 32 octets has two bits to spare, which must be zero. */
  @Test
  void a_token_has_one_spelling() {
    String token = TestTokens.cursor("as issued");
    String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    int last = alphabet.indexOf(token.charAt(token.length() - 1));
    String same = token.substring(0, token.length() - 1) + alphabet.charAt(last + 1);
    assertThat(last % 4).isZero();
    assertThat(current(CHECK, same)).isEqualTo("invalid_request");
  }

  @Test
  void the_signing_key_alone_judges_what_it_signed_and_asks_for_the_others() {
    KeyRing signing = new KeyRing(List.of(TestTokens.KEYS.active(TokenPurpose.INCREMENTAL_CURSOR)));
    CursorCheck check = CursorCheck.withSigningKey(signing, TestTokens.STREAM, TestTokens.BINDING);
    assertThat(current(check, TestTokens.cursor("as issued"))).isEqualTo("usable");
    assertThat(current(check, TestTokens.cursor("with another secret")))
        .isEqualTo("invalid_request");
    assertThat(current(check, TestTokens.cursor("of another user"))).isEqualTo("invalid_request");
    for (String other :
        List.of("of a retired key", "of a key that only verifies", "of an unknown key")) {
      assertThatThrownBy(() -> current(check, TestTokens.cursor(other)))
          .isInstanceOf(CursorCheck.OtherKey.class);
    }
  }
}
