package dev.synchro.core.error;

/**
 * A PostgreSQL value that has no portable form. Contract 2.6: poison or {@code validation_failed}.
 */
public final class NotPortable extends Malformed {
  private static final long serialVersionUID = 1L;

  public NotPortable(Rule rule) {
    super(rule);
  }
}
