package dev.synchro.worker.store;

import dev.synchro.worker.project.PendingRow;
import dev.synchro.worker.project.RowId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers the effects that one event has in one scope, in the order of row identities. An event
 * nearly always changes one row, whose effects all have number zero; the others are a change of a
 * key and TRUNCATE, which may take several writes. Contract 1.2.
 */
final class EffectNumbers {
  private record Place(long scope, long commitLsn, long eventOrdinal) {}

  private final Map<Place, Long> next = new HashMap<>();

  void assign(List<EntryChange> entries) {
    List<EntryChange> shared = new ArrayList<>();
    for (EntryChange entry : entries) {
      if (entry.row().sharesEvent()) {
        shared.add(entry);
      }
    }
    if (shared.isEmpty()) {
      return;
    }
    shared.sort((left, right) -> identityOrder(left.id(), right.id()));
    for (EntryChange entry : shared) {
      PendingRow row = entry.row();
      Place place = new Place(entry.scope(), row.commitLsn(), row.eventOrdinal());
      entry.number(next.merge(place, 1L, Long::sum) - 1);
    }
    forgetAllButTheLastEvent();
  }

  private static int identityOrder(RowId left, RowId right) {
    int byHead = Arrays.compareUnsigned(left.relation().head(), right.relation().head());
    return byHead != 0 ? byHead : Arrays.compareUnsigned(left.key(), right.key());
  }

  /** Only the event at which a write was cut off can come again. */
  private void forgetAllButTheLastEvent() {
    Place last = null;
    for (Place place : next.keySet()) {
      if (last == null || isAfter(place, last)) {
        last = place;
      }
    }
    Place kept = last;
    next.keySet()
        .removeIf(
            place ->
                place.commitLsn() != kept.commitLsn()
                    || place.eventOrdinal() != kept.eventOrdinal());
  }

  private static boolean isAfter(Place left, Place right) {
    int byLsn = Long.compareUnsigned(left.commitLsn(), right.commitLsn());
    return byLsn > 0 || (byLsn == 0 && left.eventOrdinal() > right.eventOrdinal());
  }
}
