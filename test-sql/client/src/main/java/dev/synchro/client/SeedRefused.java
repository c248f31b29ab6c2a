package dev.synchro.client;

/** A seed is not what its own digests say, or not a seed at all; nothing of it was kept. */
public final class SeedRefused extends RuntimeException {

  private static final long serialVersionUID = 1L;

  SeedRefused(String message, Throwable cause) {
    super(message, cause);
  }
}
