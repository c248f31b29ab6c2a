package dev.synchro.core.json;

/**
 * Order of member names by their UTF-16 code units, told from their canonical escaped UTF-8 without
 * decoding it. Two names are equal exactly when their canonical texts are.
 */
final class NameOrder {
  private NameOrder() {}

  /**
   * Compares the canonical string contents {@code [a, aEnd)} and {@code [b, bEnd)} of one array.
   */
  static int compare(byte[] text, int a, int aEnd, int b, int bEnd) {
    int i = a;
    int j = b;
    while (i < aEnd && j < bEnd) {
      byte x = text[i];
      byte y = text[j];
      if (x != y) {
        return rank(text, i) - rank(text, j);
      }
      if (x == '\\') {
        int difference = rank(text, i) - rank(text, j);
        if (difference != 0) {
          return difference;
        }
        int length = text[i + 1] == 'u' ? 6 : 2;
        i += length;
        j += length;
      } else {
        i++;
        j++;
      }
    }
    return (aEnd - i) - (bEnd - j);
  }

  /**
   * A number that orders the character at {@code at}, or the rest of one whose beginning was equal,
   * among others of the same place.
   */
  private static int rank(byte[] text, int at) {
    int octet = text[at] & 0xff;
    if (octet == '\\') {
      return escapedUnit(text, at);
    }
    if (octet >= 0xf0) {
      // Supplementary characters are surrogates in UTF-16, which come before U+E000..U+FFFF.
      return octet - 2;
    }
    return octet < 0xee ? octet : octet + 0x10;
  }

  private static int escapedUnit(byte[] text, int at) {
    return switch (text[at + 1]) {
      case 'u' -> Character.digit(text[at + 4], 16) << 4 | Character.digit(text[at + 5], 16);
      case 'b' -> '\b';
      case 't' -> '\t';
      case 'n' -> '\n';
      case 'f' -> '\f';
      case 'r' -> '\r';
      default -> text[at + 1];
    };
  }
}
