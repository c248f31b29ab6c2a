package dev.synchro.worker.store;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Files the rows of added relations while they are staged, in a transaction of its own that the
 * activation goes on with and commits. Until then nobody sees an entry; without that commit,
 * however the transaction ends, the activation files the staged rows itself. Contract 9.7.
 *
 * <p>The boundary of the activation is not known yet, so an entry stands at the end of the
 * snapshot. That is told to nobody: the scope is renewed, so that no cursor from before the
 * activation is served. Contract 1.2.
 */
public final class EntriesAhead implements AutoCloseable {
  private final StoreSession session;
  private final EntryWriter writer;
  private final long consistentPoint;
  private final ScopeNumbers scopes = new ScopeNumbers();
  private final BatchThread thread = new BatchThread("entries ahead");

  /**
   * Takes over the session.
   *
   * @param consistentPoint position of the snapshot, unsigned
   */
  public EntriesAhead(StoreSession session, long consistentPoint) {
    this.session = session;
    this.writer = new EntryWriter(session);
    this.consistentPoint = consistentPoint;
  }

  StoreSession session() {
    return session;
  }

  /** The scopes that have entries. */
  ScopeNumbers scopes() {
    return scopes;
  }

  /** Begins to file the rows of a batch; the one before is finished. */
  void begin(List<HeadWrite> heads) {
    thread.begin(() -> write(heads));
  }

  private void write(List<HeadWrite> heads) {
    List<EntryChange> entries = new ArrayList<>(heads.size());
    for (HeadWrite head : heads) {
      // Under a negative number are rows whose predecessors have entries.
      if (head.row().id().relation().number() > 0) {
        add(head, entries);
      }
    }
    try {
      writer.writeNew(entries);
    } catch (SQLException e) {
      throw new StoreRefused(e);
    }
  }

  private void add(HeadWrite head, List<EntryChange> entries) {
    if (head.scopes().length == 0) {
      return;
    }
    EffectPlace place =
        new EffectPlace(
            head.row().id(), consistentPoint, EntryWrites.Place.END_OF_TRANSACTION, false);
    byte[] digest = head.after().encoded().orElseThrow().rowDigest();
    for (long scope : head.scopes()) {
      scopes.add(scope);
      entries.add(EntryChange.upsert(scope, place, head.imageId().orElseThrow(), digest, false));
    }
  }

  /** Waits until what was begun is written. */
  void await() {
    thread.await();
  }

  /** Ends the session; what is not committed is gone. */
  @Override
  public void close() {
    thread.close();
    session.close();
  }
}
