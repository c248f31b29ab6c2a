package dev.synchro.worker.store;

import dev.synchro.core.position.Lsn;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Scope entries to be written all at once, whatever stood in their places before. */
final class EntryWrites {
  private final StoreSession session;
  private final List<Write> writes = new ArrayList<>();

  /** The position of an entry; the LSN is unsigned. */
  record Place(long commitLsn, long eventOrdinal, long effectOrdinal) {
    /** Event ordinal of the end of a source transaction. */
    static final long END_OF_TRANSACTION = Long.MAX_VALUE;

    /** The start of a stream generation. */
    static final Place START = new Place(0, -1, 0);

    /** A boundary, for what changed without an event. */
    static Place at(Boundary boundary) {
      return new Place(boundary.commitLsn(), END_OF_TRANSACTION, 0);
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Write(
      long scope,
      int relation,
      byte[] key,
      boolean present,
      Optional<Long> imageId,
      Optional<byte[]> digest,
      Optional<String> removalVersion,
      Place place) {}

  EntryWrites(StoreSession session) {
    this.session = session;
  }

  void upsert(long scope, int relation, byte[] key, long imageId, byte[] digest, Place place) {
    writes.add(
        new Write(
            scope,
            relation,
            key,
            true,
            Optional.of(imageId),
            Optional.of(digest),
            Optional.empty(),
            place));
  }

  void tombstone(long scope, int relation, byte[] key, long imageId, Place place) {
    writes.add(
        new Write(
            scope,
            relation,
            key,
            false,
            Optional.of(imageId),
            Optional.empty(),
            Optional.empty(),
            place));
  }

  void removal(long scope, int relation, byte[] key, String version, Place place) {
    writes.add(
        new Write(
            scope,
            relation,
            key,
            false,
            Optional.empty(),
            Optional.empty(),
            Optional.of(version),
            place));
  }

  void write() throws SQLException {
    if (writes.isEmpty()) {
      return;
    }
    writes.sort(
        (left, right) -> {
          int byScope = Long.compare(left.scope(), right.scope());
          return byScope != 0 ? byScope : Arrays.compareUnsigned(left.key(), right.key());
        });
    Columns columns = new Columns(session, writes.size());
    columns.add("bigint", i -> writes.get(i).scope());
    columns.add("integer", i -> writes.get(i).relation());
    columns.addOctets(i -> writes.get(i).key());
    columns.add("boolean", i -> writes.get(i).present());
    columns.add("bigint", i -> writes.get(i).imageId().orElse(null));
    columns.addOctets(i -> writes.get(i).digest().orElse(null));
    columns.add("text", i -> writes.get(i).removalVersion().orElse(null));
    columns.add("text", i -> new Lsn(writes.get(i).place().commitLsn()).postgres());
    columns.add("bigint", i -> writes.get(i).place().eventOrdinal());
    columns.add("bigint", i -> writes.get(i).place().effectOrdinal());
    columns.execute(Statement.PUT_ENTRIES);
  }
}
