package dev.synchro.core.bytes;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import java.util.Arrays;

/** Lowercase hexadecimal, the only alphabet on the wire. */
public final class Hex {
  private static final byte[] VALUES = values();

  private Hex() {}

  private static byte[] values() {
    byte[] values = new byte[128];
    Arrays.fill(values, (byte) -1);
    for (int value = 0; value < 16; value++) {
      values[digit(value)] = (byte) value;
    }
    return values;
  }

  public static String encode(byte[] octets) {
    Octets out = new Octets(2 * octets.length);
    append(octets, out);
    return Utf8.decode(out.array(), 0, out.length());
  }

  public static void append(byte[] octets, Octets out) {
    append(octets, 0, octets.length, out);
  }

  public static void append(byte[] octets, int from, int count, Octets out) {
    byte[] to = out.reserve(2 * count);
    int at = out.length();
    for (int i = from; i < from + count; i++) {
      to[at++] = digit(octets[i] >> 4 & 0xf);
      to[at++] = digit(octets[i] & 0xf);
    }
    out.advance(2 * count);
  }

  /**
   * Decodes lowercase digits only.
   *
   * @throws Malformed for an odd length or any other character
   */
  public static byte[] decode(String text) {
    if (text.length() % 2 != 0) {
      throw new Malformed(Rule.NOT_HEX);
    }
    byte[] octets = new byte[text.length() / 2];
    for (int i = 0; i < octets.length; i++) {
      octets[i] = (byte) (value(text.charAt(2 * i)) << 4 | value(text.charAt(2 * i + 1)));
    }
    return octets;
  }

  /**
   * Decodes exactly 64 lowercase digits into 32 octets.
   *
   * @throws Malformed for anything else
   */
  public static byte[] decodeSha256(String text) {
    if (text.length() != 2 * Sha256.LENGTH) {
      throw new Malformed(Rule.NOT_HEX);
    }
    return decode(text);
  }

  private static byte digit(int value) {
    return (byte) (value < 10 ? '0' + value : 'a' + value - 10);
  }

  private static int value(char digit) {
    int value = digit < VALUES.length ? VALUES[digit] : -1;
    if (value < 0) {
      throw new Malformed(Rule.NOT_HEX);
    }
    return value;
  }
}
