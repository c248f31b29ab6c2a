package dev.synchro.adapter.http;

import dev.synchro.core.error.ErrorCode;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.message.ErrorEnvelope;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** What goes back to the sender. Contract 5.1 and 5.7. */
final class Answer {
  static final String OK = "ok";

  /** The body was not complete in time; the connection ends with the answer. */
  static final int TOO_SLOW_STATUS = 408;

  private static final int UNKNOWN_CODE_STATUS = 500;
  private static final byte[] NOTHING = {};

  /** Canonical text sorts members, so an envelope and nothing else starts like this. */
  private static final byte[] ENVELOPE_START = "{\"error\":{".getBytes(StandardCharsets.US_ASCII);

  private final int status;
  private final String code;
  private final boolean retryable;
  private final Optional<String> allow;
  private final byte[] body;

  private Answer(int status, String code, boolean retryable, Optional<String> allow, byte[] body) {
    this.status = status;
    this.code = code;
    this.retryable = retryable;
    this.allow = allow;
    this.body = body;
  }

  /** A value a function returned: an error envelope by its code, everything else as success. */
  static Answer returned(byte[] value) {
    if (value.length < ENVELOPE_START.length
        || !Arrays.equals(
            value, 0, ENVELOPE_START.length, ENVELOPE_START, 0, ENVELOPE_START.length)) {
      return new Answer(200, OK, false, Optional.empty(), value);
    }
    Optional<ErrorCode> code = code(value).flatMap(ErrorCode::of);
    return code.isPresent()
        ? of(code.get(), value)
        : new Answer(UNKNOWN_CODE_STATUS, "unknown", false, Optional.empty(), value);
  }

  private static Optional<String> code(byte[] envelope) {
    try {
      return JsonParser.parseObject(envelope, JsonLimits.DOCUMENT)
          .find("error")
          .filter(JsonObject.class::isInstance)
          .flatMap(error -> ((JsonObject) error).find("code"))
          .filter(JsonString.class::isInstance)
          .map(code -> ((JsonString) code).value());
    } catch (Malformed e) {
      return Optional.empty();
    }
  }

  /** A refusal of the adapter's own, in the form the functions give theirs. */
  static Answer of(ErrorCode code) {
    return of(code, ErrorEnvelope.of(code).write());
  }

  private static Answer of(ErrorCode code, byte[] body) {
    return new Answer(code.httpStatus(), code.code(), code.retryable(), Optional.empty(), body);
  }

  /** A document with status 200. */
  static Answer document(byte[] body) {
    return new Answer(200, OK, false, Optional.empty(), body);
  }

  /** What {@code /ready} says. */
  static Answer ready(boolean ready) {
    byte[] body = ("{\"ready\":" + ready + "}").getBytes(StandardCharsets.US_ASCII);
    return new Answer(ready ? 200 : 503, ready ? OK : "unready", !ready, Optional.empty(), body);
  }

  /** This process serves. */
  static Answer live() {
    return document("{\"live\":true}".getBytes(StandardCharsets.US_ASCII));
  }

  static Answer tooSlow() {
    return new Answer(TOO_SLOW_STATUS, "too_slow", false, Optional.empty(), NOTHING);
  }

  static Answer notFound() {
    return new Answer(404, "not_found", false, Optional.empty(), NOTHING);
  }

  static Answer methodNotAllowed(String allow) {
    return new Answer(405, "method_not_allowed", false, Optional.of(allow), NOTHING);
  }

  /** HTTP status. */
  int status() {
    return status;
  }

  /** What to count it as: {@code ok}, an error code, or what HTTP itself refuses. */
  String code() {
    return code;
  }

  /** Whether {@code Retry-After} goes with it. */
  boolean retryable() {
    return retryable;
  }

  /** The method the route has, when another was used. */
  Optional<String> allow() {
    return allow;
  }

  /** Octets of the content type the route has; empty when HTTP itself refuses. Not a copy. */
  byte[] body() {
    return body;
  }
}
