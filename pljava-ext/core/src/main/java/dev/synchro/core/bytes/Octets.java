package dev.synchro.core.bytes;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import java.util.Arrays;

/**
 * A growing run of octets to which the terms of ADR 005's binary grammar and UTF-8 text are
 * appended. Made to be reset and reused. Not safe for use by several threads.
 */
public final class Octets {
  private static final int MAX_LENGTH = Integer.MAX_VALUE - 64;

  private byte[] array;
  private int length;

  public Octets() {
    this(256);
  }

  public Octets(int capacity) {
    array = new byte[Math.max(capacity, 16)];
  }

  /** Number of octets appended since the last reset. */
  public int length() {
    return length;
  }

  /** The backing array. Octets from {@link #length} on are garbage; any append may replace it. */
  public byte[] array() {
    return array;
  }

  public byte[] toByteArray() {
    return Arrays.copyOf(array, length);
  }

  public byte[] copyOfRange(int from, int to) {
    return Arrays.copyOfRange(array, from, to);
  }

  public Octets reset() {
    length = 0;
    return this;
  }

  /** Forgets everything from {@code newLength} on. */
  public void truncate(int newLength) {
    if (newLength < 0 || newLength > length) {
      throw new IndexOutOfBoundsException(newLength);
    }
    length = newLength;
  }

  /** Makes room for {@code more} octets, so that the caller may write into {@link #array}. */
  public byte[] reserve(int more) {
    if (more > array.length - length) {
      grow(more);
    }
    return array;
  }

  /** Counts {@code more} octets that the caller wrote behind {@link #length} as appended. */
  public void advance(int more) {
    length += more;
  }

  private void grow(int more) {
    long needed = (long) length + more;
    if (needed > MAX_LENGTH) {
      throw new Malformed(Rule.TOO_LONG);
    }
    array = Arrays.copyOf(array, (int) Math.min(MAX_LENGTH, Math.max(needed, 2L * array.length)));
  }

  public Octets u8(int value) {
    reserve(1)[length++] = (byte) value;
    return this;
  }

  public Octets u32be(int value) {
    putInt(reserve(4), length, value);
    length += 4;
    return this;
  }

  public Octets u64be(long value) {
    putLong(reserve(8), length, value);
    length += 8;
    return this;
  }

  public Octets raw(byte[] octets) {
    return raw(octets, 0, octets.length);
  }

  public Octets raw(byte[] octets, int from, int count) {
    System.arraycopy(octets, from, reserve(count), length, count);
    length += count;
    return this;
  }

  /** Appends {@code u64be(octet length) || octets}. */
  public Octets blob(byte[] octets) {
    return u64be(octets.length).raw(octets);
  }

  /**
   * Appends {@code u64be(octet length) || UTF-8 octets}.
   *
   * @throws Malformed when the text holds a lone surrogate
   */
  public Octets text(String value) {
    int at = length;
    u64be(0).utf8(value);
    putLong(array, at, (long) length - at - 8);
    return this;
  }

  /**
   * Appends the UTF-8 octets of the text.
   *
   * @throws Malformed when the text holds a lone surrogate
   */
  public Octets utf8(String value) {
    Utf8.append(value, this);
    return this;
  }

  /** Appends text that is known to be ASCII. */
  @SuppressWarnings(
      "deprecation") // getBytes(int, int, byte[], int) is the one copy without a coder
  public Octets ascii(String value) {
    int count = value.length();
    value.getBytes(0, count, reserve(count), length);
    length += count;
    return this;
  }

  /** Appends the number in decimal ASCII digits, signed. */
  public Octets decimal(long value) {
    if (value >= 0) {
      return unsignedDecimal(value);
    }
    u8('-');
    // The negation of the least value is itself, which read without sign is the right magnitude.
    return unsignedDecimal(-value);
  }

  /** Appends the number in decimal ASCII digits, its 64 bits read without sign. */
  public Octets unsignedDecimal(long value) {
    byte[] to = reserve(20);
    long rest = value;
    int digits = decimalLength(rest);
    int at = length + digits;
    if (rest < 0) {
      long quotient = Long.divideUnsigned(rest, 10);
      to[--at] = (byte) ('0' + (rest - quotient * 10));
      rest = quotient;
    }
    while (rest >= 10) {
      long quotient = rest / 10;
      to[--at] = (byte) ('0' + (rest - quotient * 10));
      rest = quotient;
    }
    to[--at] = (byte) ('0' + rest);
    length += digits;
    return this;
  }

  private static int decimalLength(long unsigned) {
    if (unsigned < 0) {
      return Long.compareUnsigned(unsigned, -8446744073709551616L) >= 0 ? 20 : 19;
    }
    int digits = 1;
    long bound = 10;
    while (unsigned >= bound) {
      digits++;
      if (digits == 19) {
        return 19;
      }
      bound *= 10;
    }
    return digits;
  }

  static void putInt(byte[] to, int at, int value) {
    to[at] = (byte) (value >>> 24);
    to[at + 1] = (byte) (value >>> 16);
    to[at + 2] = (byte) (value >>> 8);
    to[at + 3] = (byte) value;
  }

  static void putLong(byte[] to, int at, long value) {
    putInt(to, at, (int) (value >>> 32));
    putInt(to, at + 4, (int) value);
  }
}
