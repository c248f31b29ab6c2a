package dev.synchro.worker.pgoutput;

import java.util.Arrays;

/**
 * The column values of one row as PostgreSQL text. It points into the octets of its message, which
 * therefore must not change afterwards; nothing is copied until a value is asked for.
 */
public final class Tuple {
  private static final int NULL = -1;
  private static final int UNCHANGED = -2;

  private final byte[] octets;
  private final int[] starts;
  private final int[] lengths;

  private Tuple(byte[] octets, int[] starts, int[] lengths) {
    this.octets = octets;
    this.starts = starts;
    this.lengths = lengths;
  }

  static Tuple read(MessageReader reader) {
    int count = reader.int16("tuple column count");
    // Each column takes one octet or more, so a count cannot make us allocate beyond the message.
    if (count > reader.remaining()) {
      throw new MalformedMessage(
          "tuple has " + count + " columns in " + reader.remaining() + " octets");
    }
    int[] starts = new int[count];
    int[] lengths = new int[count];
    for (int i = 0; i < count; i++) {
      int kind = reader.int8("tuple column kind");
      switch (kind) {
        case 'n' -> lengths[i] = NULL;
        case 'u' -> lengths[i] = UNCHANGED;
        case 't' -> {
          lengths[i] = reader.length("tuple column");
          starts[i] = reader.position();
          reader.skip(lengths[i], "tuple column");
        }
        default ->
            throw new MalformedMessage("tuple column kind is " + kind + ", expected n, u or t");
      }
    }
    return new Tuple(reader.octets(), starts, lengths);
  }

  /** A tuple of text values; null stands for SQL null. */
  public static Tuple of(byte[]... texts) {
    int total = 0;
    for (byte[] text : texts) {
      total += text == null ? 0 : text.length;
    }
    byte[] octets = new byte[total];
    int[] starts = new int[texts.length];
    int[] lengths = new int[texts.length];
    int at = 0;
    for (int i = 0; i < texts.length; i++) {
      starts[i] = at;
      if (texts[i] == null) {
        lengths[i] = NULL;
      } else {
        System.arraycopy(texts[i], 0, octets, at, texts[i].length);
        lengths[i] = texts[i].length;
        at += lengths[i];
      }
    }
    return new Tuple(octets, starts, lengths);
  }

  /**
   * A tuple of text values that stand in one array, which must not be changed any more.
   *
   * @param lengths of the values; negative stands for SQL null
   */
  public static Tuple over(byte[] octets, int[] starts, int[] lengths) {
    for (int i = 0; i < lengths.length; i++) {
      lengths[i] = Math.max(lengths[i], NULL);
    }
    return new Tuple(octets, starts, lengths);
  }

  /** Reads the text in UTF-8 between two places of an array, which must not be changed. */
  @FunctionalInterface
  public interface Reader<T> {
    T read(byte[] octets, int from, int to);
  }

  /** What the reader makes of a value, which must be neither null nor unchanged. */
  public <T> T read(int column, Reader<T> reader) {
    if (lengths[column] < 0) {
      throw new IllegalStateException("column has no text");
    }
    return reader.read(octets, starts[column], starts[column] + lengths[column]);
  }

  public int columns() {
    return lengths.length;
  }

  public boolean isNull(int column) {
    return lengths[column] == NULL;
  }

  /** An out-of-line value that the update did not touch and the server therefore did not send. */
  public boolean isUnchanged(int column) {
    return lengths[column] == UNCHANGED;
  }

  /** The value's text in UTF-8, a fresh copy; the column must be neither null nor unchanged. */
  public byte[] text(int column) {
    if (lengths[column] < 0) {
      throw new IllegalStateException("column has no text");
    }
    return Arrays.copyOfRange(octets, starts[column], starts[column] + lengths[column]);
  }

  /** True when both have the same text, or both are null. Unchanged equals nothing. */
  public boolean sameValue(int column, Tuple other) {
    int length = lengths[column];
    if (length == UNCHANGED || length != other.lengths[column]) {
      return false;
    }
    return length == NULL
        || Arrays.equals(
            octets,
            starts[column],
            starts[column] + length,
            other.octets,
            other.starts[column],
            other.starts[column] + length);
  }

  /** Octets of text in this tuple. */
  public long size() {
    long size = 0;
    for (int length : lengths) {
      size += Math.max(length, 0);
    }
    return size;
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof Tuple that) || columns() != that.columns()) {
      return false;
    }
    for (int i = 0; i < columns(); i++) {
      if (!sameValue(i, that) && !(isUnchanged(i) && that.isUnchanged(i))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(lengths);
  }

  /** The shape only: values never reach a log (contract 11). */
  @Override
  public String toString() {
    return "Tuple[" + columns() + " columns]";
  }
}
