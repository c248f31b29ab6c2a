package dev.synchro.core.error;

/**
 * The third of the three error families: synchro itself is wrong. The work stops; nobody retries
 * and nobody turns it into an answer to a client's mistake.
 */
public final class BugException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BugException(String message) {
    super(message);
  }

  public BugException(String message, Throwable cause) {
    super(message, cause);
  }
}
