package dev.synchro.worker.store;

import dev.synchro.worker.project.PendingRow;
import dev.synchro.worker.project.References;
import dev.synchro.worker.project.RowChange;
import dev.synchro.worker.project.RowId;

/**
 * A row whose change may move others: the values by which it leads to them, before and after.
 *
 * @param commitLsn of its last event, unsigned
 */
record ReferenceChange(
    RowId id, References before, References after, long commitLsn, long eventOrdinal) {
  static ReferenceChange of(RowChange change, References before) {
    PendingRow row = change.row();
    return new ReferenceChange(
        row.id(), before, change.after().references(), row.commitLsn(), row.eventOrdinal());
  }

  boolean isChange() {
    return !before.same(after);
  }

  /** Whether the row came to life or ceased to live. */
  boolean changesLife() {
    return (before == References.NONE) != (after == References.NONE);
  }

  /** Orders the latest event first. */
  static int latestFirst(ReferenceChange left, ReferenceChange right) {
    int byLsn = Long.compareUnsigned(right.commitLsn, left.commitLsn);
    return byLsn != 0 ? byLsn : Long.compare(right.eventOrdinal, left.eventOrdinal);
  }
}
