package dev.synchro.backend.table;

import java.util.Collection;

/** PostgreSQL's text form of arrays of text; no other way leads an array into a statement. */
public final class ArrayText {
  private ArrayText() {}

  /** {@code {"a","b",NULL}}, every element but null quoted. */
  public static String of(Collection<String> elements) {
    StringBuilder text = new StringBuilder("{");
    String separator = "";
    for (String element : elements) {
      text.append(separator);
      if (element == null) {
        text.append("NULL");
      } else {
        quote(element, text);
      }
      separator = ",";
    }
    return text.append('}').toString();
  }

  private static void quote(String element, StringBuilder text) {
    text.append('"');
    for (int i = 0; i < element.length(); i++) {
      char c = element.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\');
      }
      text.append(c);
    }
    text.append('"');
  }
}
