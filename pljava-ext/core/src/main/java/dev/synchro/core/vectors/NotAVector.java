package dev.synchro.core.vectors;

/** A file or an entry has not the form of its kind, so nothing can be said about the core. */
final class NotAVector extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NotAVector(String message) {
    super(message, null, false, false);
  }
}
