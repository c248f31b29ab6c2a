package dev.synchro.worker.recovery;

import dev.synchro.worker.pgoutput.Tuple;

/** Splits a line of COPY's text format into the values the replication stream would have sent. */
final class CopyText {
  private CopyText() {}

  /** The tuple of one line, its end included. Its escapes are undone where they stand. */
  static Tuple tuple(byte[] line, int columns) {
    int[] starts = new int[columns];
    int[] lengths = new int[columns];
    int end = line.length > 0 && line[line.length - 1] == '\n' ? line.length - 1 : line.length;
    int from = 0;
    for (int column = 0; column < columns; column++) {
      int to = from;
      boolean escaped = false;
      while (to < end && line[to] != '\t') {
        escaped |= line[to] == '\\';
        to++;
      }
      starts[column] = from;
      lengths[column] = escaped ? unescape(line, from, to) : to - from;
      from = to + 1;
    }
    if (from != end + 1) {
      throw new IllegalStateException("a copied line has another number of columns");
    }
    return Tuple.over(line, starts, lengths);
  }

  /** The length of the value afterwards; negative for null. */
  private static int unescape(byte[] line, int from, int to) {
    if (to - from == 2 && line[from + 1] == 'N') {
      return -1;
    }
    int length = 0;
    for (int i = from; i < to; i++) {
      if (line[i] == '\\') {
        i++;
        line[from + length++] = unescaped(line[i]);
      } else {
        line[from + length++] = line[i];
      }
    }
    return length;
  }

  private static byte unescaped(byte letter) {
    return switch (letter) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'v' -> 0x0b;
      default -> letter;
    };
  }
}
