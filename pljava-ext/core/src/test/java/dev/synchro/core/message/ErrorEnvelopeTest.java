package dev.synchro.core.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.core.error.ErrorCode;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.schema.SchemaReference;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every row of contract 5.7: status, retryability and the exact text with its extra members. */
final class ErrorEnvelopeTest {
  private static final SchemaReference CURRENT =
      new SchemaReference(7, SchemaHash.parse("0".repeat(62) + "ff"));
  private static final SchemaReference PRESENTED =
      new SchemaReference(9_007_199_254_740_991L, SchemaHash.parse("a".repeat(64)));

  private static String text(ErrorEnvelope envelope) {
    return new String(envelope.write(), StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    "400, invalid_request, false",
    "400, invalid_schema_reference, false",
    "401, auth_required, false",
    "409, idempotency_conflict, false",
    "409, client_retired, false",
    "409, client_generation_expired, false",
    "409, rebuild_restart_required, false",
    "422, schema_mismatch, false",
    "426, upgrade_required, false",
    "429, retry_later, true",
    "500, sync_integrity_failure, false",
    "503, capture_pending, true",
    "503, temporary_unavailable, true"
  })
  void a_code_has_its_status_and_says_whether_to_retry(int status, String code, boolean retryable) {
    ErrorCode known = ErrorCode.of(code).orElseThrow();
    assertThat(known.httpStatus()).isEqualTo(status);
    assertThat(text(ErrorEnvelope.of(known)))
        .isEqualTo(
            "{\"error\":{\"code\":\""
                + code
                + "\",\"message\":\""
                + code.replace('_', ' ')
                + "\",\"retryable\":"
                + retryable
                + "}}");
  }

  @Test
  void there_is_no_other_code() {
    assertThat(ErrorCode.values()).hasSize(13);
  }

  @Test
  void an_invalid_reference_is_repeated() {
    assertThat(text(ErrorEnvelope.invalidSchemaReference(new ReceivedSchema(-3, "abc"))))
        .isEqualTo(
            "{\"error\":{\"code\":\"invalid_schema_reference\",\"message\":\"invalid schema"
                + " reference\",\"received_schema\":{\"hash\":\"abc\",\"version\":-3},"
                + "\"retryable\":false}}");
    assertThat(text(ErrorEnvelope.invalidSchemaReference(ReceivedSchema.SENTINEL)))
        .contains("\"received_schema\":{\"hash\":\"\",\"version\":0}");
  }

  @Test
  void an_expired_generation_names_the_stored_one() {
    assertThat(text(ErrorEnvelope.clientGenerationExpired(3)))
        .isEqualTo(
            "{\"error\":{\"code\":\"client_generation_expired\",\"current_client_generation\":3,"
                + "\"message\":\"client generation expired\",\"retryable\":false}}");
  }

  @Test
  void a_rebuild_to_be_started_over_names_its_scope() {
    assertThat(text(ErrorEnvelope.rebuildRestartRequired("user:\u00e9\"")))
        .isEqualTo(
            "{\"error\":{\"code\":\"rebuild_restart_required\",\"message\":\"rebuild restart"
                + " required\",\"retryable\":false,\"scope_id\":\"user:\u00e9\\\"\"}}");
  }

  @Test
  void a_schema_mismatch_names_both_schemas() {
    assertThat(text(ErrorEnvelope.schemaMismatch(CURRENT, PRESENTED)))
        .isEqualTo(
            "{\"error\":{\"code\":\"schema_mismatch\",\"current_schema\":{\"hash\":\""
                + CURRENT.hash().hex()
                + "\",\"version\":7},\"message\":\"schema mismatch\",\"received_schema\":{\"hash\":\""
                + PRESENTED.hash().hex()
                + "\",\"version\":9007199254740991},\"retryable\":false}}");
  }

  @Test
  void an_upgrade_names_either_protocols_or_applications() {
    assertThat(text(ErrorEnvelope.protocolUpgradeRequired(3, -2)))
        .isEqualTo(
            "{\"error\":{\"code\":\"upgrade_required\",\"message\":\"upgrade required\","
                + "\"received_protocol_version\":-2,\"required_protocol_version\":3,"
                + "\"retryable\":false}}");
    assertThat(text(ErrorEnvelope.clientUpgradeRequired("2.0.0", "2.0.0-rc.1+b")))
        .isEqualTo(
            "{\"error\":{\"code\":\"upgrade_required\",\"message\":\"upgrade required\","
                + "\"minimum_client_version\":\"2.0.0\","
                + "\"received_client_version\":\"2.0.0-rc.1+b\",\"retryable\":false}}");
  }

  @Test
  void only_a_blocked_capture_has_a_reason() {
    assertThat(text(ErrorEnvelope.captureBlocked()))
        .isEqualTo(
            "{\"error\":{\"code\":\"temporary_unavailable\",\"message\":\"temporary unavailable\","
                + "\"reason\":\"capture_blocked\",\"retryable\":true}}");
    assertThat(Arrays.stream(ErrorCode.values()).map(code -> text(ErrorEnvelope.of(code))).toList())
        .noneMatch(text -> text.contains("reason"));
  }
}
