package dev.synchro.core.hostile;

import dev.synchro.core.bytes.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** One MiB of the worst, in many shapes. */
final class Shapes {
  private static final int MEBIBYTE = 1 << 20;
  private static final int SHARED_HASH_PAIRS = 16;

  private final Map<String, Supplier<byte[]>> shapes = new LinkedHashMap<>();

  private Shapes() {}

  static Map<String, Supplier<byte[]>> all() {
    Shapes all = new Shapes();
    all.nesting();
    all.numbers();
    all.strings();
    all.objects();
    all.arrays();
    all.others();
    return all.shapes;
  }

  private void nesting() {
    fill("opening brackets", "", "[", "");
    fill("opening objects", "", "{\"a\":", "");
    fill("braces", "", "{", "");
    fill("nested empty arrays", "[", "[[]],", "0]");
    fill("arrays as deep as allowed", "[", "[".repeat(126) + "]".repeat(126) + ",", "0]");
    add("unsorted objects around a long string", Shapes::nestedObjects);
  }

  private void numbers() {
    add("an exponent without bound", () -> "1e999999999");
    fill("a huge exponent", "1e", "9", "");
    fill("a huge negative exponent", "1e-", "9", "");
    fill("a huge exponent in a string", "\"1e", "9", "\"");
    fill("a huge integer", "", "9", "");
    fill("a huge integer in a string", "\"", "9", "\"");
    fill("a huge fraction", "0.", "0", "1");
    fill("a huge fraction in a string", "\"0.", "0", "1\"");
    fill("a number halfway between two doubles", "9007199254740993.", "0", "1");
    fill("many long numbers", "[", "1.00000000000000011102230246251565,", "1]");
    fill("many numbers of great exponents", "[", "9e307,9e-324,", "1]");
    fill("many numbers that grow when written", "[", "1e20,", "1]");
  }

  private void strings() {
    fill("a long string", "\"", "a", "\"");
    fill("escapes of the shortest characters", "\"", "\\u0000", "\"");
    fill("escapes of one letter", "\"", "\\n", "\"");
    fill("escaped surrogate pairs", "\"", "\\ud83d\\ude42", "\"");
    fill("escaped surrogates, the last one alone", "\"", "\\ud83d\\ude42", "\\ud83d\"");
    fill("surrogates in the wrong order", "\"", "\\ude42\\ud83d", "\"");
    fill("a string without end", "\"", "\\\\", "");
    fill("characters of four octets", "\"", "\ud83d\ude42", "\"");
    fill("noncharacters", "\"", "\uffff", "\"");
    fill("JSON in a string", "\"[", "0,", "0]\"");
    fill("opening brackets in a string", "\"", "[", "\"");
    fill("base64url", "\"", "AAAA", "\"");
    fill("many short strings", "[", "\"\",", "\"\"]");
  }

  private void objects() {
    fill("one name again and again", "{", "\"a\":0,", "\"a\":0}");
    fill("one name in many spellings", "{", "\"a\":0,\"\\u0061\":0,", "\"a\":0}");
    add("names that differ at their end", Shapes::namesOfSharedBeginning);
    add("names of one hash code", Shapes::namesOfOneHashCode);
    add("many short names in falling order", Shapes::fallingNames);
    fill("many small objects", "[", "{\"b\":0,\"a\":0},", "0]");
  }

  private void arrays() {
    fill("many ones", "[", "1,", "1]");
    fill("many nulls", "[", "null,", "null]");
    fill("an array of PostgreSQL", "{", "1,", "1}");
    fill("quoted elements of PostgreSQL", "{", "\"\\\\\",", "a}");
    fill("opening braces and quotes", "{", "{\"", "");
    fill("parts of one element", "{", "{1},", "{1}}");
    fill("unequal parts", "{{1},", "{1,2},", "{1}}");
    fill("bounds", "", "[1:1]", "={1}");
    fill("hexadecimal octets", "\\x", "00", "");
  }

  private void others() {
    fill("blanks", "", " ", "");
    fill("dots", "", ".", "");
    fill("token segments", "ic1.", "A.", "A");
    fill("version identifiers", "1.0.0-a", ".a", "");
    fill("a long version number", "1.0.", "1", "");
    fill("digits of a date", "", "2026-", "");
    fill("a body with many scopes", pullStart(), "\"%d\":{\"cursor\":null},", "\"s\":0}}");
    fill("a body with many mutations", pushStart(), "{\"mutation_id\":\"\"},", "0]}");
    fill("a manifest with many tables", "{\"tables\":[", "{\"fields\":[]},", "{}]}");
    add("octets without meaning", () -> "\u00ff\u0000\u00c0".repeat(MEBIBYTE / 3));
  }

  private static String pullStart() {
    return "{\"client_id\":\"c\",\"client_generation\":1,\"limit\":1,\"scope_set_version\":1,\"scopes\":{";
  }

  private static String pushStart() {
    return "{\"client_id\":\"c\",\"client_generation\":1,\"mutations\":[";
  }

  /** Repeats the unit up to a MiB; {@code %d} in it stands for the number of the repetition. */
  private void fill(String name, String before, String unit, String after) {
    shapes.put(name, () -> filled(before, unit, after));
  }

  private static byte[] filled(String before, String unit, String after) {
    StringBuilder text = new StringBuilder(before);
    int octets = Utf8.length(unit);
    for (int i = 0; i < MEBIBYTE / octets; i++) {
      text.append(unit.replace("%d", Integer.toString(i)));
    }
    return Utf8.encode(text.append(after).toString());
  }

  private void add(String name, Supplier<String> latin1) {
    shapes.put(name, () -> latin1.get().getBytes(StandardCharsets.ISO_8859_1));
  }

  private static String namesOfSharedBeginning() {
    StringBuilder text = new StringBuilder("{");
    String shared = "x".repeat(500);
    for (int i = 2000; i > 0; i--) {
      text.append('"').append(shared).append(i).append("\":0,");
    }
    return text.append("\"\":0}").toString();
  }

  /** "Aa" and "BB" have one hash code, and so have all texts made of as many of them. */
  private static String namesOfOneHashCode() {
    StringBuilder text = new StringBuilder("{");
    for (int i = 0; text.length() < MEBIBYTE; i++) {
      text.append('"');
      for (int pair = 0; pair < SHARED_HASH_PAIRS; pair++) {
        text.append((i >> pair & 1) == 0 ? "Aa" : "BB");
      }
      text.append("\":0,");
    }
    return text.append("\"\":0}").toString();
  }

  private static String fallingNames() {
    StringBuilder text = new StringBuilder("{");
    for (int i = 99_999; text.length() < MEBIBYTE; i--) {
      text.append('"').append(i).append("\":0,");
    }
    return text.append("\"\":0}").toString();
  }

  private static String nestedObjects() {
    return "{\"b\":1,\"a\":".repeat(127)
        + '"'
        + "y".repeat(MEBIBYTE - 4096)
        + '"'
        + "}".repeat(127);
  }
}
