package dev.synchro.core.vectors;

import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.json.Members;

/** One entry of a vector file. */
final class Entry {
  private final JsonObject json;
  private final String id;

  Entry(JsonValue json, String list, int index) {
    this.json = (JsonObject) json;
    this.id = text("id", list + "[" + index + "]");
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

  JsonValue get(String name) {
    return json.find(name).orElseThrow(() -> new IllegalArgumentException("no member " + name));
  }

  JsonObject object(String name) {
    if (get(name) instanceof JsonObject object) {
      return object;
    }
    throw new Malformed(Rule.WRONG_MEMBER_TYPE);
  }

  String text(String name) {
    return Members.asString(get(name));
  }

  String text(String name, String otherwise) {
    return json.find(name).orElse(null) instanceof JsonString string ? string.value() : otherwise;
  }

  byte[] utf8(String name) {
    return Utf8.encode(text(name));
  }
}
