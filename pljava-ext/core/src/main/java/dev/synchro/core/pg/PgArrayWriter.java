package dev.synchro.core.pg;

import dev.synchro.core.error.NotPortable;
import dev.synchro.core.error.Rule;
import dev.synchro.core.json.JsonArray;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.value.PortableValue;
import dev.synchro.core.value.WireValue;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * Rebuilds array input from a JSON array. What PostgreSQL could not hold as the same array again is
 * refused: parts of different length or depth, and empty parts. Contract 2.6.
 */
final class PgArrayWriter {
  private static final int UNKNOWN = -1;

  private final PgScalar scalar;
  private final StringBuilder out = new StringBuilder();
  private final Deque<Iterator<JsonValue>> open = new ArrayDeque<>();
  private final int[] lengths = new int[PgArrayReader.MAX_DIMENSIONS + 1];
  private int elementDepth = UNKNOWN;

  private PgArrayWriter(PgScalar scalar) {
    this.scalar = scalar;
    java.util.Arrays.fill(lengths, UNKNOWN);
  }

  static String write(PgScalar scalar, PortableValue json) {
    JsonValue value = JsonParser.parse(json.asOctets(), JsonLimits.PORTABLE);
    if (!(value instanceof JsonArray array)) {
      throw new NotPortable(Rule.NOT_AN_ARRAY);
    }
    if (array.size() == 0) {
      return "{}";
    }
    PgArrayWriter writer = new PgArrayWriter(scalar);
    writer.write(array);
    return writer.out.toString();
  }

  private void write(JsonArray root) {
    open(root);
    boolean first = true;
    while (!open.isEmpty()) {
      Iterator<JsonValue> parts = open.peek();
      if (!parts.hasNext()) {
        open.pop();
        out.append('}');
        first = false;
        continue;
      }
      if (!first) {
        out.append(scalar.arrayDelimiter());
      }
      JsonValue part = parts.next();
      first = part instanceof JsonArray;
      if (part instanceof JsonArray array) {
        open(array);
      } else {
        element(part);
      }
    }
  }

  private void open(JsonArray array) {
    List<JsonValue> parts = array.elements();
    int depth = open.size() + 1;
    if (depth > PgArrayReader.MAX_DIMENSIONS) {
      throw new NotPortable(Rule.TOO_DEEP);
    }
    if (lengths[depth] == UNKNOWN) {
      lengths[depth] = parts.size();
    }
    boolean deeperThanElements = elementDepth != UNKNOWN && depth > elementDepth;
    if (parts.isEmpty() || lengths[depth] != parts.size() || deeperThanElements) {
      throw new NotPortable(Rule.RAGGED_ARRAY);
    }
    out.append('{');
    open.push(parts.iterator());
  }

  private void element(JsonValue part) {
    if (elementDepth == UNKNOWN) {
      elementDepth = open.size();
    }
    if (elementDepth != open.size()) {
      throw new NotPortable(Rule.RAGGED_ARRAY);
    }
    PortableValue value = WireValue.read(scalar.type(), part);
    if (value.isNull()) {
      out.append("NULL");
      return;
    }
    out.append('"');
    String text = PgText.inputText(value);
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      if (unit == '"' || unit == '\\') {
        out.append('\\');
      }
      out.append(unit);
    }
    out.append('"');
  }
}
