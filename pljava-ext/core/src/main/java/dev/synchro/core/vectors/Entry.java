package dev.synchro.core.vectors;

import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.json.JsonArray;
import dev.synchro.core.json.JsonNumber;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One entry of a vector file, or the file itself. A member that is missing or of another type is
 * {@link NotAVector}: the refusal of an invalid entry must come from the core alone.
 */
final class Entry {
  private final JsonObject json;
  private final String id;

  Entry(JsonValue json, String id) {
    if (!(json instanceof JsonObject object)) {
      throw new NotAVector(id + " is not an object");
    }
    this.json = object;
    this.id = text("id", id);
  }

  /** The entries of a list of the file; none when it has no such list. */
  static List<Entry> list(JsonObject file, String name) {
    List<Entry> entries = new ArrayList<>();
    if (file.has(name)) {
      for (JsonValue entry : array(file.find(name).get(), name)) {
        entries.add(new Entry(entry, name + "[" + entries.size() + "]"));
      }
    }
    return entries;
  }

  String id() {
    return id;
  }

  String why() {
    return text("why", "");
  }

  boolean has(String name) {
    return json.has(name);
  }

  Optional<JsonValue> find(String name) {
    return json.find(name);
  }

  JsonValue get(String name) {
    return json.find(name).orElseThrow(() -> new NotAVector("no member " + name));
  }

  JsonObject object(String name) {
    if (get(name) instanceof JsonObject object) {
      return object;
    }
    throw new NotAVector(name + " is not an object");
  }

  List<JsonValue> array(String name) {
    return array(get(name), name);
  }

  static List<JsonValue> array(JsonValue value, String name) {
    if (value instanceof JsonArray array) {
      return array.elements();
    }
    throw new NotAVector(name + " is not an array");
  }

  /** A count, written as a plain integer. */
  long count(String name) {
    boolean plain = get(name) instanceof JsonNumber number && number.isPlainInteger();
    if (!plain) {
      throw new NotAVector(name + " is not an integer");
    }
    try {
      return Long.parseLong(((JsonNumber) get(name)).text());
    } catch (NumberFormatException tooLong) {
      throw new NotAVector(name + " is not a 64-bit integer");
    }
  }

  String text(String name) {
    return text(get(name), name);
  }

  static String text(JsonValue value, String name) {
    if (value instanceof JsonString string) {
      return string.value();
    }
    throw new NotAVector(name + " is not a string");
  }

  String text(String name, String otherwise) {
    return has(name) ? text(name) : otherwise;
  }

  byte[] utf8(String name) {
    return Utf8.encode(text(name));
  }
}
