package dev.synchro.backend.table;

import dev.synchro.core.json.JsonArray;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Texts that travel as a JSON array. */
final class JsonTexts {
  private JsonTexts() {}

  static List<String> read(String json) {
    JsonArray array =
        (JsonArray) JsonParser.parse(json.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    List<String> texts = new ArrayList<>();
    for (JsonValue element : array.elements()) {
      texts.add(((JsonString) element).value());
    }
    return texts;
  }
}
