package dev.synchro.core.fuzz;

import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.json.JsonArray;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.json.JsonValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Inputs to start from: the entries of the vector files, valid and invalid. */
final class Seeds {
  private Seeds() {}

  /** The entries of both lists of a vector file. */
  static Stream<JsonObject> entries(String file) {
    JsonObject vectors = JsonParser.parseObject(octets(file), JsonLimits.DOCUMENT);
    List<JsonObject> entries = new ArrayList<>();
    for (String list : List.of("cases", "invalid")) {
      if (vectors.find(list).orElse(null) instanceof JsonArray array) {
        array.elements().forEach(entry -> entries.add((JsonObject) entry));
      }
    }
    return entries.stream();
  }

  /** A member of an entry: the content of a string, else canonical text. */
  static byte[] member(JsonObject entry, String name) {
    JsonValue value = entry.find(name).orElseThrow();
    return value instanceof JsonString text
        ? Utf8.encode(text.value())
        : CanonicalJson.write(value);
  }

  private static byte[] octets(String file) {
    try (InputStream stream = Seeds.class.getResourceAsStream("/vectors/" + file)) {
      return stream.readAllBytes();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
