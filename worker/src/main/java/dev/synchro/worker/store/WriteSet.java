package dev.synchro.worker.store;

import dev.synchro.core.row.DeletionVersion;
import dev.synchro.core.row.EncodedRow;
import dev.synchro.core.row.RowIdentity;
import dev.synchro.worker.project.ProjectedRow;
import dev.synchro.worker.project.RowChange;
import dev.synchro.worker.project.RowState;
import dev.synchro.worker.project.StoredRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Decides what one set of row changes writes: images, heads and, by the table of contract 7.7,
 * scope entries. Pure.
 */
final class WriteSet {
  private static final long[] NO_SCOPES = {};

  /** A new immutable image. */
  record ImageWrite(long imageId, int relation, EncodedRow row) {}

  private final Map<String, Long> scopeNumbers;
  private final LongSupplier nextImageId;
  private final List<ImageWrite> images = new ArrayList<>();
  private final List<HeadWrite> newHeads = new ArrayList<>();
  private final List<HeadWrite> changedHeads = new ArrayList<>();
  private final List<EntryChange> newEntries = new ArrayList<>();
  private final List<EntryChange> changedEntries = new ArrayList<>();
  private final List<Long> superseded = new ArrayList<>();

  WriteSet(Map<String, Long> scopeNumbers, LongSupplier nextImageId) {
    this.scopeNumbers = scopeNumbers;
    this.nextImageId = nextImageId;
  }

  List<ImageWrite> images() {
    return images;
  }

  List<HeadWrite> newHeads() {
    return newHeads;
  }

  List<HeadWrite> changedHeads() {
    return changedHeads;
  }

  List<EntryChange> newEntries() {
    return newEntries;
  }

  List<EntryChange> changedEntries() {
    return changedEntries;
  }

  /** All entries, in no order. */
  List<EntryChange> entries() {
    List<EntryChange> entries = new ArrayList<>(newEntries);
    entries.addAll(changedEntries);
    return entries;
  }

  List<Long> superseded() {
    return superseded;
  }

  void add(RowChange change) {
    Optional<Long> imageId = image(change);
    if (change.row().id().relation().isDeferred()) {
      // Still the scopes before; they are compared once every row is stored.
      head(change, imageId, change.before().map(StoredRow::scopes).orElse(NO_SCOPES));
      return;
    }
    long[] scopes = change.after().state() == RowState.LIVE ? numbers(change.after()) : NO_SCOPES;
    head(change, imageId, scopes);
    if (!change.row().id().relation().isStaged()) {
      entries(change, imageId, scopes);
    }
  }

  /** Keeps the image of a row whose version did not change. */
  private Optional<Long> image(RowChange change) {
    long before = change.before().map(StoredRow::imageId).orElse(0L);
    ProjectedRow after = change.after();
    if (after.encoded().isPresent() && before != 0 && change.sameVersion()) {
      return Optional.of(before);
    }
    if (before != 0) {
      superseded.add(before);
    }
    if (after.encoded().isEmpty()) {
      return Optional.empty();
    }
    long imageId = nextImageId.getAsLong();
    images.add(
        new ImageWrite(imageId, change.row().id().relation().imageNumber(), after.encoded().get()));
    return Optional.of(imageId);
  }

  private void head(RowChange change, Optional<Long> imageId, long[] scopes) {
    HeadWrite head = new HeadWrite(change.row(), change.after(), imageId, scopes);
    if (change.before().isEmpty()) {
      newHeads.add(head);
    } else if (!change.sameContent() || !Arrays.equals(change.before().get().scopes(), scopes)) {
      changedHeads.add(head);
    }
  }

  private void entries(RowChange change, Optional<Long> imageId, long[] scopes) {
    long[] before = change.before().map(StoredRow::scopes).orElse(NO_SCOPES);
    boolean unchanged = change.sameVersion() && !change.row().pushed();
    EffectPlace place = EffectPlace.of(change.row());
    Optional<byte[]> digest =
        scopes.length == 0 ? Optional.empty() : change.after().encoded().map(EncodedRow::rowDigest);
    for (long scope : scopes) {
      boolean member = Arrays.binarySearch(before, scope) >= 0;
      if (!member || !unchanged) {
        EntryChange entry =
            EntryChange.upsert(scope, place, imageId.orElseThrow(), digest.orElseThrow(), member);
        (change.before().isEmpty() ? newEntries : changedEntries).add(entry);
      }
    }
    for (long scope : before) {
      if (Arrays.binarySearch(scopes, scope) < 0) {
        changedEntries.add(left(change, scope, imageId));
      }
    }
  }

  /** The row was in the scope and is not any more. */
  private EntryChange left(RowChange change, long scope, Optional<Long> imageId) {
    ProjectedRow after = change.after();
    EffectPlace place = EffectPlace.of(change.row());
    if (after.state() == RowState.FENCE) {
      return EntryChange.removal(scope, place, after.serverVersion().orElseThrow());
    }
    if (after.state() == RowState.TOMBSTONE && wouldBeIn(after, scope)) {
      return EntryChange.tombstone(scope, place, imageId.orElseThrow());
    }
    String version = change.before().orElseThrow().serverVersion().orElseThrow();
    byte[] identity = RowIdentity.of(change.row().id().relation().head(), change.row().id().key());
    return EntryChange.removal(scope, place, DeletionVersion.of(identity, version));
  }

  private boolean wouldBeIn(ProjectedRow tombstone, long scope) {
    for (String scopeId : tombstone.scopeIds()) {
      Long number = scopeNumbers.get(scopeId);
      if (number != null && number == scope) {
        return true;
      }
    }
    return false;
  }

  private long[] numbers(ProjectedRow after) {
    long[] numbers = new long[after.scopeIds().size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = scopeNumbers.get(after.scopeIds().get(i));
    }
    Arrays.sort(numbers);
    return numbers;
  }
}
