package dev.synchro.core.json;

import java.util.Objects;

/**
 * A JSON string.
 *
 * @param value unescaped content
 */
public record JsonString(String value) implements JsonValue {
  public JsonString {
    Objects.requireNonNull(value);
  }

  @Override
  public Kind kind() {
    return Kind.STRING;
  }
}
