package dev.synchro.core.position;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;

/**
 * Canonical decimal text of unsigned 64-bit numbers: {@code 0} or no leading zero. Contract 2.3.
 */
public final class UnsignedDecimal {
  private static final int MAX_DIGITS = 20;

  private UnsignedDecimal() {}

  public static String text(long unsigned) {
    return Long.toUnsignedString(unsigned);
  }

  /**
   * The 64 bits of the number.
   *
   * @throws Malformed for anything but the canonical text of a number below 2^64
   */
  public static long parse(String text) {
    int length = text.length();
    if (length == 0 || length > MAX_DIGITS || (length > 1 && text.charAt(0) == '0')) {
      throw new Malformed(Rule.NOT_UNSIGNED_DECIMAL);
    }
    long value = 0;
    for (int i = 0; i < length; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9 || overflows(value, digit)) {
        throw new Malformed(Rule.NOT_UNSIGNED_DECIMAL);
      }
      value = value * 10 + digit;
    }
    return value;
  }

  private static boolean overflows(long value, int digit) {
    long greatestTenth = 1844674407370955161L;
    int order = Long.compareUnsigned(value, greatestTenth);
    return order > 0 || (order == 0 && digit > 5);
  }
}
