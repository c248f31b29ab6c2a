package dev.synchro.core.json;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/**
 * Reads one JSON text into a tree: strict, bounded, without recursion, repeated member names
 * refused after unescaping at every depth. Whatever {@link CanonicalJson} writes it accepts
 * unchanged.
 */
public final class JsonParser {
  private final JsonScanner scanner;
  private final Deque<Object> open = new ArrayDeque<>();
  private final Deque<String> names = new ArrayDeque<>();
  private JsonValue root;

  private JsonParser(JsonScanner scanner) {
    this.scanner = scanner;
  }

  /**
   * Parses any value.
   *
   * @param utf8 one complete JSON text
   * @throws Malformed with the rule that is broken and the octet where
   */
  public static JsonValue parse(byte[] utf8, JsonLimits limits) {
    return new JsonParser(new JsonScanner(utf8, limits)).read();
  }

  /**
   * Parses a text that must be an object.
   *
   * @throws Malformed with the rule that is broken and the octet where
   */
  public static JsonObject parseObject(byte[] utf8, JsonLimits limits) {
    JsonValue value = parse(utf8, limits);
    if (value instanceof JsonObject object) {
      return object;
    }
    throw new Malformed(Rule.WRONG_MEMBER_TYPE, 0);
  }

  private JsonValue read() {
    while (true) {
      switch (scanner.next()) {
        case OBJECT_START -> open.push(new JsonObject.Collected());
        case ARRAY_START -> open.push(new ArrayList<JsonValue>());
        case OBJECT_END -> add(closedObject());
        case ARRAY_END -> add(closedArray());
        case NAME -> name();
        case STRING -> add(new JsonString(scanner.decoded()));
        case NUMBER -> add(new JsonNumber(scanner.rawText()));
        case TRUE -> add(JsonBoolean.TRUE);
        case FALSE -> add(JsonBoolean.FALSE);
        case NULL -> add(JsonNull.INSTANCE);
        case END -> {
          return root;
        }
      }
    }
  }

  private void name() {
    String name = scanner.decoded();
    if (openObject().put(name, JsonNull.INSTANCE) != null) {
      throw new Malformed(Rule.DUPLICATE_MEMBER, scanner.tokenStart() - 1);
    }
    names.push(name);
  }

  private void add(JsonValue value) {
    Object container = open.peek();
    if (container == null) {
      root = value;
    } else if (container instanceof Map) {
      openObject().put(names.pop(), value);
    } else {
      openArray().add(value);
    }
  }

  private JsonObject closedObject() {
    JsonObject object = new JsonObject(openObject());
    open.pop();
    return object;
  }

  private JsonArray closedArray() {
    JsonArray array = new JsonArray(openArray());
    open.pop();
    return array;
  }

  @SuppressWarnings("unchecked")
  private Map<String, JsonValue> openObject() {
    return (Map<String, JsonValue>) open.peek();
  }

  @SuppressWarnings("unchecked")
  private List<JsonValue> openArray() {
    return (List<JsonValue>) open.peek();
  }
}
