package dev.synchro.core.message;

import dev.synchro.core.error.ErrorCode;
import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.schema.SchemaReference;
import java.util.Objects;

/**
 * The answer of a refused call. Contract 5.7.
 *
 * @param code what is wrong
 * @param extra members beyond code, message and retryable
 */
public record ErrorEnvelope(ErrorCode code, JsonObject extra) {
  public ErrorEnvelope {
    Objects.requireNonNull(code);
    Objects.requireNonNull(extra);
  }

  /** An answer without extra members. */
  public static ErrorEnvelope of(ErrorCode code) {
    return new ErrorEnvelope(code, JsonObject.EMPTY);
  }

  /** The reference is none, or not acceptable where it stands. */
  public static ErrorEnvelope invalidSchemaReference(ReceivedSchema received) {
    return new ErrorEnvelope(
        ErrorCode.INVALID_SCHEMA_REFERENCE,
        JsonObject.builder().put("received_schema", received.toJson()).build());
  }

  /** The reference is well formed but not the current one. */
  public static ErrorEnvelope schemaMismatch(SchemaReference current, SchemaReference received) {
    return new ErrorEnvelope(
        ErrorCode.SCHEMA_MISMATCH,
        JsonObject.builder()
            .put("current_schema", ReceivedSchema.of(current).toJson())
            .put("received_schema", ReceivedSchema.of(received).toJson())
            .build());
  }

  /** The client speaks another protocol. */
  public static ErrorEnvelope protocolUpgradeRequired(long required, long received) {
    return new ErrorEnvelope(
        ErrorCode.UPGRADE_REQUIRED,
        JsonObject.builder()
            .put("required_protocol_version", required)
            .put("received_protocol_version", received)
            .build());
  }

  /** The application is older than the operator allows. */
  public static ErrorEnvelope clientUpgradeRequired(String minimum, String received) {
    return new ErrorEnvelope(
        ErrorCode.UPGRADE_REQUIRED,
        JsonObject.builder()
            .put("minimum_client_version", minimum)
            .put("received_client_version", received)
            .build());
  }

  /** The presented generation is not the stored one, or the stored one expired. */
  public static ErrorEnvelope clientGenerationExpired(long current) {
    return new ErrorEnvelope(
        ErrorCode.CLIENT_GENERATION_EXPIRED,
        JsonObject.builder().put("current_client_generation", current).build());
  }

  /** The rebuild of this scope must start over. */
  public static ErrorEnvelope rebuildRestartRequired(String scopeId) {
    return new ErrorEnvelope(
        ErrorCode.REBUILD_RESTART_REQUIRED, JsonObject.builder().put("scope_id", scopeId).build());
  }

  /** Capture is stopped by a poison. */
  public static ErrorEnvelope captureBlocked() {
    return new ErrorEnvelope(
        ErrorCode.TEMPORARY_UNAVAILABLE,
        JsonObject.builder().put("reason", "capture_blocked").build());
  }

  /** Canonical text of the answer, in UTF-8. */
  public byte[] write() {
    JsonObject.Builder error =
        JsonObject.builder()
            .put("code", code.code())
            .put("message", code.message())
            .put("retryable", code.retryable());
    extra.members().forEach(error::put);
    return CanonicalJson.write(JsonObject.builder().put("error", error.build()).build());
  }
}
