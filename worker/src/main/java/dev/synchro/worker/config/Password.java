package dev.synchro.worker.config;

/** A password without a printable form. */
public final class Password {
  private final String value;

  Password(String value) {
    this.value = value;
  }

  /** The one door to the secret: for the driver's connection properties. */
  public String reveal() {
    return value;
  }

  @Override
  public String toString() {
    return "********";
  }
}
