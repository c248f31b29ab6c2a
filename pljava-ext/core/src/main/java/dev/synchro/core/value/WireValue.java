package dev.synchro.core.value;

import dev.synchro.core.bytes.Base64Url;
import dev.synchro.core.bytes.Octets;
import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.json.EcmaNumber;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonScanner;
import dev.synchro.core.json.JsonToken;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.json.PortableJson;
import java.util.Arrays;

/**
 * Strict reader of wire values: the type decides the one accepted spelling, everything else is
 * refused by name. Contract 2.5 and ADR 005 "Portable type system and wire JSON".
 */
public final class WireValue {
  private static final int MAX_INT_TEXT = 11;
  private static final int MAX_INT64_TEXT = 20;

  private WireValue() {}

  /**
   * Reads one wire value from its JSON text.
   *
   * @throws Malformed with the broken rule
   */
  public static PortableValue read(PortableType type, byte[] json) {
    JsonScanner scanner = new JsonScanner(json, JsonLimits.DOCUMENT);
    JsonToken token = scanner.next();
    boolean container = token == JsonToken.OBJECT_START || token == JsonToken.ARRAY_START;
    PortableValue value =
        container ? refuseContainer(type, json) : read(type, scanner, json, token);
    if (scanner.next() != JsonToken.END) {
      throw new Malformed(Rule.NOT_JSON, scanner.tokenStart());
    }
    return value;
  }

  private static PortableValue refuseContainer(PortableType type, byte[] json) {
    // Tells broken JSON from a value of the wrong type.
    CanonicalJson.canonicalize(json, JsonLimits.DOCUMENT);
    throw new Malformed(wrongType(type));
  }

  /**
   * Reads one wire value that a document holds.
   *
   * @throws Malformed with the broken rule
   */
  public static PortableValue read(PortableType type, JsonValue value) {
    switch (value.kind()) {
      case NULL -> {
        return PortableValue.ofNull(type);
      }
      case OBJECT, ARRAY -> throw new Malformed(wrongType(type));
      default -> {
        Octets text = new Octets(64);
        if (value.kind() == JsonValue.Kind.NUMBER) {
          text.ascii(((dev.synchro.core.json.JsonNumber) value).text());
        } else {
          CanonicalJson.append(value, text);
        }
        return read(type, text.toByteArray());
      }
    }
  }

  /**
   * Reads the scalar the scanner has just come upon.
   *
   * @param text the octets the scanner reads
   * @throws Malformed with the broken rule
   */
  public static PortableValue read(
      PortableType type, JsonScanner scanner, byte[] text, JsonToken token) {
    if (token == JsonToken.NULL) {
      return PortableValue.ofNull(type);
    }
    return switch (type) {
      case INT -> {
        require(token == JsonToken.NUMBER, Rule.NOT_AN_INT);
        yield readInt(text, scanner.tokenStart(), scanner.tokenEnd());
      }
      case FLOAT -> {
        require(token == JsonToken.NUMBER, Rule.NOT_A_NUMBER);
        yield readFloat(text, scanner.tokenStart(), scanner.tokenEnd());
      }
      case BOOLEAN -> {
        require(token == JsonToken.TRUE || token == JsonToken.FALSE, Rule.NOT_A_BOOLEAN);
        yield PortableValue.ofBoolean(token == JsonToken.TRUE);
      }
      default -> {
        require(token == JsonToken.STRING, wrongType(type));
        yield ofContent(type, scanner.decodedOctets());
      }
    };
  }

  /**
   * Value of a type whose wire form is a JSON string.
   *
   * @param content unescaped content of that string, well-formed UTF-8, never changed again
   * @throws Malformed with the broken rule
   */
  static PortableValue ofContent(PortableType type, byte[] content) {
    switch (type) {
      case STRING -> {}
      case INT64 -> {
        return readInt64(content);
      }
      case DECIMAL -> CanonicalDecimal.check(content, 0, content.length);
      case DATETIME -> DateTimes.checkDateTime(content, 0, content.length);
      case DATE -> DateTimes.checkDate(content, 0, content.length);
      case TIME -> DateTimes.checkTime(content, 0, content.length);
      case JSON -> {
        if (!Arrays.equals(content, PortableJson.canonicalize(content))) {
          throw new Malformed(Rule.JSON_NOT_CANONICAL);
        }
      }
      case BYTES -> {
        return PortableValue.adopt(type, Base64Url.decode(content, 0, content.length));
      }
      default -> throw new Malformed(wrongType(type));
    }
    return PortableValue.adopt(type, content);
  }

  private static PortableValue readInt(byte[] text, int from, int to) {
    require(isPlainInteger(text, from, to), Rule.NOT_AN_INT);
    require(to - from <= MAX_INT_TEXT, Rule.OUT_OF_RANGE);
    long value = Long.parseLong(Utf8.decode(text, from, to));
    require(value == (int) value, Rule.OUT_OF_RANGE);
    return PortableValue.ofInt((int) value);
  }

  private static PortableValue readInt64(byte[] content) {
    require(isPlainInteger(content, 0, content.length), Rule.NOT_AN_INT64);
    require(content.length <= MAX_INT64_TEXT, Rule.OUT_OF_RANGE);
    boolean negative = content[0] == '-';
    long value = 0;
    // Counts downwards, since the negative range reaches one further.
    for (int i = negative ? 1 : 0; i < content.length; i++) {
      int digit = content[i] - '0';
      require(value >= (Long.MIN_VALUE + digit) / 10, Rule.OUT_OF_RANGE);
      value = value * 10 - digit;
    }
    require(negative || value != Long.MIN_VALUE, Rule.OUT_OF_RANGE);
    return PortableValue.ofInt64(negative ? value : -value);
  }

  private static PortableValue readFloat(byte[] text, int from, int to) {
    double value = EcmaNumber.parse(text, from, to);
    require(!Double.isInfinite(value), Rule.BEYOND_BINARY64);
    Octets canonical = new Octets(32);
    EcmaNumber.append(value, canonical);
    boolean same = Arrays.equals(text, from, to, canonical.array(), 0, canonical.length());
    require(same, Rule.FLOAT_NOT_CANONICAL);
    return PortableValue.ofFloat(value);
  }

  /** Whether the octets are {@code 0} or {@code -?[1-9][0-9]*}. */
  static boolean isPlainInteger(byte[] text, int from, int to) {
    int first = from < to && text[from] == '-' ? from + 1 : from;
    if (first == to || (text[first] == '0' && to - from > 1)) {
      return false;
    }
    for (int i = first; i < to; i++) {
      if (text[i] < '0' || text[i] > '9') {
        return false;
      }
    }
    return true;
  }

  private static Rule wrongType(PortableType type) {
    return switch (type) {
      case INT -> Rule.NOT_AN_INT;
      case INT64 -> Rule.NOT_AN_INT64;
      case DECIMAL -> Rule.NOT_A_DECIMAL;
      case FLOAT -> Rule.NOT_A_NUMBER;
      case BOOLEAN -> Rule.NOT_A_BOOLEAN;
      case DATETIME -> Rule.NOT_A_DATETIME;
      case DATE -> Rule.NOT_A_DATE;
      case TIME -> Rule.NOT_A_TIME;
      case BYTES -> Rule.NOT_BASE64URL;
      default -> Rule.NOT_A_STRING;
    };
  }

  private static void require(boolean condition, Rule rule) {
    if (!condition) {
      throw new Malformed(rule);
    }
  }
}
