package dev.synchro.core.json;

import dev.synchro.core.bytes.Octets;
import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.error.BugException;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * RFC 8785 text of JSON values: members sorted by UTF-16 code units, the fewest escapes, ECMAScript
 * numbers, no blanks. The integer range of contract 2.5 is not applied here, see {@link
 * PortableJson}.
 */
public final class CanonicalJson {
  private CanonicalJson() {}

  /**
   * Canonical text of the value.
   *
   * @throws Malformed for a number beyond binary64 and for a lone surrogate
   */
  public static byte[] write(JsonValue value) {
    Octets out = new Octets(1024);
    append(value, out);
    return out.toByteArray();
  }

  /** Appends the canonical text of the value. */
  public static void append(JsonValue value, Octets out) {
    new Writer(out).write(value);
  }

  /**
   * Canonical text of one JSON text.
   *
   * @throws Malformed when it is no JSON within the limits, or holds a number beyond binary64
   */
  public static byte[] canonicalize(byte[] text, JsonLimits limits) {
    Octets out = new Octets(text.length + 16);
    new Canonicalizer(false).canonicalize(text, 0, text.length, limits, out);
    return out.toByteArray();
  }

  /** Appends a JSON string with the given content, quotes included. */
  public static void appendString(String content, Octets out) {
    byte[] utf8 = Utf8.encode(content);
    JsonText.appendString(utf8, 0, utf8.length, out);
  }

  /** Appends a JSON string whose content is given as well-formed UTF-8, quotes included. */
  public static void appendString(byte[] utf8, int from, int to, Octets out) {
    JsonText.appendString(utf8, from, to, out);
  }

  /** As {@link #appendString} for content of which nothing needs an escape. */
  public static void appendPlainString(byte[] utf8, int from, int to, Octets out) {
    JsonText.appendPlain(utf8, from, to, out);
  }

  static void appendNumber(String text, Octets out) {
    double value = EcmaNumber.parse(text);
    if (Double.isInfinite(value)) {
      throw new Malformed(Rule.BEYOND_BINARY64);
    }
    EcmaNumber.append(value, out);
  }

  /** Walks the tree without recursion: one open container per entry of the stack. */
  private static final class Writer {
    private final Octets out;
    private final Deque<Iterator<?>> open = new ArrayDeque<>();
    private boolean first;

    Writer(Octets out) {
      this.out = out;
    }

    void write(JsonValue root) {
      value(root);
      while (!open.isEmpty()) {
        Iterator<?> members = open.peek();
        if (!members.hasNext()) {
          open.pop();
          out.u8(members instanceof SortedMembers ? '}' : ']');
          first = false;
          continue;
        }
        if (!first) {
          out.u8(',');
        }
        first = false;
        if (members instanceof SortedMembers sortedMembers) {
          Map.Entry<String, JsonValue> member = sortedMembers.next();
          appendString(member.getKey(), out);
          out.u8(':');
          value(member.getValue());
        } else {
          value((JsonValue) members.next());
        }
      }
    }

    private void value(JsonValue value) {
      switch (value.kind()) {
        case OBJECT -> {
          out.u8('{');
          open.push(new SortedMembers(((JsonObject) value).members()));
          first = true;
        }
        case ARRAY -> {
          out.u8('[');
          open.push(((JsonArray) value).elements().iterator());
          first = true;
        }
        case STRING -> appendString(((JsonString) value).value(), out);
        case NUMBER -> appendNumber(((JsonNumber) value).text(), out);
        case BOOLEAN -> out.ascii(((JsonBoolean) value).value() ? "true" : "false");
        case NULL -> out.ascii("null");
        default -> throw new BugException("a JSON value of no kind");
      }
    }
  }

  /** Java compares strings by UTF-16 code units, which is exactly RFC 8785's order. */
  private static final class SortedMembers implements Iterator<Map.Entry<String, JsonValue>> {
    private final Map<String, JsonValue> members;
    private final Iterator<String> names;

    SortedMembers(Map<String, JsonValue> members) {
      this.members = members;
      List<String> sorted = new ArrayList<>(members.keySet());
      sorted.sort(null);
      names = sorted.iterator();
    }

    @Override
    public boolean hasNext() {
      return names.hasNext();
    }

    @Override
    public Map.Entry<String, JsonValue> next() {
      String name = names.next();
      return Map.entry(name, members.get(name));
    }
  }
}
