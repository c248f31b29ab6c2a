package dev.synchro.embedded.stack;

/**
 * The surroundings lack something the stack needs. The message is bounded, names the expectation
 * and what to do, and holds no secret; whatever had been started or written for the failed attempt
 * is gone again.
 */
public final class StackFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private static final int LONGEST_MESSAGE = 4_000;

  StackFailure(String message) {
    super(bounded(message));
  }

  StackFailure(String message, Throwable cause) {
    super(bounded(message), cause);
  }

  private static String bounded(String message) {
    return message.length() <= LONGEST_MESSAGE
        ? message
        : message.substring(0, LONGEST_MESSAGE) + " ...";
  }
}
