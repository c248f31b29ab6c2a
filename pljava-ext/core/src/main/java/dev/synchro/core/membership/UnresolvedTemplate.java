package dev.synchro.core.membership;

/**
 * A scope template names something that the registry does not have in the way the template needs
 * it. Contract 7.2 and 8.3.
 */
public final class UnresolvedTemplate extends Exception {
  private static final long serialVersionUID = 1L;

  /** What is wrong. */
  public enum Reason {
    /** A relation or column is not captured. */
    NOT_CAPTURED,
    /** What is captured cannot be compared, or cannot be part of a scope id. */
    TYPE
  }

  private final Reason reason;

  UnresolvedTemplate(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  /** What is wrong. */
  public Reason reason() {
    return reason;
  }
}
