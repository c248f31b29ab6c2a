package dev.synchro.core.json;

import java.math.BigInteger;

/**
 * The leading 128 bits of every power of ten that a binary64 can meet, rounded down. Entry {@code
 * q} is {@code floor(10^q * 2^s)} for the one {@code s} that puts the result in {@code [2^127,
 * 2^128)}. Computed when first needed, so that a process without fractions never pays for it.
 */
final class PowersOfTen {
  static final int LEAST = -342;
  static final int GREATEST = 324;

  private static final long[] HIGH = new long[GREATEST - LEAST + 1];
  private static final long[] LOW = new long[GREATEST - LEAST + 1];

  static {
    // 10^q and 5^q differ by a power of two only, so they share their leading bits.
    BigInteger power = BigInteger.ONE;
    BigInteger five = BigInteger.valueOf(5);
    for (int q = 0; q <= -LEAST; q++) {
      int bits = power.bitLength();
      if (q <= GREATEST) {
        put(q, power.shiftLeft(128).shiftRight(bits));
      }
      if (q > 0) {
        // 2^(bits+127) / 5^q lies strictly between 2^127 and 2^128, since 5^q is no power of two.
        put(-q, BigInteger.ONE.shiftLeft(bits + 127).divide(power));
      }
      power = power.multiply(five);
    }
  }

  private PowersOfTen() {}

  private static void put(int q, BigInteger leadingBits) {
    HIGH[q - LEAST] = leadingBits.shiftRight(64).longValue();
    LOW[q - LEAST] = leadingBits.longValue();
  }

  static long high(int q) {
    return HIGH[q - LEAST];
  }

  static long low(int q) {
    return LOW[q - LEAST];
  }

  /** {@code floor(log2(10^q))}, right for every entry. */
  static int log2(int q) {
    return (q * 217706) >> 16;
  }
}
