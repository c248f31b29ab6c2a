package dev.synchro.core.json;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import dev.synchro.core.limit.Limits;
import java.util.List;
import java.util.Optional;

/**
 * Strict reading of an object with a fixed set of members: every member must be taken, and {@link
 * #finish} refuses what is left. For the protocol's own documents; a missing, unknown or wrongly
 * typed member is {@link Malformed}.
 */
public final class Members {
  private final JsonObject object;
  private int taken;

  public Members(JsonValue value) {
    if (!(value instanceof JsonObject jsonObject)) {
      throw new Malformed(Rule.WRONG_MEMBER_TYPE);
    }
    object = jsonObject;
  }

  public JsonValue required(String name) {
    Optional<JsonValue> value = object.find(name);
    if (value.isEmpty()) {
      throw new Malformed(Rule.MISSING_MEMBER);
    }
    taken++;
    return value.get();
  }

  /** The member when it is there; null is a value like any other. */
  public Optional<JsonValue> optional(String name) {
    Optional<JsonValue> value = object.find(name);
    taken += value.isPresent() ? 1 : 0;
    return value;
  }

  public String string(String name) {
    return asString(required(name));
  }

  /** A string, or nothing for null. */
  public Optional<String> nullableString(String name) {
    JsonValue value = required(name);
    return value.isNull() ? Optional.empty() : Optional.of(asString(value));
  }

  public boolean bool(String name) {
    if (required(name) instanceof JsonBoolean bool) {
      return bool.value();
    }
    throw new Malformed(Rule.WRONG_MEMBER_TYPE);
  }

  /** An integer written plainly, within +-(2^53-1). Contract 5.2. */
  public long integer(String name) {
    return asInteger(required(name));
  }

  public List<JsonValue> array(String name) {
    if (required(name) instanceof JsonArray array) {
      return array.elements();
    }
    throw new Malformed(Rule.WRONG_MEMBER_TYPE);
  }

  /** Refuses members that nobody has taken. */
  public void finish() {
    if (taken != object.size()) {
      throw new Malformed(Rule.UNKNOWN_MEMBER);
    }
  }

  public static String asString(JsonValue value) {
    if (value instanceof JsonString string) {
      return string.value();
    }
    throw new Malformed(Rule.WRONG_MEMBER_TYPE);
  }

  /** An integer written plainly, within +-(2^53-1). Contract 5.2. */
  public static long asInteger(JsonValue value) {
    if (!(value instanceof JsonNumber number)) {
      throw new Malformed(Rule.WRONG_MEMBER_TYPE);
    }
    int maxText = 17;
    if (!number.isPlainInteger() || number.text().length() > maxText) {
      throw new Malformed(Rule.OUT_OF_RANGE);
    }
    long integer = Long.parseLong(number.text());
    if (Math.abs(integer) > Limits.MAX_COUNTER) {
      throw new Malformed(Rule.OUT_OF_RANGE);
    }
    return integer;
  }
}
