package dev.synchro.worker.store;

import dev.synchro.worker.project.PendingRow;
import dev.synchro.worker.project.RowId;

/**
 * Whose effect something is, and by which event.
 *
 * @param commitLsn unsigned
 * @param shared whether the event has effects on other rows too, so that theirs need distinct
 *     ordinals
 */
record EffectPlace(RowId id, long commitLsn, long eventOrdinal, boolean shared) {
  static EffectPlace of(PendingRow row) {
    return new EffectPlace(row.id(), row.commitLsn(), row.eventOrdinal(), row.sharesEvent());
  }
}
