package dev.synchro.embedded.handler;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The columns of a statement, as {@link Backend#describe} wrote them. */
final class Shape {
  final int version;
  final boolean returnsRows;
  final boolean modifies;
  final char[] codes;
  final String[] names;
  final String[] types;

  private final byte[] octets;
  private int at;

  Shape(byte[] octets) {
    this.octets = octets;
    this.version = nextInt();
    int flags = nextInt();
    this.returnsRows = (flags & 1) != 0;
    this.modifies = (flags & 2) != 0;
    int count = nextInt();
    this.codes = new char[count];
    this.names = new String[count];
    this.types = new String[count];
    for (int i = 0; i < count; i++) {
      codes[i] = (char) nextInt();
      names[i] = nextText();
      types[i] = nextText();
    }
  }

  private int nextInt() {
    int value = RowBatch.intAt(octets, at);
    at += 4;
    return value;
  }

  private String nextText() {
    int length = nextInt();
    String text = new String(octets, at, length, StandardCharsets.UTF_8);
    at += length;
    return text;
  }

  /**
   * Number of the column, from 1, 0 when there is none. Names are compared in lower case, as in
   * PL/Java.
   */
  int find(String name) {
    for (int i = 0; i < names.length; i++) {
      if (names[i].equals(name)) {
        return isLower(name) ? i + 1 : 0;
      }
    }
    String lower = name.toLowerCase(Locale.ROOT);
    for (int i = 0; i < names.length; i++) {
      if (names[i].equals(lower)) {
        return i + 1;
      }
    }
    return 0;
  }

  private static boolean isLower(String name) {
    return name.equals(name.toLowerCase(Locale.ROOT));
  }
}
