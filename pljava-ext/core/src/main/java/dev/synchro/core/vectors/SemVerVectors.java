package dev.synchro.core.vectors;

import static dev.synchro.core.vectors.Difference.requireEqual;

import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.version.SemVer;
import java.util.ArrayList;
import java.util.List;

/** Versions in ascending order, groups of one precedence, and texts that are no version. */
final class SemVerVectors {
  private SemVerVectors() {}

  static void check(JsonObject file, VectorReport report) {
    List<String> ascending = texts(file, "ascending");
    for (int i = 0; i < ascending.size(); i++) {
      int at = i;
      report.valid("ascending[" + i + "]", () -> requirePrecedence(ascending, at));
    }
    int groups = 0;
    for (JsonValue group : lists(file, "equal")) {
      List<String> equal = texts(Entry.array(group, "a group of equal versions"));
      report.valid("equal[" + groups++ + "]", () -> requireSamePrecedence(equal));
    }
    List<String> invalid = texts(file, "invalid");
    for (int i = 0; i < invalid.size(); i++) {
      String text = invalid.get(i);
      report.invalid("invalid[" + i + "]", "malformed", () -> SemVer.parse(text));
    }
  }

  private static List<JsonValue> lists(JsonObject file, String name) {
    return file.has(name) ? Entry.array(file.find(name).get(), name) : List.of();
  }

  private static List<String> texts(JsonObject file, String name) {
    return texts(lists(file, name));
  }

  private static List<String> texts(List<JsonValue> values) {
    List<String> texts = new ArrayList<>();
    for (JsonValue value : values) {
      texts.add(Entry.text(value, "a version"));
    }
    return texts;
  }

  private static void requirePrecedence(List<String> ascending, int at) {
    SemVer version = SemVer.parse(ascending.get(at));
    for (int i = 0; i < ascending.size(); i++) {
      SemVer other = SemVer.parse(ascending.get(i));
      requireEqual(
          "order with " + other.text(),
          Integer.compare(at, i),
          Integer.signum(version.compareTo(other)));
    }
  }

  private static void requireSamePrecedence(List<String> equal) {
    for (String left : equal) {
      for (String right : equal) {
        requireEqual("order", 0, SemVer.parse(left).compareTo(SemVer.parse(right)));
      }
    }
  }
}
