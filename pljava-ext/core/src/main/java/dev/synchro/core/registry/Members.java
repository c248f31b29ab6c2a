package dev.synchro.core.registry;

import dev.synchro.core.error.BugException;
import dev.synchro.core.json.JsonArray;
import dev.synchro.core.json.JsonBoolean;
import dev.synchro.core.json.JsonNumber;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads the members of a document that synchro wrote itself, so that anything unexpected in it is a
 * fault of ours and no refusal.
 */
public final class Members {
  private final JsonObject object;

  /** Reads the members of an object. */
  public Members(JsonObject object) {
    this.object = object;
  }

  /** A string that is present. */
  public String text(String name) {
    if (value(name) instanceof JsonString string) {
      return string.value();
    }
    throw unexpected(name);
  }

  /** A string, absent when the member is null. */
  public Optional<String> optionalText(String name) {
    return value(name).isNull() ? Optional.empty() : Optional.of(text(name));
  }

  /** An integer that is present. */
  public long number(String name) {
    return number(name, value(name));
  }

  /** An integer, absent when the member is null. */
  public OptionalLong optionalNumber(String name) {
    return value(name).isNull() ? OptionalLong.empty() : OptionalLong.of(number(name));
  }

  /** A truth value, absent when the member is null. */
  public Optional<Boolean> optionalTruth(String name) {
    return value(name).isNull() ? Optional.empty() : Optional.of(truth(name));
  }

  /** The whole object. */
  public JsonObject json() {
    return object;
  }

  /** A truth value that is present. */
  public boolean truth(String name) {
    if (value(name) instanceof JsonBoolean truth) {
      return truth.value();
    }
    throw unexpected(name);
  }

  /** An object that is present. */
  public Members object(String name) {
    return members(name, value(name));
  }

  /** An object, absent when the member is null. */
  public Optional<Members> optionalObject(String name) {
    return value(name).isNull() ? Optional.empty() : Optional.of(object(name));
  }

  /** An array of objects. */
  public List<Members> objects(String name) {
    List<Members> objects = new ArrayList<>();
    for (JsonValue element : elements(name)) {
      objects.add(members(name, element));
    }
    return objects;
  }

  /** An array of strings. */
  public List<String> texts(String name) {
    List<String> texts = new ArrayList<>();
    for (JsonValue element : elements(name)) {
      if (!(element instanceof JsonString string)) {
        throw unexpected(name);
      }
      texts.add(string.value());
    }
    return texts;
  }

  /** An array of integers. */
  public List<Long> numbers(String name) {
    List<Long> numbers = new ArrayList<>();
    for (JsonValue element : elements(name)) {
      numbers.add(number(name, element));
    }
    return numbers;
  }

  private List<JsonValue> elements(String name) {
    if (value(name) instanceof JsonArray array) {
      return array.elements();
    }
    throw unexpected(name);
  }

  private JsonValue value(String name) {
    return object.find(name).orElseThrow(() -> unexpected(name));
  }

  private static Members members(String name, JsonValue value) {
    if (value instanceof JsonObject nested) {
      return new Members(nested);
    }
    throw unexpected(name);
  }

  private static long number(String name, JsonValue value) {
    if (value instanceof JsonNumber number && number.isPlainInteger()) {
      return Long.parseLong(number.text());
    }
    throw unexpected(name);
  }

  private static BugException unexpected(String name) {
    return new BugException("unexpected content of member " + name);
  }
}
