package dev.synchro.core.json;

import java.util.Objects;

/**
 * A JSON number, kept as it was written, so that nothing is lost before its type is known.
 *
 * @param text the original text, a complete JSON number
 */
public record JsonNumber(String text) implements JsonValue {
  public JsonNumber {
    Objects.requireNonNull(text);
  }

  public static JsonNumber of(long value) {
    return new JsonNumber(Long.toString(value));
  }

  @Override
  public Kind kind() {
    return Kind.NUMBER;
  }

  /** Whether the text is {@code 0} or {@code -?[1-9][0-9]*}, the only form of wire integers. */
  public boolean isPlainInteger() {
    int first = text.startsWith("-") ? 1 : 0;
    if (first == text.length() || (text.charAt(first) == '0' && text.length() > 1)) {
      return false;
    }
    for (int i = first; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }
}
