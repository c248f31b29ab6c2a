package dev.synchro.worker.capture;

import dev.synchro.worker.pgoutput.PgOutputMessage.OldTuple;
import dev.synchro.worker.pgoutput.Tuple;
import java.util.List;
import java.util.Optional;

/**
 * One published row change. {@code ordinal} is its zero-based position in the source transaction,
 * counted over all published row changes before any filtering (contract 1.2).
 */
public sealed interface RowEvent {
  long ordinal();

  /** Receives each form of event. */
  interface Visitor {
    void inserted(Inserted event);

    void updated(Updated event);

    void deleted(Deleted event);

    void truncated(Truncated event);
  }

  void accept(Visitor visitor);

  record Inserted(long ordinal, RelationShape relation, Tuple after) implements RowEvent {
    @Override
    public void accept(Visitor visitor) {
      visitor.inserted(this);
    }
  }

  record Updated(long ordinal, RelationShape relation, Optional<OldTuple> before, Tuple after)
      implements RowEvent {
    @Override
    public void accept(Visitor visitor) {
      visitor.updated(this);
    }
  }

  record Deleted(long ordinal, RelationShape relation, OldTuple before) implements RowEvent {
    @Override
    public void accept(Visitor visitor) {
      visitor.deleted(this);
    }
  }

  /** Every row of each relation is gone; all these deletions share one ordinal. */
  record Truncated(long ordinal, List<RelationShape> relations) implements RowEvent {
    public Truncated {
      relations = List.copyOf(relations);
    }

    @Override
    public void accept(Visitor visitor) {
      visitor.truncated(this);
    }
  }
}
