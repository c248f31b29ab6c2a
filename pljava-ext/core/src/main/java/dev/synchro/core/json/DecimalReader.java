package dev.synchro.core.json;

import java.nio.charset.StandardCharsets;

/** Reads the decimal text of a number as the nearest binary64. */
final class DecimalReader {
  private static final double[] EXACT_POWERS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };
  private static final long EXACT_COEFFICIENT = 1L << 53;

  /** Decimal digits that always fit into 64 bits without sign. */
  private static final int COEFFICIENT_DIGITS = 19;

  /** Far beyond any exponent that matters, far below overflow. */
  private static final int EXPONENT_BOUND = 100_000_000;

  private static final int GREATEST_EXPONENT = 308;
  private static final int FRACTION_BITS = 52;
  private static final int EXPONENT_BIAS = 1023;
  private static final int INFINITE_EXPONENT = 0x7ff;
  private static final long UNDECIDED = -1;

  private DecimalReader() {}

  static double read(byte[] text, int from, int to) {
    boolean negative = text[from] == '-';
    int at = negative ? from + 1 : from;
    long coefficient = 0;
    int digits = 0;
    boolean cut = false;
    boolean behindPoint = false;
    long exponent = 0;
    for (; at < to; at++) {
      int digit = text[at] - '0';
      if (digit == '.' - '0') {
        behindPoint = true;
        continue;
      }
      if (digit < 0 || digit > 9) {
        break;
      }
      if (digits < COEFFICIENT_DIGITS) {
        coefficient = coefficient * 10 + digit;
        if (coefficient != 0) {
          digits++;
        }
        exponent -= behindPoint ? 1 : 0;
      } else {
        cut |= digit != 0;
        exponent += behindPoint ? 0 : 1;
      }
    }
    if (at < to) {
      exponent += exponentPart(text, at + 1, to);
    }
    double magnitude = nearest(coefficient, exponent, cut);
    if (Double.isNaN(magnitude)) {
      return Double.parseDouble(new String(text, from, to - from, StandardCharsets.ISO_8859_1));
    }
    return negative ? -magnitude : magnitude;
  }

  private static long exponentPart(byte[] text, int from, int to) {
    int at = from;
    boolean negative = text[at] == '-';
    if (negative || text[at] == '+') {
      at++;
    }
    long exponent = 0;
    for (; at < to; at++) {
      if (exponent < EXPONENT_BOUND) {
        exponent = exponent * 10 + (text[at] - '0');
      }
    }
    return negative ? -exponent : exponent;
  }

  /** NaN when the leading digits alone do not decide. */
  private static double nearest(long coefficient, long exponent, boolean cut) {
    if (coefficient == 0) {
      return 0;
    }
    if (!cut && coefficient > 0 && coefficient <= EXACT_COEFFICIENT && Math.abs(exponent) <= 22) {
      double exact = EXACT_POWERS[(int) Math.abs(exponent)];
      return exponent < 0 ? coefficient / exact : coefficient * exact;
    }
    // 19 digits times 10^-343 stay below half of the least binary64.
    if (exponent < PowersOfTen.LEAST) {
      return 0;
    }
    if (exponent > GREATEST_EXPONENT) {
      return Double.POSITIVE_INFINITY;
    }
    long bits = roundedBits(coefficient, (int) exponent);
    if (bits == UNDECIDED || (cut && bits != roundedBits(coefficient + 1, (int) exponent))) {
      return Double.NaN;
    }
    return Double.longBitsToDouble(bits);
  }

  /** Bits of the binary64 nearest to {@code coefficient * 10^exponent}, or {@link #UNDECIDED}. */
  private static long roundedBits(long coefficient, int exponent) {
    int zeros = Long.numberOfLeadingZeros(coefficient);
    long factor = coefficient << zeros;
    long powerHigh = PowersOfTen.high(exponent);
    long powerLow = PowersOfTen.low(exponent);
    if (exponent < 0 && exponent >= -27 && ++powerLow == 0) {
      powerHigh++;
    }
    long low = factor * powerHigh;
    long high = unsignedHigh(factor, powerHigh);
    if ((high & 0x1ff) == 0x1ff) {
      long more = unsignedHigh(factor, powerLow);
      low += more;
      if (Long.compareUnsigned(low, more) < 0) {
        high++;
      }
      if (low == -1 && (exponent < -27 || exponent > 55)) {
        return UNDECIDED;
      }
    }
    int top = (int) (high >>> 63);
    int discarded = top + 64 - FRACTION_BITS - 3;
    long mantissa = high >>> discarded;
    int biased = PowersOfTen.log2(exponent) + 63 + top - zeros + EXPONENT_BIAS;
    if (biased <= 0) {
      return subnormal(mantissa, 1 - biased);
    }
    boolean tie = Long.compareUnsigned(low, 1) <= 0 && exponent >= -4 && exponent <= 23;
    if (tie && (mantissa & 3) == 1 && mantissa << discarded == high) {
      mantissa &= ~1L;
    }
    mantissa += mantissa & 1;
    mantissa >>>= 1;
    if (mantissa >= 2L << FRACTION_BITS) {
      mantissa = 1L << FRACTION_BITS;
      biased++;
    }
    if (biased >= INFINITE_EXPONENT) {
      return (long) INFINITE_EXPONENT << FRACTION_BITS;
    }
    return (long) biased << FRACTION_BITS | (mantissa & (1L << FRACTION_BITS) - 1);
  }

  private static long subnormal(long mantissa, int shift) {
    if (shift >= 64) {
      return 0;
    }
    long rounded = mantissa >>> shift;
    rounded += rounded & 1;
    // A carry into the hidden bit makes the least normal number, whose bits are just that.
    return rounded >>> 1;
  }

  private static long unsignedHigh(long a, long b) {
    return Math.multiplyHigh(a, b) + (a >> 63 & b) + (b >> 63 & a);
  }
}
