package dev.synchro.worker.store;

import dev.synchro.worker.project.PendingRow;
import dev.synchro.worker.project.ProjectedRow;
import java.util.Optional;

/** One row head to write. */
final class HeadWrite {
  private final PendingRow row;
  private final ProjectedRow after;
  private final Optional<Long> imageId;
  private final long[] scopes;

  HeadWrite(PendingRow row, ProjectedRow after, Optional<Long> imageId, long[] scopes) {
    this.row = row;
    this.after = after;
    this.imageId = imageId;
    this.scopes = scopes;
  }

  PendingRow row() {
    return row;
  }

  ProjectedRow after() {
    return after;
  }

  Optional<Long> imageId() {
    return imageId;
  }

  /** Ascending; must not be changed. */
  long[] scopes() {
    return scopes;
  }
}
