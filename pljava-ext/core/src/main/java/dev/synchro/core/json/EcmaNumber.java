package dev.synchro.core.json;

import dev.synchro.core.bytes.Octets;
import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;

/**
 * Binary64 and its one text: the number serialization of ECMAScript that RFC 8785 prescribes. The
 * shortest digits are found by the Schubfach method and text is read by the Eisel-Lemire method,
 * both in integer arithmetic, so the result depends on no Java version and no locale.
 */
public final class EcmaNumber {
  private static final int FRACTION_BITS = 52;
  private static final long HIDDEN_BIT = 1L << FRACTION_BITS;
  private static final int LEAST_EXPONENT = -1074;
  private static final double INTEGERS_END = 9_007_199_254_740_992.0;

  /** Decimal places in front of which ECMAScript still writes digits without an exponent. */
  private static final int PLAIN_INTEGER_DIGITS = 21;

  private static final int PLAIN_FRACTION_ZEROS = 6;

  private EcmaNumber() {}

  /**
   * The RFC 8785 text of a finite number. Minus zero is {@code 0}.
   *
   * @throws Malformed for NaN and the infinities
   */
  public static String text(double value) {
    Octets out = new Octets(32);
    append(value, out);
    return Utf8.decode(out.array(), 0, out.length());
  }

  /**
   * Appends the RFC 8785 text of a finite number. Minus zero is {@code 0}.
   *
   * @throws Malformed for NaN and the infinities
   */
  public static void append(double value, Octets out) {
    double magnitude = Math.abs(value);
    if (!(magnitude <= Double.MAX_VALUE)) {
      throw new Malformed(Rule.NOT_FINITE);
    }
    if (magnitude == 0) {
      out.u8('0');
      return;
    }
    if (value < 0) {
      out.u8('-');
    }
    if (magnitude < INTEGERS_END && magnitude == (long) magnitude) {
      // Every such integer is its own shortest text.
      out.unsignedDecimal((long) magnitude);
      return;
    }
    appendShortest(Double.doubleToRawLongBits(magnitude), out);
  }

  private static void appendShortest(long bits, Octets out) {
    int biased = (int) (bits >>> FRACTION_BITS);
    long fraction = bits & HIDDEN_BIT - 1;
    long coefficient = biased == 0 ? fraction : fraction | HIDDEN_BIT;
    int exponent = biased == 0 ? LEAST_EXPONENT : biased + LEAST_EXPONENT - 1;
    // Below a power of two the neighbour is only half as far away.
    boolean closerBelow = fraction == 0 && biased > 1;
    int scale =
        closerBelow
            ? (exponent * 1262611 - 524031) >> 22
            : (exponent * 1262611) >> 22; // floor log10
    int shift = exponent + PowersOfTen.log2(-scale) + 2;
    // One more than the rounded-down power: the error then has one sign only.
    long powerLow = PowersOfTen.low(-scale) >>> 2 | PowersOfTen.high(-scale) << 62;
    long powerHigh = PowersOfTen.high(-scale) >>> 2;
    if (++powerLow == 0) {
      powerHigh++;
    }
    long quadruple = coefficient << 2;
    long odd = coefficient & 1;
    long middle = scaled(powerHigh, powerLow, quadruple << shift);
    long lower = scaled(powerHigh, powerLow, (quadruple - (closerBelow ? 1 : 2)) << shift) + odd;
    long upper = scaled(powerHigh, powerLow, (quadruple + 2) << shift) - odd;
    appendDecimal(choose(middle, lower, upper), scale, out);
  }

  /**
   * The decimal coefficient with the fewest digits inside the rounding interval, the closest one of
   * them. All arguments are four times the value; their lowest bit says that something was cut off.
   */
  private static long choose(long middle, long lower, long upper) {
    long floor = middle >> 2;
    if (floor >= 10) {
      long tens = floor / 10 * 10;
      boolean lowFits = lower <= tens << 2;
      boolean highFits = (tens + 10) << 2 <= upper;
      if (lowFits != highFits) {
        return lowFits ? tens : tens + 10;
      }
    }
    boolean lowFits = lower <= floor << 2;
    boolean highFits = (floor + 1) << 2 <= upper;
    if (lowFits != highFits) {
      return lowFits ? floor : floor + 1;
    }
    long aboveHalf = middle - ((floor << 2) + 2);
    return aboveHalf < 0 || (aboveHalf == 0 && (floor & 1) == 0) ? floor : floor + 1;
  }

  /** {@code power * factor / 2^127}, rounded down, the lowest bit set when not exact. */
  private static long scaled(long powerHigh, long powerLow, long factor) {
    long carried = unsignedHigh(powerLow, factor);
    long low = powerHigh * factor;
    long high = unsignedHigh(powerHigh, factor);
    long middle = low + carried;
    if (Long.compareUnsigned(middle, low) < 0) {
      high++;
    }
    long whole = high << 1 | middle >>> 63;
    return (middle & Long.MAX_VALUE) == 0 ? whole : whole | 1;
  }

  private static long unsignedHigh(long a, long b) {
    return Math.multiplyHigh(a, b) + (a >> 63 & b) + (b >> 63 & a);
  }

  private static void appendDecimal(long coefficient, int scale, Octets out) {
    long digits = coefficient;
    int exponent = scale;
    while (digits % 10 == 0) {
      digits /= 10;
      exponent++;
    }
    int start = out.length();
    out.unsignedDecimal(digits);
    int count = out.length() - start;
    int point = count + exponent;
    if (point > PLAIN_INTEGER_DIGITS || point <= -PLAIN_FRACTION_ZEROS) {
      exponential(start, count, point - 1, out);
    } else if (point <= 0) {
      insert(start, 2 - point, out);
      byte[] array = out.array();
      array[start + 1] = '.';
    } else if (point < count) {
      insertPoint(start + point, out);
    } else {
      for (int i = count; i < point; i++) {
        out.u8('0');
      }
    }
  }

  private static void exponential(int start, int count, int exponent, Octets out) {
    if (count > 1) {
      insertPoint(start + 1, out);
    }
    out.u8('e').u8(exponent < 0 ? '-' : '+').unsignedDecimal(Math.abs(exponent));
  }

  private static void insertPoint(int at, Octets out) {
    insert(at, 1, out);
    out.array()[at] = '.';
  }

  /** Moves everything from {@code at} on to the right and fills the gap with zeros. */
  private static void insert(int at, int gap, Octets out) {
    byte[] array = out.reserve(gap);
    System.arraycopy(array, at, array, at + gap, out.length() - at);
    for (int i = at; i < at + gap; i++) {
      array[i] = '0';
    }
    out.advance(gap);
  }

  /**
   * The nearest binary64 of a JSON number, ties to even. Beyond the greatest it is an infinity,
   * below the least zero. Costs time proportional to the length of the text, whatever its exponent
   * says.
   *
   * @param text holds a complete JSON number in {@code [from, to)}
   */
  public static double parse(byte[] text, int from, int to) {
    return DecimalReader.read(text, from, to);
  }

  /** The nearest binary64 of a text that is a complete JSON number. */
  public static double parse(String jsonNumber) {
    byte[] text = new Octets(jsonNumber.length()).ascii(jsonNumber).toByteArray();
    return parse(text, 0, text.length);
  }
}
