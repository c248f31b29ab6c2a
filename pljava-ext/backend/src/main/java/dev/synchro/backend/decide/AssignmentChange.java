package dev.synchro.backend.decide;

import dev.synchro.core.bytes.Utf8Order;
import java.util.Collection;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * How a client's assigned set changes. Contract 7.6.
 *
 * @param added assigned now and not before
 * @param removed assigned before and not now
 */
public record AssignmentChange(SortedSet<String> added, SortedSet<String> removed) {
  /** The difference between two assigned sets. */
  public static AssignmentChange between(Collection<String> before, Collection<String> after) {
    SortedSet<String> added = new TreeSet<>(Utf8Order.INSTANCE);
    added.addAll(after);
    added.removeAll(before);
    SortedSet<String> removed = new TreeSet<>(Utf8Order.INSTANCE);
    removed.addAll(before);
    removed.removeAll(after);
    return new AssignmentChange(added, removed);
  }

  /** Whether the set stays as it is. */
  public boolean isNone() {
    return added.isEmpty() && removed.isEmpty();
  }
}
