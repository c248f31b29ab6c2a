package dev.synchro.client;

/**
 * A local write that no server would take, such as one of an unknown column; nothing is changed.
 */
public final class LocalWriteRefused extends RuntimeException {

  private static final long serialVersionUID = 1L;

  LocalWriteRefused(String message) {
    super(message);
  }
}
