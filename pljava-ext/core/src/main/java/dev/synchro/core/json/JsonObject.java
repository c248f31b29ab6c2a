package dev.synchro.core.json;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A JSON object. Members keep the order in which they came; equality ignores it.
 *
 * @param members by name
 */
public record JsonObject(Map<String, JsonValue> members) implements JsonValue {
  public static final JsonObject EMPTY = new JsonObject(Map.of());

  public JsonObject {
    // What the parser collected is nobody else's, so it need not be copied.
    members =
        Collections.unmodifiableMap(
            members instanceof Collected ? members : new LinkedHashMap<>(members));
  }

  /** The members of an object that is being parsed; given up to the object when it is complete. */
  static final class Collected extends LinkedHashMap<String, JsonValue> {
    private static final long serialVersionUID = 1L;
  }

  /** Starts an object member by member. */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  public Kind kind() {
    return Kind.OBJECT;
  }

  public Optional<JsonValue> find(String name) {
    return Optional.ofNullable(members.get(name));
  }

  public boolean has(String name) {
    return members.containsKey(name);
  }

  public int size() {
    return members.size();
  }

  /** Collects members; a name given twice is a bug of the caller. */
  public static final class Builder {
    private final Map<String, JsonValue> members = new LinkedHashMap<>();

    private Builder() {}

    public Builder put(String name, JsonValue value) {
      if (members.put(name, value) != null) {
        throw new IllegalArgumentException("member given twice");
      }
      return this;
    }

    public Builder put(String name, String value) {
      return put(name, new JsonString(value));
    }

    public Builder put(String name, long value) {
      return put(name, JsonNumber.of(value));
    }

    public Builder put(String name, boolean value) {
      return put(name, JsonBoolean.of(value));
    }

    public JsonObject build() {
      return new JsonObject(members);
    }
  }
}
