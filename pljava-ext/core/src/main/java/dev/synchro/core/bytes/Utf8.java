package dev.synchro.core.bytes;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import java.nio.charset.StandardCharsets;

/**
 * Strict UTF-8. Nothing is ever replaced: what is not a sequence of Unicode scalar values is
 * refused. Contract 2.8.
 */
public final class Utf8 {
  private static final int MAX_OCTETS_PER_CHAR = 3;

  /** In {@link #shape}: something else than ASCII. */
  public static final int MULTIBYTE = 1;

  /** In {@link #shape}: a character that RFC 8785 writes with an escape. */
  public static final int ESCAPED = 2;

  private static final byte[] SHAPES = shapes();

  private Utf8() {}

  private static byte[] shapes() {
    byte[] shapes = new byte[256];
    for (int i = 0; i < 0x20; i++) {
      shapes[i] = ESCAPED;
    }
    shapes['"'] = ESCAPED;
    shapes['\\'] = ESCAPED;
    for (int i = 0x80; i < 0x100; i++) {
      shapes[i] = MULTIBYTE;
    }
    return shapes;
  }

  /**
   * What the octets hold, found in one pass: {@link #MULTIBYTE} and {@link #ESCAPED} or neither.
   */
  public static int shape(byte[] octets, int from, int to) {
    int shape = 0;
    int at = from;
    for (int last = to - 8; at <= last; at += 8) {
      shape |=
          SHAPES[octets[at] & 0xff]
              | SHAPES[octets[at + 1] & 0xff]
              | SHAPES[octets[at + 2] & 0xff]
              | SHAPES[octets[at + 3] & 0xff]
              | SHAPES[octets[at + 4] & 0xff]
              | SHAPES[octets[at + 5] & 0xff]
              | SHAPES[octets[at + 6] & 0xff]
              | SHAPES[octets[at + 7] & 0xff];
    }
    for (; at < to; at++) {
      shape |= SHAPES[octets[at] & 0xff];
    }
    return shape;
  }

  /**
   * Encodes a text.
   *
   * @throws Malformed when the text holds a lone surrogate
   */
  public static byte[] encode(String text) {
    byte[] octets = text.getBytes(StandardCharsets.UTF_8);
    if (octets.length == text.length() && !hasSubstitute(octets)) {
      return octets;
    }
    Octets out = new Octets(text.length() + 16);
    append(text, out);
    return out.toByteArray();
  }

  /**
   * Whether octets hold what the platform's coder writes for half of a surrogate pair. Where it is
   * not found and every character took one octet, the text is ASCII.
   */
  private static boolean hasSubstitute(byte[] octets) {
    for (byte octet : octets) {
      if (octet == '?') {
        return true;
      }
    }
    return false;
  }

  /**
   * Decodes well-formed octets.
   *
   * @throws Malformed when the octets are no well-formed UTF-8
   */
  public static String decode(byte[] octets) {
    return decode(octets, 0, octets.length);
  }

  /**
   * Decodes a part of an array.
   *
   * @throws Malformed when the octets are no well-formed UTF-8
   */
  public static String decode(byte[] octets, int from, int to) {
    check(octets, from, to);
    return new String(octets, from, to - from, StandardCharsets.UTF_8);
  }

