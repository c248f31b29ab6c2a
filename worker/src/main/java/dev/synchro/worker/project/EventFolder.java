package dev.synchro.worker.project;

import dev.synchro.worker.capture.RelationShape;
import dev.synchro.worker.capture.RowEvent;
import dev.synchro.worker.capture.SourceTransaction;
import dev.synchro.worker.pgoutput.PgOutputMessage.OldTuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Folds row events into the latest state of each row. A change of the key is the deletion of one
 * identity and the insertion of another by the same event; a primary key that is checked at once,
 * the only kind that can be registered, never has two rows of one key, so that events in order end
 * right also when keys are exchanged. Contract 9.2.
 */
public final class EventFolder implements RowEvent.Visitor {
  /** Knows which rows of a relation are stored. */
  public interface StoredRows {
    /** Removes every stored row of the relation, as done by one event. */
    void truncate(RelationPlan relation, RowsRemover remover);
  }

  /** Removes rows by their key on behalf of one event. */
  public interface RowsRemover {
    void remove(byte[] key);
  }

  private final RelationPlans plans;
  private final PendingRows rows;
  private final StoredRows storedRows;
  private final List<PendingRow> touched = new ArrayList<>();
  private SourceTransaction transaction;
  private boolean pushed;

  public EventFolder(RelationPlans plans, PendingRows rows, StoredRows storedRows) {
    this.plans = plans;
    this.rows = rows;
    this.storedRows = storedRows;
  }

  public void begin(SourceTransaction next) {
    transaction = next;
    pushed = false;
    touched.clear();
  }

  /** The transaction carries a push message; its place among the changes does not matter. */
  public void markPushed() {
    pushed = true;
    touched.forEach(PendingRow::markPushed);
    touched.clear();
  }

  @Override
  public void inserted(RowEvent.Inserted event) {
    Optional<ShapeBinding> binding = plans.bind(event.relation());
    if (binding.isPresent()) {
      RowId id = binding.get().id(event.after());
      place(rows.row(id), binding.get().image(event.after()), id, event.ordinal(), false);
    }
  }

  @Override
  public void updated(RowEvent.Updated event) {
    Optional<ShapeBinding> known = plans.bind(event.relation());
    if (known.isEmpty()) {
      return;
    }
    ShapeBinding binding = known.get();
    RowImage image = binding.image(event.after());
    RowId id = binding.id(event.after());
    Optional<RowId> oldId = changedKey(binding, event);
    event
        .before()
        .filter(OldTuple::full)
        .ifPresent(old -> image.completeFrom(binding.image(old.tuple())));
    Optional<PendingRow> earlier = rows.find(oldId.orElse(id));
    earlier.flatMap(PendingRow::image).ifPresent(image::completeFrom);
    RowId from =
        earlier
            .filter(row -> row.image().isPresent())
            .map(PendingRow::completedFrom)
            .orElse(oldId.orElse(id));
    oldId.ifPresent(old -> remove(old, event.ordinal(), true));
    place(rows.row(id), image, from, event.ordinal(), oldId.isPresent());
  }

  private static Optional<RowId> changedKey(ShapeBinding binding, RowEvent.Updated event) {
    return event
        .before()
        .filter(old -> !binding.sameKey(old.tuple(), event.after()))
        .map(old -> binding.id(old.tuple()));
  }

  @Override
  public void deleted(RowEvent.Deleted event) {
    plans
        .bind(event.relation())
        .ifPresent(binding -> remove(binding.id(event.before().tuple()), event.ordinal(), false));
  }

  @Override
  public void truncated(RowEvent.Truncated event) {
    for (RelationShape shape : event.relations()) {
      Optional<ShapeBinding> binding = plans.bind(shape);
      if (binding.isPresent()) {
        RelationPlan relation = binding.get().relation();
        removePending(relation, event.ordinal());
        storedRows.truncate(
            relation, key -> remove(new RowId(relation, key), event.ordinal(), true));
      }
    }
  }

  private void removePending(RelationPlan relation, long ordinal) {
    List<RowId> ids = new ArrayList<>();
    for (PendingRow row : rows.all()) {
      if (row.id().relation() == relation && row.image().isPresent()) {
        ids.add(row.id());
      }
    }
    ids.forEach(id -> remove(id, ordinal, true));
  }

  private void place(
      PendingRow row, RowImage image, RowId from, long ordinal, boolean sharesEvent) {
    row.replace(image, from);
    touch(row, ordinal, sharesEvent);
    // Counted again with each change: a bound from above is enough.
    rows.grew(row.octets());
  }

  private void remove(RowId id, long ordinal, boolean sharesEvent) {
    PendingRow row = rows.row(id);
    row.remove();
    touch(row, ordinal, sharesEvent);
    rows.grew(row.octets());
  }

  private void touch(PendingRow row, long ordinal, boolean sharesEvent) {
    row.position(transaction.commitLsn(), ordinal, sharesEvent);
    if (pushed) {
      row.markPushed();
    } else {
      touched.add(row);
    }
  }
}
