package dev.synchro.core.error;

import java.util.Locale;
import java.util.Optional;

/** Every code of an error answer, with the HTTP status an adapter derives from it. Contract 5.7. */
public enum ErrorCode {
  /** The request itself is wrong; sending it again gives the same answer. */
  INVALID_REQUEST(400, false),
  /** A schema reference that is none, or the sentinel where it may not stand. */
  INVALID_SCHEMA_REFERENCE(400, false),
  /** No user, or a client identity this server does not know. */
  AUTH_REQUIRED(401, false),
  /** A batch or mutation id that already stands for other content. */
  IDEMPOTENCY_CONFLICT(409, false),
  /** The identity was retired for ever; the user continues with a new client id. */
  CLIENT_RETIRED(409, false),
  /** The presented generation is not the current one, or expired; connect gives a new one. */
  CLIENT_GENERATION_EXPIRED(409, false),
  /** The rebuild cannot go on; start over with a new rebuild id. */
  REBUILD_RESTART_REQUIRED(409, false),
  /** The presented schema is not the current one; connect brings the current one. */
  SCHEMA_MISMATCH(422, false),
  /** Protocol or application too old. */
  UPGRADE_REQUIRED(426, false),
  /** Too many requests at once; only an adapter says so. */
  RETRY_LATER(429, true),
  /** Stored state contradicts itself; an operator must act. */
  SYNC_INTEGRITY_FAILURE(500, false),
  /** The client's own last write is not captured yet. */
  CAPTURE_PENDING(503, true),
  /** Not possible at the moment. */
  TEMPORARY_UNAVAILABLE(503, true);

  private final int httpStatus;
  private final boolean retryable;
  private final String code;

  ErrorCode(int httpStatus, boolean retryable) {
    this.httpStatus = httpStatus;
    this.retryable = retryable;
    code = name().toLowerCase(Locale.ROOT);
  }

  /** The code with this wire name. */
  public static Optional<ErrorCode> of(String code) {
    for (ErrorCode candidate : values()) {
      if (candidate.code.equals(code)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }

  /** The name on the wire. */
  public String code() {
    return code;
  }

  /** The code with blanks, as the message says it. */
  public String message() {
    return code.replace('_', ' ');
  }

  /** HTTP status of the answer. */
  public int httpStatus() {
    return httpStatus;
  }

  /** Whether the same request may succeed later. */
  public boolean retryable() {
    return retryable;
  }
}
