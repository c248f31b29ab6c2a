package dev.synchro.core.bytes;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;

/**
 * RFC 4648 base64url without padding, strict: another alphabet, padding, a length of 1 modulo 4 and
 * trailing bits that are not zero are refused, so that every octet string has one text.
 */
public final class Base64Url {
  private static final byte[] ALPHABET =
      new Octets(64)
          .ascii("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
          .toByteArray();
  private static final byte[] VALUES = new byte[256];

  static {
    for (int i = 0; i < VALUES.length; i++) {
      VALUES[i] = -1;
    }
    for (int i = 0; i < ALPHABET.length; i++) {
      VALUES[ALPHABET[i]] = (byte) i;
    }
  }

  private Base64Url() {}

  public static String encode(byte[] octets) {
    return encode(octets, 0, octets.length);
  }

  public static String encode(byte[] octets, int from, int count) {
    Octets out = new Octets(4 * count / 3 + 4);
    append(octets, from, count, out);
    return Utf8.decode(out.array(), 0, out.length());
  }

  public static void append(byte[] octets, int from, int count, Octets out) {
    byte[] to = out.reserve((int) (4L * count / 3 + 4 & 0x7fffffff));
    int at = out.length();
    int start = at;
    int i = from;
    for (int last = from + count - 2; i < last; i += 3) {
      int group = (octets[i] & 0xff) << 16 | (octets[i + 1] & 0xff) << 8 | (octets[i + 2] & 0xff);
      to[at] = ALPHABET[group >> 18];
      to[at + 1] = ALPHABET[group >> 12 & 63];
      to[at + 2] = ALPHABET[group >> 6 & 63];
      to[at + 3] = ALPHABET[group & 63];
      at += 4;
    }
    int rest = from + count - i;
    if (rest > 0) {
      int group = (octets[i] & 0xff) << 16 | (rest == 2 ? (octets[i + 1] & 0xff) << 8 : 0);
      to[at++] = ALPHABET[group >> 18];
      to[at++] = ALPHABET[group >> 12 & 63];
      if (rest == 2) {
        to[at++] = ALPHABET[group >> 6 & 63];
      }
    }
    out.advance(at - start);
  }

  /**
   * Decodes a text.
   *
   * @throws Malformed when the text is no canonical base64url
   */
  public static byte[] decode(String text) {
    byte[] ascii = new byte[text.length()];
    for (int i = 0; i < ascii.length; i++) {
      char unit = text.charAt(i);
      if (unit >= 0x80) {
        throw new Malformed(Rule.NOT_BASE64URL);
      }
      ascii[i] = (byte) unit;
    }
    return decode(ascii, 0, ascii.length);
  }

  /**
   * Decodes a part of an array of ASCII.
   *
   * @throws Malformed when the text is no canonical base64url
   */
  public static byte[] decode(byte[] text, int from, int to) {
    int count = to - from;
    int tail = count & 3;
    if (tail == 1) {
      throw new Malformed(Rule.NOT_BASE64URL);
    }
    byte[] octets = new byte[count / 4 * 3 + (tail == 0 ? 0 : tail - 1)];
    int at = 0;
    int i = from;
    for (; i + 4 <= to; i += 4) {
      int group =
          VALUES[text[i] & 0xff] << 18
              | VALUES[text[i + 1] & 0xff] << 12
              | VALUES[text[i + 2] & 0xff] << 6
              | VALUES[text[i + 3] & 0xff];
      if (group < 0) {
        throw new Malformed(Rule.NOT_BASE64URL);
      }
      octets[at] = (byte) (group >> 16);
      octets[at + 1] = (byte) (group >> 8);
      octets[at + 2] = (byte) group;
      at += 3;
    }
    if (tail > 0) {
      int group = VALUES[text[i] & 0xff] << 18 | VALUES[text[i + 1] & 0xff] << 12;
      if (tail == 3) {
        group |= VALUES[text[i + 2] & 0xff] << 6;
      }
      if (group < 0) {
        throw new Malformed(Rule.NOT_BASE64URL);
      }
      if ((group & (tail == 2 ? 0xffff : 0xff)) != 0) {
        throw new Malformed(Rule.NONCANONICAL_BASE64URL);
      }
      octets[at] = (byte) (group >> 16);
      if (tail == 3) {
        octets[at + 1] = (byte) (group >> 8);
      }
    }
    return octets;
  }
}
