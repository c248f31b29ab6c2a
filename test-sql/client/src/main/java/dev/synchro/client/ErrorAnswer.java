package dev.synchro.client;

import dev.synchro.core.json.JsonObject;
import java.util.Optional;

/**
 * An error envelope. Contract 5.7.
 *
 * @param code the code, exactly as sent
 * @param retryable whether the same request may be answered differently later
 */
record ErrorAnswer(String code, boolean retryable) {

  static Optional<ErrorAnswer> find(JsonObject answer) {
    if (!answer.has("error")) {
      return Optional.empty();
    }
    Members error = Members.of("answer", answer).nested("error");
    return Optional.of(new ErrorAnswer(error.string("code"), error.flag("retryable")));
  }

  /** The client must connect again before it goes on. */
  boolean asksForConnect() {
    return code.equals("schema_mismatch") || code.equals("client_generation_expired");
  }

  boolean asksForNewRebuild() {
    return code.equals("rebuild_restart_required");
  }

  boolean refusesFirstConnect() {
    return code.equals("invalid_schema_reference");
  }
}
