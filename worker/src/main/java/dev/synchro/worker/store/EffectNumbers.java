package dev.synchro.worker.store;

import dev.synchro.worker.project.RowId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers the effects that one event has in one scope, in the order of row identities. An event
 * nearly always changes one row, whose effects all have number zero; the others are a change of a
 * key, TRUNCATE, and the change of a row that tells where others belong. Contract 1.2.
 *
 * <p>When more places are counted than memory should hold, the counts are forgotten and every later
 * number is greater than any before: distinct and in order, though no longer from zero.
 */
final class EffectNumbers {
  private static final int PLACES = 100_000;

  private record Place(long scope, long commitLsn, long eventOrdinal) {}

  private final Map<Place, Long> next = new HashMap<>();
  private long first;
  private long greatest;

  void assign(List<EntryChange> entries) {
    List<EntryChange> shared = new ArrayList<>();
    for (EntryChange entry : entries) {
      if (entry.place().shared()) {
        shared.add(entry);
      }
    }
    shared.sort((left, right) -> identityOrder(left.id(), right.id()));
    for (EntryChange entry : shared) {
      entry.number(number(entry));
    }
  }

  private long number(EntryChange entry) {
    if (next.size() >= PLACES) {
      next.clear();
      first = greatest + 1;
    }
    EffectPlace effect = entry.place();
    Place place = new Place(entry.scope(), effect.commitLsn(), effect.eventOrdinal());
    long number = next.getOrDefault(place, first);
    next.put(place, number + 1);
    greatest = Math.max(greatest, number);
    return number;
  }

  static int identityOrder(RowId left, RowId right) {
    int byHead = Arrays.compareUnsigned(left.relation().head(), right.relation().head());
    return byHead != 0 ? byHead : Arrays.compareUnsigned(left.key(), right.key());
  }
}
