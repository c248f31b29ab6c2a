package dev.synchro.client;

import dev.synchro.core.json.JsonArray;
import dev.synchro.core.json.JsonBoolean;
import dev.synchro.core.json.JsonNumber;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.json.JsonValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Strict reading of the members of one object of an answer; anything unexpected is a fault. */
final class Members {

  private static final long LARGEST_INTEGER = 9_007_199_254_740_991L;
  private static final int MOST_INTEGER_DIGITS = 16;

  private final String what;
  private final JsonObject object;

  private Members(String what, JsonObject object) {
    this.what = what;
    this.object = object;
  }

  static Members of(String what, JsonValue value) {
    if (value instanceof JsonObject object) {
      return new Members(what, object);
    }
    throw new ContractFault(what + " is not an object");
  }

  /** Every required member is there, and none beyond required and optional. */
  Members exactly(Set<String> required, Set<String> optional) {
    for (String name : required) {
      member(name);
    }
    for (String name : object.members().keySet()) {
      if (!required.contains(name) && !optional.contains(name)) {
        throw new ContractFault(what + " has a member that the contract does not name");
      }
    }
    return this;
  }

  Members exactly(Set<String> required) {
    return exactly(required, Set.of());
  }

  boolean has(String name) {
    return object.has(name);
  }

  JsonObject object() {
    return object;
  }

  Map<String, JsonValue> entries() {
    return object.members();
  }

  JsonValue member(String name) {
    return object
        .find(name)
        .orElseThrow(() -> new ContractFault(what + " lacks the member " + name));
  }

  String string(String name) {
    if (member(name) instanceof JsonString string) {
      return string.value();
    }
    throw wrong(name, "a string");
  }

  Optional<String> stringOrNull(String name) {
    return member(name).isNull() ? Optional.empty() : Optional.of(string(name));
  }

  boolean flag(String name) {
    if (member(name) instanceof JsonBoolean flag) {
      return flag.value();
    }
    throw wrong(name, "true or false");
  }

  /** A whole number from {@code least} to the largest envelope integer. */
  long integer(String name, long least) {
    if (member(name) instanceof JsonNumber number
        && number.isPlainInteger()
        && number.text().length() <= MOST_INTEGER_DIGITS) {
      long value = Long.parseLong(number.text());
      if (value >= least && value <= LARGEST_INTEGER) {
        return value;
      }
    }
    throw wrong(name, "an integer from " + least);
  }

  List<JsonValue> array(String name) {
    if (member(name) instanceof JsonArray array) {
      return array.elements();
    }
    throw wrong(name, "an array");
  }

  Members nested(String name) {
    return of(what + " member " + name, member(name));
  }

  ContractFault wrong(String name, String expected) {
    return new ContractFault(what + " member " + name + " is not " + expected);
  }

  ContractFault fault(String message) {
    return new ContractFault(what + " " + message);
  }
}
