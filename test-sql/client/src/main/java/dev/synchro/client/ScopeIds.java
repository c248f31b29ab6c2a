package dev.synchro.client;

import dev.synchro.core.json.JsonString;
import dev.synchro.core.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/** Sets of scope ids, which sort by the unsigned octets of their UTF-8. Contract 1.4. */
final class ScopeIds {

  /** The order of scope ids. */
  static final Comparator<String> ORDER =
      (left, right) ->
          Arrays.compareUnsigned(
              left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));

  private ScopeIds() {}

  static NavigableSet<String> empty() {
    return new TreeSet<>(ORDER);
  }

  static NavigableSet<String> of(Iterable<String> ids) {
    NavigableSet<String> set = empty();
    ids.forEach(set::add);
    return set;
  }

  /** Reads an array that stands for a set: strings, ascending, none twice. */
  static NavigableSet<String> read(Members holder, String name) {
    return ascending(holder, name, holder.array(name));
  }

  static NavigableSet<String> ascending(Members holder, String name, List<JsonValue> values) {
    NavigableSet<String> set = empty();
    for (JsonValue value : values) {
      if (!(value instanceof JsonString id)) {
        throw holder.wrong(name, "an array of scope ids");
      }
      if (!set.isEmpty() && ORDER.compare(set.last(), id.value()) >= 0) {
        throw holder.wrong(name, "sorted without duplicates");
      }
      set.add(id.value());
    }
    return set;
  }
}
