package dev.synchro.demo;

/** The demo was called in a way it cannot do; nothing was started. */
final class DemoRefused extends RuntimeException {

  private static final long serialVersionUID = 1L;

  DemoRefused(String message) {
    super(message);
  }
}
