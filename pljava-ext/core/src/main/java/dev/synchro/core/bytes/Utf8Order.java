package dev.synchro.core.bytes;

import java.util.Comparator;

/**
 * Order of ids by the unsigned octets of their UTF-8, which is the order of code points. {@link
 * String#compareTo} differs for supplementary characters. Contract 1.4 and 2.8.
 */
public final class Utf8Order implements Comparator<String> {
  public static final Utf8Order INSTANCE = new Utf8Order();

  /** Moves surrogates behind every other UTF-16 code unit. */
  private static final int SURROGATE_SHIFT = 0x10000;

  private Utf8Order() {}

  @Override
  public int compare(String left, String right) {
    int shared = Math.min(left.length(), right.length());
    for (int i = 0; i < shared; i++) {
      char a = left.charAt(i);
      char b = right.charAt(i);
      if (a != b) {
        return rank(a) - rank(b);
      }
    }
    return left.length() - right.length();
  }

  private static int rank(char unit) {
    return Character.isSurrogate(unit) ? unit + SURROGATE_SHIFT : unit;
  }
}
