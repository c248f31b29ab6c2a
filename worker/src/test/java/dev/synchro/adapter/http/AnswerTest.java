package dev.synchro.adapter.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.core.error.ErrorCode;
import dev.synchro.core.message.ErrorEnvelope;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Status and {@code Retry-After} of every kind of answer. Contract 5.1 and 5.7. */
class AnswerTest {
  private static Answer returned(String text) {
    return Answer.returned(text.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void an_envelope_has_the_status_of_its_code_and_keeps_its_text(ErrorCode code) {
    byte[] envelope = ErrorEnvelope.of(code).write();
    Answer answer = Answer.returned(envelope);
    assertThat(answer.status()).isEqualTo(code.httpStatus());
    assertThat(answer.code()).isEqualTo(code.code());
    assertThat(answer.retryable()).isEqualTo(code.retryable());
    assertThat(answer.body()).isSameAs(envelope);
  }

  @ParameterizedTest
  @CsvSource({
    "invalid_request, 400, false",
    "auth_required, 401, false",
    "rebuild_restart_required, 409, false",
    "schema_mismatch, 422, false",
    "upgrade_required, 426, false",
    "retry_later, 429, true",
    "sync_integrity_failure, 500, false",
    "capture_pending, 503, true",
    "temporary_unavailable, 503, true"
  })
  void statuses_are_those_of_the_contract(String code, int status, boolean retryable) {
    Answer answer = returned("{\"error\":{\"code\":\"" + code + "\",\"scope_id\":\"x\"}}");
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.retryable()).isEqualTo(retryable);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"changes\":[],\"error\":{}}",
        "{\"errors\":{}}",
        "{\"error\":\"a scope\"}",
        "{\"rejected\":[{\"code\":\"retry_later\"}]}"
      })
  void everything_else_is_success(String text) {
    Answer answer = returned(text);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.code()).isEqualTo("ok");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"error\":{}}", "{\"error\":{\"code\":\"new_one\"}}", "{\"error\":{"})
  void an_envelope_nobody_knows_is_a_fault_and_is_not_counted_by_its_text(String text) {
    Answer answer = returned(text);
    assertThat(answer.status()).isEqualTo(500);
    assertThat(answer.code()).isEqualTo("unknown");
    assertThat(answer.retryable()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "08006, true",
        "40001, true",
        "40P01, true",
        "53300, true",
        "55P03, true",
        "57014, true",
        "57P01, true",
        "58030, true",
        "-, true",
        "22P02, false",
        "25000, false",
        "42501, false",
        "42883, false",
        "P0001, false",
        "XX000, false"
      })
  void a_failed_call_is_temporary_and_says_whether_anybody_foresaw_it(
      String state, boolean foreseen) {
    CallFailure failure = CallFailure.of(new SQLException("a value nobody may see", state));
    assertThat(failure.code()).isEqualTo(ErrorCode.TEMPORARY_UNAVAILABLE);
    assertThat(failure.foreseen()).isEqualTo(foreseen);
  }

  @Test
  void a_state_that_is_none_is_not_repeated() {
    assertThat(CallFailure.of(new SQLException("", "DROP TABLE")).state()).isEqualTo("none");
  }

  @Test
  void readiness_has_a_status_and_no_more_than_a_word() {
    assertThat(new String(Answer.ready(true).body(), StandardCharsets.UTF_8))
        .isEqualTo("{\"ready\":true}");
    assertThat(Answer.ready(true).status()).isEqualTo(200);
    assertThat(Answer.ready(false).status()).isEqualTo(503);
  }
}