  /** Number of octets the text takes; a lone surrogate counts as refused. */
  public static int length(String text) {
    int octets = 0;
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      if (unit < 0x80) {
        octets++;
      } else if (unit < 0x800) {
        octets += 2;
      } else if (Character.isSurrogate(unit)) {
        pair(text, i++);
        octets += 4;
      } else {
        octets += 3;
      }
    }
    return octets;
  }

  /**
   * Accepts well-formed octets only.
   *
   * @throws Malformed when the octets are no well-formed UTF-8
   */
  public static void check(byte[] octets, int from, int to) {
    int at = from;
    while (at < to) {
      if (octets[at] >= 0) {
        at++;
      } else {
        at += sequenceLength(octets, at, to);
      }
    }
  }

  /**
   * Length of the well-formed sequence of two to four octets that starts at {@code at}.
   *
   * @throws Malformed when there is none
   */
  public static int sequenceLength(byte[] octets, int at, int to) {
    int lead = octets[at] & 0xff;
    int length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || length > to - at) {
      throw new Malformed(Rule.INVALID_UTF8, at);
    }
    int second = octets[at + 1] & 0xff;
    boolean fits =
        second >= (lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80)
            && second <= (lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf);
    for (int i = at + 2; fits && i < at + length; i++) {
      fits = (octets[i] & 0xc0) == 0x80;
    }
    if (!fits) {
      throw new Malformed(Rule.INVALID_UTF8, at);
    }
    return length;
  }

  /** Code point of the well-formed sequence of the given length at {@code at}. */
  public static int codePoint(byte[] octets, int at, int length) {
    return switch (length) {
      case 1 -> octets[at];
      case 2 -> (octets[at] & 0x1f) << 6 | (octets[at + 1] & 0x3f);
      case 3 -> (octets[at] & 0x0f) << 12 | (octets[at + 1] & 0x3f) << 6 | (octets[at + 2] & 0x3f);
      default ->
          (octets[at] & 0x07) << 18
              | (octets[at + 1] & 0x3f) << 12
              | (octets[at + 2] & 0x3f) << 6
              | (octets[at + 3] & 0x3f);
    };
  }

  /** Whether the code point is one of the 66 noncharacters. */
  public static boolean isNoncharacter(int codePoint) {
    return (codePoint & 0xfffe) == 0xfffe || (codePoint >= 0xfdd0 && codePoint <= 0xfdef);
  }

  static void append(String text, Octets out) {
    int chars = text.length();
    byte[] to = out.reserve(Math.multiplyExact(chars, MAX_OCTETS_PER_CHAR));
    int start = out.length();
    int at = start;
    for (int i = 0; i < chars; i++) {
      char unit = text.charAt(i);
      if (unit < 0x80) {
        to[at++] = (byte) unit;
      } else if (Character.isSurrogate(unit)) {
        at = putCodePoint(to, at, pair(text, i++));
      } else {
        at = putCodePoint(to, at, unit);
      }
    }
    out.advance(at - start);
  }

  /** Appends one scalar value in UTF-8. */
  public static void appendCodePoint(int codePoint, Octets out) {
    byte[] to = out.reserve(4);
    out.advance(putCodePoint(to, out.length(), codePoint) - out.length());
  }

  private static int pair(String text, int at) {
    int codePoint = text.codePointAt(at);
    if (codePoint < 0x10000) {
      throw new Malformed(Rule.LONE_SURROGATE);
    }
    return codePoint;
  }

  private static int putCodePoint(byte[] to, int at, int codePoint) {
    if (codePoint < 0x80) {
      to[at] = (byte) codePoint;
      return at + 1;
    }
    if (codePoint < 0x800) {
      to[at] = (byte) (0xc0 | codePoint >> 6);
      to[at + 1] = (byte) (0x80 | (codePoint & 0x3f));
      return at + 2;
    }
    if (codePoint < 0x10000) {
      to[at] = (byte) (0xe0 | codePoint >> 12);
      to[at + 1] = (byte) (0x80 | (codePoint >> 6 & 0x3f));
      to[at + 2] = (byte) (0x80 | (codePoint & 0x3f));
      return at + 3;
    }
    to[at] = (byte) (0xf0 | codePoint >> 18);
    to[at + 1] = (byte) (0x80 | (codePoint >> 12 & 0x3f));
    to[at + 2] = (byte) (0x80 | (codePoint >> 6 & 0x3f));
    to[at + 3] = (byte) (0x80 | (codePoint & 0x3f));
    return at + 4;
  }
}
