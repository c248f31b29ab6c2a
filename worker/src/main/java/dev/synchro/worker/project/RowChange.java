package dev.synchro.worker.project;

import dev.synchro.core.row.EncodedRow;
import java.util.Optional;

/** A row before and after a materialization. */
public record RowChange(PendingRow row, Optional<StoredRow> before, ProjectedRow after) {
  private static final long OBJECTS_OCTETS = 400L;

  /** Octets held by a row that is new, for the memory bound. */
  public long octets() {
    return OBJECTS_OCTETS
        + row.id().key().length
        + after.encoded().map(EncodedRow::rowLength).orElse(0)
        + after.captured().map(captured -> captured.length).orElse(0);
  }

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
