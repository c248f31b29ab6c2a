package dev.synchro.worker.store;

import dev.synchro.worker.project.PendingRow;
import dev.synchro.worker.project.RowChange;
import dev.synchro.worker.project.RowId;
import dev.synchro.worker.project.StoredRow;
import java.util.Optional;

/**
 * A row whose scopes are to be told again: because it changed, or because a row changed that tells
 * where it belongs.
 */
final class AffectedRow {
  private final RowId id;
  private final boolean fresh;
  private Optional<String> versionBefore;
  private boolean changedItself;
  private boolean pushed;
  private long commitLsn;
  private long eventOrdinal;
  private boolean shared;

  private AffectedRow(RowId id, boolean fresh, Optional<String> versionBefore) {
    this.id = id;
    this.fresh = fresh;
    this.versionBefore = versionBefore;
  }

  static AffectedRow of(RowChange change) {
    PendingRow row = change.row();
    AffectedRow affected =
        new AffectedRow(
            row.id(), change.before().isEmpty(), change.before().flatMap(StoredRow::serverVersion));
    affected.changedItself = true;
    affected.pushed = row.pushed();
    affected.commitLsn = row.commitLsn();
    affected.eventOrdinal = row.eventOrdinal();
    affected.shared = row.sharesEvent();
    return affected;
  }

  /**
   * A row that did not change itself.
   *
   * @param fresh whether it never had an entry
   */
  static AffectedRow unchanged(RowId id, boolean fresh, long commitLsn, long eventOrdinal) {
    AffectedRow affected = new AffectedRow(id, fresh, Optional.empty());
    affected.commitLsn = commitLsn;
    affected.eventOrdinal = eventOrdinal;
    return affected;
  }

  /** The same row written again in one materialization: the state before stays the first one. */
  AffectedRow followedBy(AffectedRow later) {
    AffectedRow joined =
        new AffectedRow(id, fresh, changedItself ? versionBefore : later.versionBefore);
    joined.changedItself = true;
    joined.pushed = pushed || later.pushed;
    joined.commitLsn = commitLsn;
    joined.eventOrdinal = eventOrdinal;
    joined.shared = shared;
    joined.adopt(later.commitLsn, later.eventOrdinal, later.shared);
    return joined;
  }

  /** Takes a later position; an earlier one changes nothing. True when the position is taken. */
  boolean adopt(long lsn, long ordinal, boolean sharesEvent) {
    int byLsn = Long.compareUnsigned(lsn, commitLsn);
    int order = byLsn != 0 ? byLsn : Long.compare(ordinal, eventOrdinal);
    if (order < 0) {
      return false;
    }
    commitLsn = lsn;
    eventOrdinal = ordinal;
    shared = order == 0 ? shared || sharesEvent : sharesEvent;
    return true;
  }

  void share() {
    shared = true;
  }

  RowId id() {
    return id;
  }

  /** Whether no entry of the row can exist. */
  boolean isFresh() {
    return fresh;
  }

  /** The version the row had before, if it changed; none for a row that was not stored. */
  Optional<String> versionBefore(Optional<String> versionNow) {
    return changedItself ? versionBefore : versionNow;
  }

  boolean pushed() {
    return pushed;
  }

  EffectPlace place() {
    return new EffectPlace(id, commitLsn, eventOrdinal, shared);
  }
}
