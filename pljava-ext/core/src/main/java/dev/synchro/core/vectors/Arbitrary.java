package dev.synchro.core.vectors;

import dev.synchro.core.bytes.Base64Url;
import dev.synchro.core.bytes.Hex;
import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.json.EcmaNumber;
import dev.synchro.core.schema.Composition;
import dev.synchro.core.schema.DecimalBounds;
import dev.synchro.core.schema.FieldSchema;
import dev.synchro.core.schema.IndexSchema;
import dev.synchro.core.schema.Lifecycle;
import dev.synchro.core.schema.TableSchema;
import dev.synchro.core.value.PortableType;
import dev.synchro.core.value.PortableValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/** Makes values that lie on and around every edge. The same seed always makes the same values. */
final class Arbitrary {
  private static final String[] TEXTS = {
    "", "a", "\0", "\"\\/\b\f\n\r\t", "\u001f\u007f\u0080", "é", "e\u0301", "漢字", "\u2028\u2029",
    "🙂", "\ud7ff\ue000", "\ufeff", "\ufdd0", "\uffff", "\ud83f\udffe", "\udbff\udfff", "null", "-0"
  };
  private static final double[] DOUBLES = {
    0,
    1,
    -1,
    0.1,
    -0.5,
    1e21,
    1e-6,
    1e-7,
    123456789012345680000.0,
    4.9e-324,
    2.2250738585072014E-308,
    1.7976931348623157e308,
    9007199254740991.0,
    -9007199254740992.0,
    9007199254740994.0,
    1e22 * 10,
    1 / 3.0
  };
  private static final String[] DECIMALS = {
    "0", "1", "-1", "0.1", "-0.000001", "10", "100000", "1.01", "12345678901234567890.123456789"
  };
  private static final long[] INTEGERS = {
    0,
    1,
    -1,
    9,
    10,
    255,
    256,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    9007199254740993L
  };
  private static final String[] DAYS = {
    "0001-01-01", "1582-10-10", "1900-02-28", "1970-01-01", "2000-02-29", "2024-02-29", "9999-12-31"
  };
  private static final String[] TIMES = {
    "00:00:00.000000", "23:59:59.999999", "12:34:56.000001", "06:07:08.900000"
  };
  private static final String ID_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789_";

  private final SplittableRandom random;

