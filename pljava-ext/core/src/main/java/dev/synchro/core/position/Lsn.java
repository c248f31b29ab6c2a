package dev.synchro.core.position;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;

/**
 * A place in PostgreSQL's write-ahead log: 64 bits compared without sign.
 *
 * @param bits the number
 */
public record Lsn(long bits) implements Comparable<Lsn> {
  public static final Lsn ZERO = new Lsn(0);
  private static final int HALF_DIGITS = 8;

  /**
   * Reads PostgreSQL's form, two halves in hex: {@code 16/B374D848}.
   *
   * @throws Malformed when the text is no LSN
   */
  public static Lsn parsePostgres(String text) {
    int slash = text.indexOf('/');
    if (slash < 0) {
      throw new Malformed(Rule.NOT_UNSIGNED_DECIMAL);
    }
    return new Lsn(half(text, 0, slash) << 32 | half(text, slash + 1, text.length()));
  }

  /**
   * Reads the wire form, a canonical unsigned decimal.
   *
   * @throws Malformed when the text is none
   */
  public static Lsn parseDecimal(String text) {
    return new Lsn(UnsignedDecimal.parse(text));
  }

  private static long half(String text, int from, int to) {
    if (from == to || to - from > HALF_DIGITS) {
      throw new Malformed(Rule.NOT_UNSIGNED_DECIMAL);
    }
    long value = 0;
    for (int i = from; i < to; i++) {
      char unit = text.charAt(i);
      int digit = unit < 0x80 ? Character.digit(unit, 16) : -1;
      if (digit < 0) {
        throw new Malformed(Rule.NOT_UNSIGNED_DECIMAL);
      }
      value = value << 4 | digit;
    }
    return value;
  }

  /** The wire form. */
  public String decimal() {
    return UnsignedDecimal.text(bits);
  }

  /** PostgreSQL's form, as {@code pg_lsn} prints it. */
  public String postgres() {
    String high = Long.toHexString(bits >>> 32);
    String low = Long.toHexString(bits & 0xffffffffL);
    return (high + "/" + low).toUpperCase(java.util.Locale.ROOT);
  }

  public boolean isBefore(Lsn other) {
    return compareTo(other) < 0;
  }

  @Override
  public int compareTo(Lsn other) {
    return Long.compareUnsigned(bits, other.bits);
  }

  @Override
  public String toString() {
    return postgres();
  }
}
