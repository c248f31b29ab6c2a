package dev.synchro.core.token;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;

/** A key of 32 octets. Has no printable form; {@link #expose} is the one door to its content. */
public final class SecretBytes {
  /** Octets of every token key. Contract 2.4. */
  public static final int LENGTH = 32;

  private final byte[] octets;

  /**
   * Copies the key.
   *
   * @throws Malformed unless there are 32 octets
   */
  public SecretBytes(byte[] octets) {
    if (octets.length != LENGTH) {
      throw new Malformed(Rule.DIGEST_LENGTH);
    }
    this.octets = octets.clone();
  }

  /** A copy of the key. */
  byte[] expose() {
    return octets.clone();
  }

  @Override
  public String toString() {
    return "secret";
  }
}
