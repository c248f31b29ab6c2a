package dev.synchro.core.error;

/**
 * The second of the three error families: the world around synchro failed, such as a server, a disk
 * or a network. It knows whether trying again may help.
 */
public final class WorldFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean retryable;

  private WorldFailure(String message, boolean retryable, Throwable cause) {
    super(message, cause);
    this.retryable = retryable;
  }

  /** A failure that may be gone at the next attempt. */
  public static WorldFailure temporary(String message, Throwable cause) {
    return new WorldFailure(message, true, cause);
  }

  /** A failure that stays until somebody acts. */
  public static WorldFailure lasting(String message, Throwable cause) {
    return new WorldFailure(message, false, cause);
  }

  /** Whether trying again may help. */
  public boolean retryable() {
    return retryable;
  }
}
