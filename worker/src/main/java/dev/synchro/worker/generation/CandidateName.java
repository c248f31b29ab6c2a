package dev.synchro.worker.generation;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Names for slots of operations, so that no two attempts share one. */
final class CandidateName {
  private static final SecureRandom RANDOM = new SecureRandom();

  private CandidateName() {}

  static String next() {
    byte[] name = new byte[8];
    RANDOM.nextBytes(name);
    return "synchro_" + HexFormat.of().formatHex(name);
  }
}
