package dev.synchro.core.json;

import dev.synchro.core.bytes.Octets;
import dev.synchro.core.error.Malformed;

/**
 * The content of a portable {@code json} value: RFC 8785 text under the I-JSON restrictions.
 * Contract 2.5.
 */
public final class PortableJson {
  private PortableJson() {}

  /**
   * Canonical text of any accepted JSON text.
   *
   * @throws Malformed when the text is no portable JSON
   */
  public static byte[] canonicalize(byte[] text) {
    return canonicalize(text, 0, text.length);
  }

  /** As {@link #canonicalize(byte[])} for a part of an array. */
  public static byte[] canonicalize(byte[] text, int from, int to) {
    Octets out = new Octets(to - from + 16);
    canonicalize(text, from, to, out);
    return out.toByteArray();
  }

  /**
   * As {@link #canonicalize(byte[])}, appended. On refusal {@code out} holds garbage at its end.
   */
  public static void canonicalize(byte[] text, int from, int to, Octets out) {
    new Canonicalizer(true).canonicalize(text, from, to, JsonLimits.PORTABLE, out);
  }

  /** Whether the text is portable JSON. */
  public static boolean isPortable(byte[] text) {
    try {
      canonicalize(text);
      return true;
    } catch (Malformed refused) {
      return false;
    }
  }
}
