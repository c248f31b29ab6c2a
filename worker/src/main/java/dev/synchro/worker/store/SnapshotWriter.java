package dev.synchro.worker.store;

import dev.synchro.worker.pgoutput.Tuple;
import dev.synchro.worker.poison.Poisoned;
import dev.synchro.worker.project.Projector;
import dev.synchro.worker.project.RelationPlans;
import dev.synchro.worker.project.RowChange;
import dev.synchro.worker.project.ShapeBinding;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Writes rows of a snapshot, none of which is stored yet. One batch is encoded by the thread that
 * brings the rows while the batch before is written by a thread of its own; no more than these two
 * are in memory.
 */
final class SnapshotWriter implements AutoCloseable {
  /** Smaller than a usual chunk, since two are held at a time. */
  private static final int PARTS_OF_A_CHUNK = 4;

  private final ProjectionStore store;
  private final RelationPlans plans;
  private final EffectNumbers numbers;
  private final Optional<String> slotName;
  private List<RowChange> rows = new ArrayList<>();
  private long octets;
  private final BatchThread thread = new BatchThread("snapshot writer");

  /**
   * Prepares it.
   *
   * @param slotName of the operation under which each batch is committed as long as it goes on,
   *     which the server's decoding of its own log takes far better than one large transaction; no
   *     reader may see the rows then. Empty when nothing is committed here
   */
  SnapshotWriter(
      ProjectionStore store,
      RelationPlans plans,
      EffectNumbers numbers,
      Optional<String> slotName) {
    this.store = store;
    this.plans = plans;
    this.numbers = numbers;
    this.slotName = slotName;
  }

  /**
   * Adds one row.
   *
   * @throws Poisoned when this row or an earlier one cannot be filed
   */
  void add(ShapeBinding binding, Tuple tuple) {
    RowChange row = Projector.projectSnapshot(binding, tuple);
    rows.add(row);
    octets += row.octets();
    if (octets > store.chunkOctets() / PARTS_OF_A_CHUNK
        || rows.size() >= store.chunkRows() / PARTS_OF_A_CHUNK) {
      handOver();
    }
  }

  private void handOver() {
    List<RowChange> changes = rows;
    // The order in which they are stored.
    changes.sort(Comparator.comparing(change -> change.row().id()));
    rows = new ArrayList<>(changes.size());
    octets = 0;
    thread.await();
    thread.begin(() -> write(changes));
  }

  private void write(List<RowChange> changes) {
    try {
      ProjectionWriter.Written done =
          store.writer().write(changes, List.of(), plans.schemaHash(), numbers);
      store.digests().changed(done.entries());
      if (slotName.isPresent()) {
        OperationStore.hold(store.session(), slotName.get());
        store.session().commitUnawaited();
        store.committed();
      }
    } catch (SQLException e) {
      throw new StoreRefused(e);
    }
  }

  /** Writes what is left. Everything is written when it returns. */
  void finish() {
    if (!rows.isEmpty()) {
      handOver();
    }
    thread.await();
  }

  /** Waits until the store is free; nothing more is written. */
  @Override
  public void close() {
    thread.close();
  }
}
