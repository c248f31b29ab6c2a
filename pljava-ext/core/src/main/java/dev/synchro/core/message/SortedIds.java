package dev.synchro.core.message;

import dev.synchro.core.bytes.Utf8Order;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Lists of ids that stand for sets, in their one order. Contract 1.4. */
final class SortedIds {
  private SortedIds() {}

  /** An immutable copy in the order of the octets. */
  static List<String> of(Collection<String> ids) {
    List<String> copy = new ArrayList<>(ids);
    copy.sort(Utf8Order.INSTANCE);
    return List.copyOf(copy);
  }
}
