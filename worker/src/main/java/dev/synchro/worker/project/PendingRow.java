package dev.synchro.worker.project;

import java.util.Optional;

/**
 * The latest decoded state of one row, waiting for a materialization. Several changes of a row
 * become one; the position is that of the last of them.
 */
public final class PendingRow {
  private final RowId id;
  private Optional<RowImage> image = Optional.empty();

  /** The newest image that was replaced or removed and has a portable form. Contract 2.2. */
  private Optional<RowImage> lastPortableImage = Optional.empty();

  private RowId completedFrom;
  private long commitLsn;
  private long eventOrdinal;
  private boolean sharesEvent;
  private boolean pushed;

  PendingRow(RowId id) {
    this.id = id;
    this.completedFrom = id;
  }

  /** A row of a snapshot, which has no event; its position is the start of the stream. */
  static PendingRow ofSnapshot(RowId id) {
    PendingRow row = new PendingRow(id);
    row.position(PendingRows.SNAPSHOT_LSN, PendingRows.SNAPSHOT_ORDINAL, false);
    return row;
  }

  public RowId id() {
    return id;
  }

  /** Unsigned. */
  public long commitLsn() {
    return commitLsn;
  }

  public long eventOrdinal() {
    return eventOrdinal;
  }

  /** Whether the last event changed other rows too, so that its effects need distinct ordinals. */
  public boolean sharesEvent() {
    return sharesEvent;
  }

  /** Whether a source transaction that changed the row carries a push message. Contract 7.7. */
  public boolean pushed() {
    return pushed;
  }

  /** Makes an unchanged version count as an effect. */
  public void markPushed() {
    pushed = true;
  }

  Optional<RowImage> image() {
    return image;
  }

  Optional<RowImage> lastPortableImage() {
    return lastPortableImage;
  }

  /** The row whose stored state has the values this image does not carry. */
  public RowId completedFrom() {
    return completedFrom;
  }

  void position(long lsn, long ordinal, boolean shared) {
    commitLsn = lsn;
    eventOrdinal = ordinal;
    sharesEvent = shared;
  }

  void replace(RowImage next, RowId from) {
    rememberPortable();
    completedFrom = from;
    image = Optional.of(next);
  }

  void remove() {
    rememberPortable();
    image = Optional.empty();
  }

  private void rememberPortable() {
    if (image.isPresent() && image.get().isPortable()) {
      lastPortableImage = image;
    }
  }

  /** Whether the stored row is needed to complete an image. */
  public boolean needsStoredRow() {
    return image.filter(i -> !i.isComplete()).isPresent()
        || lastPortableImage.filter(i -> !i.isComplete()).isPresent();
  }

  /** Octets held, for the memory bound. */
  long octets() {
    return 160
        + id.key().length
        + image.map(RowImage::octets).orElse(0L)
        + lastPortableImage.map(RowImage::octets).orElse(0L);
  }
}
