package dev.synchro.suite.calls;

import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.json.JsonArray;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonNumber;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** An answer, asked by paths of member names and places. */
record Json(JsonValue value) {
  static Json parse(String text) {
    return new Json(JsonParser.parse(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT));
  }

  /** The value under a path such as {@code accepted.0.status}. */
  Json at(String path) {
    JsonValue current = value;
    for (String step : path.split("\\.", -1)) {
      if (current instanceof JsonArray array) {
        current = array.elements().get(Integer.parseInt(step));
      } else {
        current = member((JsonObject) current, step);
      }
    }
    return new Json(current);
  }

  private static JsonValue member(JsonObject object, String name) {
    return object.find(name).orElseThrow(() -> new AssertionError("no member " + name));
  }

  /** The member of a name that holds dots. */
  Json member(String name) {
    return new Json(member((JsonObject) value, name));
  }

  boolean has(String name) {
    return ((JsonObject) value).has(name);
  }

  Set<String> names() {
    return ((JsonObject) value).members().keySet();
  }

  String text() {
    return ((JsonString) value).value();
  }

  long number() {
    return Long.parseLong(((JsonNumber) value).text());
  }

  int size() {
    return ((JsonArray) value).size();
  }

  List<Json> elements() {
    List<Json> elements = new ArrayList<>();
    for (JsonValue element : ((JsonArray) value).elements()) {
      elements.add(new Json(element));
    }
    return elements;
  }

  List<String> texts() {
    List<String> texts = new ArrayList<>();
    for (Json element : elements()) {
      texts.add(element.text());
    }
    return texts;
  }

  @Override
  public String toString() {
    return new String(CanonicalJson.write(value), StandardCharsets.UTF_8);
  }
}
