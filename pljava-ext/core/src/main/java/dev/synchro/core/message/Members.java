package dev.synchro.core.message;

import dev.synchro.core.json.JsonArray;
import dev.synchro.core.json.JsonBoolean;
import dev.synchro.core.json.JsonNumber;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.json.JsonValue;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The members of one envelope object. Every member is asked for exactly once; {@link #nothingElse}
 * then refuses those nobody asked for. A member of another type, null included, is refused.
 */
final class Members {
  private final JsonObject object;
  private int found;

  private Members(JsonObject object) {
    this.object = object;
  }

  static Members of(JsonValue value) {
    if (value instanceof JsonObject object) {
      return new Members(object);
    }
    throw RequestRefused.invalidRequest();
  }

  JsonValue any(String name) {
    return optional(name).orElseThrow(RequestRefused::invalidRequest);
  }

  Optional<JsonValue> optional(String name) {
    Optional<JsonValue> value = object.find(name);
    if (value.isPresent()) {
      found++;
    }
    return value;
  }

  String string(String name) {
    return asString(any(name));
  }

  Optional<String> optionalString(String name) {
    return optional(name).map(Members::asString);
  }

  Optional<String> stringOrNull(String name) {
    JsonValue value = any(name);
    return value.isNull() ? Optional.empty() : Optional.of(asString(value));
  }

  long integer(String name) {
    return asInteger(any(name));
  }

  OptionalLong optionalInteger(String name) {
    Optional<JsonValue> value = optional(name);
    return value.isPresent() ? OptionalLong.of(asInteger(value.get())) : OptionalLong.empty();
  }

  Optional<Boolean> optionalTruth(String name) {
    return optional(name).map(Members::asTruth);
  }

  JsonObject object(String name) {
    return asObject(any(name));
  }

  Optional<JsonObject> optionalObject(String name) {
    return optional(name).map(Members::asObject);
  }

  List<JsonValue> elements(String name) {
    if (any(name) instanceof JsonArray array) {
      return array.elements();
    }
    throw RequestRefused.invalidRequest();
  }

  void nothingElse() {
    if (found != object.size()) {
      throw RequestRefused.invalidRequest();
    }
  }

  static String asString(JsonValue value) {
    if (value instanceof JsonString text && text.value().indexOf('\0') < 0) {
      return text.value();
    }
    throw RequestRefused.invalidRequest();
  }

  private static long asInteger(JsonValue value) {
    if (value instanceof JsonNumber number) {
      return EnvelopeInteger.of(number).orElseThrow(RequestRefused::invalidRequest);
    }
    throw RequestRefused.invalidRequest();
  }

  private static Boolean asTruth(JsonValue value) {
    if (value instanceof JsonBoolean truth) {
      return truth.value();
    }
    throw RequestRefused.invalidRequest();
  }

  private static JsonObject asObject(JsonValue value) {
    if (value instanceof JsonObject object) {
      return object;
    }
    throw RequestRefused.invalidRequest();
  }
}