  Arbitrary(long seed) {
    random = new SplittableRandom(seed);
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  long bits() {
    return random.nextLong();
  }

  byte[] octets(int count) {
    byte[] octets = new byte[count];
    for (int i = 0; i < count; i++) {
      octets[i] = (byte) random.nextInt(256);
    }
    return octets;
  }

  <T> T oneOf(List<T> choices) {
    return choices.get(below(choices.size()));
  }

  /** Text of any scalar values, noncharacters only when asked for. */
  String text(boolean noncharacters) {
    StringBuilder text = new StringBuilder();
    for (int parts = below(5); parts > 0; parts--) {
      String part = chance(3) ? id() : TEXTS[below(TEXTS.length)];
      boolean has = part.codePoints().anyMatch(Utf8::isNoncharacter);
      text.append(has && !noncharacters ? "x" : part);
    }
    return text.toString();
  }

  /** A short id; many share a beginning and some hold supplementary characters. */
  String id() {
    StringBuilder id = new StringBuilder(chance(3) ? "id" : "");
    if (chance(8)) {
      id.append(chance(2) ? "\ue000" : "🙂");
    }
    for (int letters = 1 + below(6); letters > 0; letters--) {
      id.append(ID_LETTERS.charAt(below(ID_LETTERS.length())));
    }
    return id.toString();
  }

  /** So many different ids. */
  List<String> ids(int count) {
    Set<String> ids = new LinkedHashSet<>();
    while (ids.size() < count) {
      ids.add(chance(4) && !ids.isEmpty() ? ids.iterator().next() + id() : id());
    }
    return new ArrayList<>(ids);
  }

  String uuid() {
    String hex = Hex.encode(octets(16));
    return String.join(
        "-",
        hex.substring(0, 8),
        hex.substring(8, 12),
        hex.substring(12, 16),
        hex.substring(16, 20),
        hex.substring(20));
  }

  String hash() {
    return Hex.encode(octets(32));
  }

  double finite() {
    if (chance(3)) {
      return DOUBLES[below(DOUBLES.length)];
    }
    double value = chance(3) ? below(2_000_000) / 100.0 : Double.longBitsToDouble(bits());
    return Double.isFinite(value) ? value + 0.0 : 0;
  }

  String decimal() {
    return DECIMALS[below(DECIMALS.length)];
  }

  long integer() {
    return chance(2) ? INTEGERS[below(INTEGERS.length)] : bits() >> below(64);
  }

  String date() {
    return chance(2)
        ? DAYS[below(DAYS.length)]
        : digits(1 + below(9999), 4)
            + "-"
            + digits(1 + below(12), 2)
            + "-"
            + digits(1 + below(28), 2);
  }

  String time() {
    return chance(2)
        ? TIMES[below(TIMES.length)]
        : digits(below(24), 2)
            + ":"
            + digits(below(60), 2)
            + ":"
            + digits(below(60), 2)
            + "."
            + digits(below(1_000_000), 6);
  }

  String dateTime() {
    return date() + "T" + time() + "Z";
  }

  private static String digits(int number, int count) {
    String text = Integer.toString(number);
    return "0".repeat(count - text.length()) + text;
  }

  /** Portable JSON in any spelling, blanks, escapes and member order at will. */
  String json(int depth) {
    StringBuilder out = new StringBuilder();
    appendJson(depth, out);
    return out.toString();
  }

  private void appendJson(int depth, StringBuilder out) {
    switch (depth == 0 ? below(4) : below(7)) {
      case 0 -> out.append(chance(2) ? "true" : "null");
      case 1, 2 -> out.append(spelledNumber());
      case 3 -> out.append(spelledString(text(false)));
      case 4 -> appendJsonArray(depth, out);
      default -> appendJsonObject(depth, out);
    }
  }

  private void appendJsonArray(int depth, StringBuilder out) {
    out.append('[').append(blank());
    for (int i = below(4); i > 0; i--) {
      appendJson(depth - 1, out);
      out.append(blank()).append(i > 1 ? "," : "").append(blank());
    }
    out.append(']');
  }

  private void appendJsonObject(int depth, StringBuilder out) {
    out.append('{').append(blank());
    Set<String> names = new LinkedHashSet<>();
    for (int i = below(6); i > 0; i--) {
      names.add(chance(2) ? id() : text(false));
    }
    String separator = "";
    for (String name : names) {
      out.append(separator).append(spelledString(name)).append(blank()).append(':').append(blank());
      appendJson(depth - 1, out);
      out.append(blank());
      separator = "," + blank();
    }
    out.append('}');
  }

  private String blank() {
    return chance(3) ? List.of(" ", "\n", "\t", "\r", "  ").get(below(5)) : "";
  }

  private String spelledNumber() {
    double value = finite();
    if (Math.abs(value) >= 9_007_199_254_740_992.0) {
      value = 1 / value;
    }
    String text = EcmaNumber.text(value);
    boolean plain = text.indexOf('e') < 0;
    return switch (below(4)) {
      case 0 -> plain ? text + "e0" : text.toUpperCase(java.util.Locale.ROOT);
      case 1 -> plain && text.indexOf('.') < 0 ? text + ".000" : text;
      case 2 -> plain && text.indexOf('.') > 0 ? text + "0E+00" : text;
      default -> text;
    };
  }

  /** A JSON string for the content, some of its characters escaped without need. */
  String spelledString(String content) {
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < content.length(); i++) {
      char unit = content.charAt(i);
      boolean must = unit < 0x20 || unit == '"' || unit == '\\';
      boolean pair = Character.isSurrogate(unit);
      if (must || (!pair && chance(8))) {
        out.append(escape(unit));
      } else {
        out.append(unit);
      }
    }
    return out.append('"').toString();
  }

  private static String escape(char unit) {
    String hex = Integer.toHexString(unit);
    return "\\u" + "0".repeat(4 - hex.length()) + hex;
  }

