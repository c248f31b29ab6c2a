package dev.synchro.worker.store;

import dev.synchro.worker.project.RowId;
import java.util.Optional;

/** The new state of one scope entry. Contract 7.7. */
final class EntryChange {
  /** What the entry becomes. */
  enum Kind {
    /** The row is a member; its image is delivered. */
    UPSERT,
    /** The row left as a tombstone; its image is delivered while it is the newest. */
    TOMBSTONE,
    /** The row left; only a version is delivered. */
    REMOVAL
  }

  private final long scope;
  private final EffectPlace place;
  private final Kind kind;
  private final long imageId;
  private final Optional<byte[]> digest;
  private final Optional<String> removalVersion;
  private final boolean wasMember;
  private long effectOrdinal;

  private EntryChange(
      long scope,
      EffectPlace place,
      Kind kind,
      long imageId,
      Optional<byte[]> digest,
      Optional<String> removalVersion,
      boolean wasMember) {
    this.scope = scope;
    this.place = place;
    this.kind = kind;
    this.imageId = imageId;
    this.digest = digest;
    this.removalVersion = removalVersion;
    this.wasMember = wasMember;
  }

  static EntryChange upsert(
      long scope, EffectPlace place, long imageId, byte[] digest, boolean wasMember) {
    return new EntryChange(
        scope, place, Kind.UPSERT, imageId, Optional.of(digest), Optional.empty(), wasMember);
  }

  static EntryChange tombstone(long scope, EffectPlace place, long imageId) {
    return new EntryChange(
        scope, place, Kind.TOMBSTONE, imageId, Optional.empty(), Optional.empty(), true);
  }

  static EntryChange removal(long scope, EffectPlace place, String version) {
    return new EntryChange(
        scope, place, Kind.REMOVAL, 0, Optional.empty(), Optional.of(version), true);
  }

  /** Order in which entries are stored. */
  static int storedOrder(EntryChange left, EntryChange right) {
    int byScope = Long.compare(left.scope, right.scope);
    return byScope != 0 ? byScope : left.id().compareTo(right.id());
  }

  long scope() {
    return scope;
  }

  EffectPlace place() {
    return place;
  }

  RowId id() {
    return place.id();
  }

  boolean present() {
    return kind == Kind.UPSERT;
  }

  /** Empty for a removal without a row. */
  Optional<Long> imageId() {
    return kind == Kind.REMOVAL ? Optional.empty() : Optional.of(imageId);
  }

  Optional<byte[]> digest() {
    return digest;
  }

  Optional<String> removalVersion() {
    return removalVersion;
  }

  boolean wasMember() {
    return wasMember;
  }

  long effectOrdinal() {
    return effectOrdinal;
  }

  void number(long ordinal) {
    effectOrdinal = ordinal;
  }
}
