package dev.synchro.core.value;

import dev.synchro.core.bytes.Octets;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;

/**
 * The canonical text of exact decimals. Works on digits alone, so no decimal ever passes through
 * binary floating point. ADR 005.
 */
public final class CanonicalDecimal {
  /** Digits PostgreSQL's numeric can hold in front of and behind the point. */
  private static final int MAX_INTEGER_DIGITS = 131_072;

  private static final int MAX_FRACTION_DIGITS = 16_383;

  private CanonicalDecimal() {}

  /**
   * Accepts canonical decimals only.
   *
   * @throws Malformed unless the octets are a canonical decimal
   */
  public static void check(byte[] text, int from, int to) {
    int at = from < to && text[from] == '-' ? from + 1 : from;
    int integerStart = at;
    while (at < to && isDigit(text[at])) {
      at++;
    }
    int integerDigits = at - integerStart;
    boolean zeroInteger = integerDigits == 1 && text[integerStart] == '0';
    boolean fits = integerDigits > 0 && (zeroInteger || text[integerStart] != '0');
    if (at == to) {
      // A lone zero has no sign.
      fits &= !(zeroInteger && integerStart > from);
    } else {
      fits &= text[at] == '.' && at + 1 < to && text[to - 1] != '0';
      for (int i = at + 1; fits && i < to; i++) {
        fits = isDigit(text[i]);
      }
    }
    if (!fits) {
      throw new Malformed(Rule.NOT_A_DECIMAL);
    }
  }

  /**
   * Checks a canonical decimal against declared bounds: at most {@code precision - scale} digits in
   * front of the point, a lone zero counting none, and at most {@code scale} behind it. Nothing is
   * ever rounded. Contract 2.5.
   *
   * @throws Malformed when there are more digits
   */
  public static void checkBounds(byte[] canonical, int from, int to, int precision, int scale) {
    int start = canonical[from] == '-' ? from + 1 : from;
    int point = start;
    while (point < to && canonical[point] != '.') {
      point++;
    }
    int integerDigits = canonical[start] == '0' ? 0 : point - start;
    if (integerDigits > precision - scale) {
      throw new Malformed(Rule.TOO_MANY_INTEGER_DIGITS);
    }
    if (to - point - 1 > scale) {
      throw new Malformed(Rule.TOO_MANY_FRACTION_DIGITS);
    }
  }

  /**
   * Canonical text of a decimal written with any sign, leading and trailing zeros or exponent, such
   * as {@code 1.2300}, {@code 123e-2} or {@code +0.0}. The exponent is expanded exactly.
   *
   * @throws Malformed when the text is no decimal, or has more digits than PostgreSQL's numeric
   */
  public static byte[] canonicalize(byte[] text, int from, int to) {
    int at = from;
    boolean negative = at < to && text[at] == '-';
    if (negative || (at < to && text[at] == '+')) {
      at++;
    }
    int digitsStart = at;
    int point = -1;
    int digits = 0;
    while (at < to && (isDigit(text[at]) || text[at] == '.')) {
      if (text[at] == '.') {
        refuseUnless(point < 0);
        point = at;
      } else {
        digits++;
      }
      at++;
    }
    int digitsEnd = at;
    refuseUnless(digits > 0);
    long exponent = at == to ? 0 : exponent(text, at, to);
    // Without leading and trailing zeros the value is 0.d1d2...dn * 10^place.
    int first = digitsStart;
    while (first < digitsEnd && (text[first] == '0' || text[first] == '.')) {
      first++;
    }
    int last = digitsEnd;
    while (last > first && (text[last - 1] == '0' || text[last - 1] == '.')) {
      last--;
    }
    if (first == last) {
      return new byte[] {'0'};
    }
    int pointAt = point < 0 ? digitsEnd : point;
    long place = exponent + (pointAt > first ? pointAt - first : pointAt - first + 1);
    return layOut(text, first, last, place, negative);
  }

  private static byte[] layOut(byte[] text, int first, int last, long place, boolean negative) {
    int significant = 0;
    for (int i = first; i < last; i++) {
      significant += text[i] == '.' ? 0 : 1;
    }
    if (place > MAX_INTEGER_DIGITS || significant - place > MAX_FRACTION_DIGITS) {
      throw new Malformed(Rule.TOO_LONG);
    }
    Octets out = new Octets((int) (significant + Math.abs(place)) + 4);
    if (negative) {
      out.u8('-');
    }
    if (place <= 0) {
      out.u8('0').u8('.');
      for (long i = place; i < 0; i++) {
        out.u8('0');
      }
    }
    long written = 0;
    for (int i = first; i < last; i++) {
      if (text[i] != '.') {
        if (written == place && written > 0) {
          out.u8('.');
        }
        out.u8(text[i]);
        written++;
      }
    }
    for (; written < place; written++) {
      out.u8('0');
    }
    return out.toByteArray();
  }

  private static long exponent(byte[] text, int from, int to) {
    refuseUnless((text[from] | 0x20) == 'e');
    int at = from + 1;
    boolean negative = at < to && text[at] == '-';
    if (negative || (at < to && text[at] == '+')) {
      at++;
    }
    refuseUnless(at < to);
    long exponent = 0;
    for (; at < to; at++) {
      refuseUnless(isDigit(text[at]));
      // Saturates far beyond every accepted length.
      exponent = Math.min(exponent * 10 + text[at] - '0', Integer.MAX_VALUE);
    }
    return negative ? -exponent : exponent;
  }

  private static boolean isDigit(byte octet) {
    return octet >= '0' && octet <= '9';
  }

  private static void refuseUnless(boolean condition) {
    if (!condition) {
      throw new Malformed(Rule.NOT_A_DECIMAL);
    }
  }
}
