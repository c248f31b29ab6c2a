package dev.synchro.sqlgen.processor.emit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Prints maps, lists, texts, numbers and booleans as JSON, one member of an object a line. */
final class JsonText {

  private JsonText() {}

  static Map<String, Object> object() {
    return new LinkedHashMap<>();
  }

  static String print(Object value) {
    return print(value, "\n") + "\n";
  }

  private static String print(Object value, String newLine) {
    if (value instanceof Map<?, ?> members) {
      return members.entrySet().stream()
          .map(
              member ->
                  newLine
                      + "  "
                      + quoted(member.getKey().toString())
                      + ": "
                      + print(member.getValue(), newLine + "  "))
          .collect(Collectors.joining(",", "{", newLine + "}"));
    }
    if (value instanceof List<?> elements) {
      return elements.stream()
          .map(element -> print(element, newLine))
          .collect(Collectors.joining(", ", "[", "]"));
    }
    boolean bare = value instanceof Number || value instanceof Boolean;
    return bare ? value.toString() : quoted(value.toString());
  }

  private static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (int index = 0; index < text.length(); index++) {
      char c = text.charAt(index);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ') {
        json.append(String.format("\\u%04x", (int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }
}
