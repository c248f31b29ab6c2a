package dev.synchro.backend.table;

import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.json.JsonArray;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonNumber;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.json.JsonValue;
import java.util.ArrayList;
import java.util.List;

/** Small tables that a statement hands over in one column, as a JSON array of arrays. */
public final class JsonRows {
  private JsonRows() {}

  /** The rows; none for null. */
  public static List<List<JsonValue>> of(String json) {
    List<List<JsonValue>> rows = new ArrayList<>();
    if (json != null) {
      JsonValue parsed = JsonParser.parse(Utf8.encode(json), JsonLimits.DOCUMENT);
      for (JsonValue row : ((JsonArray) parsed).elements()) {
        rows.add(((JsonArray) row).elements());
      }
    }
    return rows;
  }

  /** A text, never null. */
  public static String text(JsonValue value) {
    return ((JsonString) value).value();
  }

  /** An integer, never null. */
  public static long number(JsonValue value) {
    return Long.parseLong(((JsonNumber) value).text());
  }
}
