package dev.synchro.client;

import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Canonical JSON as text, the form in which the local database keeps documents. */
final class CanonicalText {

  private CanonicalText() {}

  static String of(JsonValue value) {
    return new String(CanonicalJson.write(value), StandardCharsets.UTF_8);
  }

  /** An object whose members are given as canonical text. */
  static String ofMembers(Map<String, String> members) {
    return of(objectOf(members));
  }

  static JsonObject objectOf(Map<String, String> members) {
    Map<String, JsonValue> values = new LinkedHashMap<>();
    members.forEach((name, text) -> values.put(name, parse(text)));
    return new JsonObject(values);
  }

  static JsonValue parse(String text) {
    return JsonParser.parse(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
  }

  static JsonObject parseObject(String text) {
    return JsonParser.parseObject(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
  }
}
