package dev.synchro.sqlgen.processor.emit;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** What tells the objects of one build from those of another. */
public final class Fingerprint {

  /** Stands in the script while its fingerprint is computed. */
  public static final String NONE = "0".repeat(64);

  private Fingerprint() {}

  /** SHA-256 of a script, 64 lower case hexadecimal digits. */
  public static String of(String script) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(script.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }
}
