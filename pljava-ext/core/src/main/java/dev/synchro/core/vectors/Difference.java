package dev.synchro.core.vectors;

import dev.synchro.core.bytes.Hex;
import java.util.Arrays;
import java.util.Objects;

/**
 * An entry came out otherwise than its file says. Vectors are public, so the values may be shown.
 */
final class Difference extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int SHOWN_CHARACTERS = 200;

  private Difference(String message) {
    super(message, null, false, false);
  }

  static void requireEqual(String what, Object expected, Object actual) {
    if (!Objects.equals(expected, actual)) {
      throw new Difference(
          what
              + " expected "
              + shown(expected.toString())
              + " but was "
              + shown(actual.toString()));
    }
  }

  static void requireEqual(String what, byte[] expected, byte[] actual) {
    if (!Arrays.equals(expected, actual)) {
      requireEqual(what, Hex.encode(expected), Hex.encode(actual));
    }
  }

  private static String shown(String value) {
    return value.length() <= SHOWN_CHARACTERS
        ? value
        : value.substring(0, SHOWN_CHARACTERS) + "...";
  }
}
