package dev.synchro.core.error;

/**
 * The first of the three error families: something handed in is refused and nothing was changed.
 * The other two are {@link WorldFailure} and {@link BugException}. A refusal is an ordinary answer,
 * so it carries no stack trace, and its message never contains the refused value.
 */
public abstract class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  protected Refusal(String message) {
    super(message, null, false, false);
  }
}
