package dev.synchro.worker.store;

import dev.synchro.core.position.Lsn;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Writes scope entries in the order they are stored in. */
final class EntryWriter {
  private final StoreSession session;

  EntryWriter(StoreSession session) {
    this.session = session;
  }

  /**
   * Writes entries and returns all of them in stored order.
   *
   * @param fresh upserts of rows that never had an entry
   */
  List<EntryChange> write(List<EntryChange> fresh, List<EntryChange> changed) throws SQLException {
    writeNewEntries(sorted(fresh));
    writeChangedEntries(sorted(changed));
    List<EntryChange> all = new ArrayList<>(fresh);
    all.addAll(changed);
    return sorted(all);
  }

  /** Writes upserts of rows that never had an entry. */
  void writeNew(List<EntryChange> entries) throws SQLException {
    writeNewEntries(sorted(entries));
  }

  private static List<EntryChange> sorted(List<EntryChange> entries) {
    entries.sort(EntryChange::storedOrder);
    return entries;
  }

  private void writeNewEntries(List<EntryChange> entries) throws SQLException {
    if (entries.isEmpty()) {
      return;
    }
    BinaryCopy copy = new BinaryCopy(session, Statement.COPY_ENTRIES);
    for (EntryChange entry : entries) {
      copy.row(10)
          .int8(entry.scope())
          .int4(entry.id().relation().number())
          .octets(entry.id().key())
          .bool(entry.present())
          .int8(entry.imageId().orElseThrow())
          .optionalOctets(entry.digest())
          .optionalText(entry.removalVersion())
          .int8(entry.place().commitLsn())
          .int8(entry.place().eventOrdinal())
          .int8(entry.effectOrdinal());
    }
    copy.finish();
  }

  private void writeChangedEntries(List<EntryChange> entries) throws SQLException {
    if (entries.isEmpty()) {
      return;
    }
    Columns columns = new Columns(session, entries.size());
    columns.add("bigint", i -> entries.get(i).scope());
    columns.add("integer", i -> entries.get(i).id().relation().number());
    columns.addOctets(i -> entries.get(i).id().key());
    columns.add("boolean", i -> entries.get(i).present());
    columns.add("bigint", i -> entries.get(i).imageId().orElse(null));
    columns.addOctets(i -> entries.get(i).digest().orElse(null));
    columns.add("text", i -> entries.get(i).removalVersion().orElse(null));
    columns.add("text", i -> new Lsn(entries.get(i).place().commitLsn()).postgres());
    columns.add("bigint", i -> entries.get(i).place().eventOrdinal());
    columns.add("bigint", i -> entries.get(i).effectOrdinal());
    columns.execute(Statement.PUT_ENTRIES);
  }
}
