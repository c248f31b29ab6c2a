package dev.synchro.core.message;

import dev.synchro.core.error.ErrorCode;
import dev.synchro.core.error.Refusal;
import java.util.Objects;

/** A call is answered with an error instead of a response. Contract 5.7. */
public final class RequestRefused extends Refusal {
  private static final long serialVersionUID = 1L;

  private final transient ErrorEnvelope envelope;

  public RequestRefused(ErrorEnvelope envelope) {
    super(envelope.code().message());
    this.envelope = Objects.requireNonNull(envelope);
  }

  /** A refusal whose answer has no members beyond the usual ones. */
  public RequestRefused(ErrorCode code) {
    this(ErrorEnvelope.of(code));
  }

  static RequestRefused invalidRequest() {
    return new RequestRefused(ErrorCode.INVALID_REQUEST);
  }

  /** The answer. */
  public ErrorEnvelope envelope() {
    return envelope;
  }
}
