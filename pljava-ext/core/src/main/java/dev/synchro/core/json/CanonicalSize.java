package dev.synchro.core.json;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import java.util.Map;

/** Judges how long canonical text is, without writing it where a glance is enough. */
public final class CanonicalSize {
  /** Every escape takes at most this for a UTF-16 unit, and UTF-8 takes less. */
  private static final int OCTETS_PER_CHAR = 6;

  /** {@code -1.2345678901234567e+123} and the like. */
  private static final int OCTETS_OF_NUMBER = 25;

  private static final int OCTETS_OF_WORD = 5;
  private static final int BRACKETS = 2;

  /** A comma, or a colon. */
  private static final int SEPARATOR = 1;

  private CanonicalSize() {}

  /**
   * Whether the canonical text of a value has at most so many octets.
   *
   * @throws Malformed when it has none, because of a number beyond binary64
   */
  public static boolean isWithin(JsonValue value, int octets) {
    return atMost(value) <= octets || CanonicalJson.write(value).length <= octets;
  }

  /** An upper bound. The parser has bounded how deep values are nested. */
  private static long atMost(JsonValue value) {
    if (value instanceof JsonString string) {
      return ofString(string.value());
    }
    if (value instanceof JsonNumber number) {
      if (Double.isInfinite(EcmaNumber.parse(number.text()))) {
        throw new Malformed(Rule.BEYOND_BINARY64);
      }
      return OCTETS_OF_NUMBER;
    }
    if (value instanceof JsonObject object) {
      long total = BRACKETS;
      for (Map.Entry<String, JsonValue> member : object.members().entrySet()) {
        total += ofString(member.getKey()) + atMost(member.getValue()) + 2 * SEPARATOR;
      }
      return total;
    }
    if (value instanceof JsonArray array) {
      long total = BRACKETS;
      for (JsonValue element : array.elements()) {
        total += atMost(element) + SEPARATOR;
      }
      return total;
    }
    return OCTETS_OF_WORD;
  }

  private static long ofString(String content) {
    return (long) OCTETS_PER_CHAR * content.length() + BRACKETS;
  }
}