  /** A value of the type, sometimes null. */
  PortableValue value(PortableType type) {
    return chance(8) ? PortableValue.ofNull(type) : present(type);
  }

  /** A value of the type. */
  PortableValue present(PortableType type) {
    return switch (type) {
      case STRING -> PortableValue.ofString(text(true));
      case INT -> PortableValue.ofInt((int) integer());
      case INT64 -> PortableValue.ofInt64(integer());
      case DECIMAL -> PortableValue.ofDecimal(decimal());
      case FLOAT -> PortableValue.ofFloat(finite());
      case BOOLEAN -> PortableValue.ofBoolean(chance(2));
      case DATETIME -> PortableValue.ofDateTime(dateTime());
      case DATE -> PortableValue.ofDate(date());
      case TIME -> PortableValue.ofTime(time());
      case JSON -> PortableValue.ofJson(Utf8.encode(json(3)));
      case BYTES -> PortableValue.ofBytes(octets(below(40)));
    };
  }

  /** The wire text of a value, strings in any spelling. */
  String spelledWire(PortableValue value) {
    if (value.isNull()) {
      return "null";
    }
    return switch (value.type()) {
      case INT, FLOAT, BOOLEAN -> Utf8.decode(value.wire());
      case INT64 -> spelledString(Long.toString(value.asLong()));
      case BYTES -> spelledString(Base64Url.encode(value.asOctets()));
      default -> spelledString(value.asText());
    };
  }

  TableSchema table(String tableId, String relationId, String name) {
    int count = 1 + below(12);
    List<String> fieldIds = ids(count);
    List<FieldSchema> fields = new ArrayList<>();
    String key = fieldIds.get(below(count));
    Optional<String> time = Optional.empty();
    for (String fieldId : fieldIds) {
      FieldSchema field = field(fieldId, "c_" + fieldId, fieldId.equals(key));
      if (field.type() == PortableType.DATETIME && !field.writable()) {
        time = Optional.of(fieldId);
      }
      fields.add(field);
    }
    Lifecycle lifecycle = new Lifecycle(Optional.empty(), time, Optional.empty());
    List<IndexSchema> indexes = new ArrayList<>();
    if (chance(2)) {
      List<String> indexed = new ArrayList<>(fieldIds.subList(0, 1 + below(count)));
      indexes.add(new IndexSchema(id(), "by_" + id(), indexed, false));
    }
    Composition composition = chance(2) ? Composition.SINGLE_SCOPE : Composition.MULTI_SCOPE;
    return new TableSchema(tableId, relationId, name, composition, key, lifecycle, fields, indexes);
  }

  private FieldSchema field(String fieldId, String name, boolean key) {
    if (key) {
      PortableType type = oneOf(List.of(PortableType.STRING, PortableType.INT, PortableType.INT64));
      return new FieldSchema(fieldId, name, type, false, false);
    }
    PortableType type = oneOf(Arrays.asList(PortableType.values()));
    Optional<DecimalBounds> bounds =
        type == PortableType.DECIMAL && chance(2)
            ? Optional.of(new DecimalBounds(40, 20))
            : Optional.empty();
    return new FieldSchema(fieldId, name, type, chance(2), chance(2), bounds);
  }

  /** A row of the table, in the order of its fields. */
  PortableValue[] row(TableSchema table) {
    PortableValue[] values = new PortableValue[table.fields().size()];
    for (int i = 0; i < values.length; i++) {
      FieldSchema field = table.fields().get(i);
      values[i] = field.nullable() ? value(field.type()) : present(field.type());
    }
    return values;
  }

  /** The row object with its members in any order and its strings in any spelling. */
  String spelledRow(TableSchema table, PortableValue[] values) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      order.add(below(order.size() + 1), i);
    }
    StringBuilder out = new StringBuilder("{");
    for (int i = 0; i < values.length; i++) {
      int at = order.get(i);
      out.append(i > 0 ? "," : "").append(blank());
      out.append(spelledString(table.fields().get(at).fieldId())).append(':').append(blank());
      out.append(spelledWire(values[at]));
    }
    return out.append('}').toString();
  }
}
