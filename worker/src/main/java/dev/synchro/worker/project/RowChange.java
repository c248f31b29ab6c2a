package dev.synchro.worker.project;

import java.util.Optional;

/** A row before and after a materialization. */
public record RowChange(PendingRow row, Optional<StoredRow> before, ProjectedRow after) {
  /** Whether the stored row is the same in everything but its scopes. */
  public boolean sameContent() {
    return before.isPresent()
        && before.get().state() == after.state()
        && before.get().serverVersion().equals(after.serverVersion())
        && before.get().sameCaptured(after.captured());
  }

  /** Whether clients would see the same row. */
  public boolean sameVersion() {
    return before.isPresent()
        && before.get().state() == after.state()
        && before.get().serverVersion().equals(after.serverVersion());
  }
}
