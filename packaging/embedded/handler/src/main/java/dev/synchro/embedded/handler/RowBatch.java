package dev.synchro.embedded.handler;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Rows as {@link Backend#query} and {@link Backend#fetch} wrote them: version of the shape, number
 * of rows, whether they are the last, the cursor, then each value as a length, -1 for NULL, and its
 * octets. Values are decoded only when asked for.
 */
final class RowBatch {
  final int version;

  /** -1 when nothing has been fetched yet. */
  final int rows;

  final boolean isLast;

  /** For the next batch; 0 when there is none. */
  final int cursor;

  private final byte[] octets;
  private final int[] offsets;
  private int at = 16;

  RowBatch(byte[] octets, int columns) {
    this.octets = octets;
    this.version = intAt(octets, 0);
    this.rows = intAt(octets, 4);
    this.isLast = intAt(octets, 8) != 0;
    this.cursor = intAt(octets, 12);
    this.offsets = new int[columns];
  }

  /** A batch whose shape turned out to have another number of columns. */
  RowBatch withColumns(int columns) {
    return columns == offsets.length ? this : new RowBatch(octets, columns);
  }

  /** Steps to the next row, which must exist. */
  void advance() {
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = at;
      int length = intAt(octets, at);
      at += length < 0 ? 4 : 4 + length;
    }
  }

  boolean isNull(int column) {
    return intAt(octets, offsets[column]) < 0;
  }

  long number(int column) {
    int from = offsets[column] + 4;
    return ((long) intAt(octets, from) << 32) | (intAt(octets, from + 4) & 0xFFFF_FFFFL);
  }

  String text(int column) {
    int from = offsets[column];
    return new String(octets, from + 4, intAt(octets, from), StandardCharsets.UTF_8);
  }

  byte[] octets(int column) {
    int from = offsets[column];
    return Arrays.copyOfRange(octets, from + 4, from + 4 + intAt(octets, from));
  }

  String[] texts(int column) {
    int from = offsets[column] + 4;
    String[] values = new String[intAt(octets, from)];
    from += 4;
    for (int i = 0; i < values.length; i++) {
      int length = intAt(octets, from);
      from += 4;
      if (length >= 0) {
        values[i] = new String(octets, from, length, StandardCharsets.UTF_8);
        from += length;
      }
    }
    return values;
  }

  Long[] numbers(int column) {
    int from = offsets[column] + 4;
    Long[] values = new Long[intAt(octets, from)];
    from += 4;
    for (int i = 0; i < values.length; i++) {
      int length = intAt(octets, from);
      from += 4;
      if (length >= 0) {
        values[i] = ((long) intAt(octets, from) << 32) | (intAt(octets, from + 4) & 0xFFFF_FFFFL);
        from += length;
      }
    }
    return values;
  }

  byte[][] octetArrays(int column) {
    int from = offsets[column] + 4;
    byte[][] values = new byte[intAt(octets, from)][];
    from += 4;
    for (int i = 0; i < values.length; i++) {
      int length = intAt(octets, from);
      from += 4;
      if (length >= 0) {
        values[i] = Arrays.copyOfRange(octets, from, from + length);
        from += length;
      }
    }
    return values;
  }

  static int intAt(byte[] octets, int at) {
    return (octets[at] & 0xFF) << 24
        | (octets[at + 1] & 0xFF) << 16
        | (octets[at + 2] & 0xFF) << 8
        | (octets[at + 3] & 0xFF);
  }
}
