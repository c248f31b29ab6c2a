package dev.synchro.client;

/** No answer arrived from the server. The same request may be sent again. */
public final class TransportFailure extends Exception {

  private static final long serialVersionUID = 1L;

  /** A failure described by {@code message}, which names no identity and no content. */
  public TransportFailure(String message, Throwable cause) {
    super(message, cause);
  }

  /** A failure without another one behind it. */
  public TransportFailure(String message) {
    super(message);
  }
}
