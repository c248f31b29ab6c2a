package dev.synchro.demo;

/** Something the product promises did not hold. */
final class CheckFailed extends RuntimeException {

  private static final long serialVersionUID = 1L;

  CheckFailed(String message) {
    super(message);
  }
}
