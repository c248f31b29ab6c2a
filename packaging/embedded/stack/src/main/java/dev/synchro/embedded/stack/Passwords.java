package dev.synchro.embedded.stack;

import java.security.SecureRandom;
import java.util.Base64;

/** Passwords nobody has to remember. */
final class Passwords {

  private static final int OCTETS = 24;
  private static final SecureRandom RANDOM = new SecureRandom();

  private Passwords() {}

  static String random() {
    byte[] octets = new byte[OCTETS];
    RANDOM.nextBytes(octets);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(octets);
  }
}
