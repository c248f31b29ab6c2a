package dev.synchro.core.json;

import java.util.List;

/**
 * A JSON array.
 *
 * @param elements in order
 */
public record JsonArray(List<JsonValue> elements) implements JsonValue {
  public JsonArray {
    elements = List.copyOf(elements);
  }

  public static JsonArray of(JsonValue... elements) {
    return new JsonArray(List.of(elements));
  }

  @Override
  public Kind kind() {
    return Kind.ARRAY;
  }

  public int size() {
    return elements.size();
  }
}
