package dev.synchro.worker.recovery;

import dev.synchro.worker.pgoutput.Tuple;
import java.util.Arrays;

/** Splits a line of COPY's text format into the values the replication stream would have sent. */
final class CopyText {
  private CopyText() {}

  /** The tuple of one line, its end included. */
  static Tuple tuple(byte[] line, int columns) {
    byte[][] values = new byte[columns][];
    int end = line.length > 0 && line[line.length - 1] == '\n' ? line.length - 1 : line.length;
    int from = 0;
    for (int column = 0; column < columns; column++) {
      int to = from;
      while (to < end && line[to] != '\t') {
        to++;
      }
      values[column] = value(line, from, to);
      from = to + 1;
    }
    if (from != end + 1) {
      throw new IllegalStateException("a copied line has another number of columns");
    }
    return Tuple.of(values);
  }

  private static byte[] value(byte[] line, int from, int to) {
    if (to - from == 2 && line[from] == '\\' && line[from + 1] == 'N') {
      return null;
    }
    byte[] value = new byte[to - from];
    int length = 0;
    for (int i = from; i < to; i++) {
      if (line[i] == '\\') {
        i++;
        value[length++] = unescaped(line[i]);
      } else {
        value[length++] = line[i];
      }
    }
    return length == value.length ? value : Arrays.copyOf(value, length);
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
