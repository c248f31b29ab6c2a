package dev.synchro.worker.generation;

import dev.synchro.worker.capture.ControlMessage;
import dev.synchro.worker.capture.ControlMessage.Topic;
import dev.synchro.worker.capture.RelationShape;
import dev.synchro.worker.capture.RowEvent;
import dev.synchro.worker.capture.SourceTransaction;
import dev.synchro.worker.capture.TransactionAssembler;
import dev.synchro.worker.capture.TransactionReceiver;
import dev.synchro.worker.pgoutput.MalformedMessage;
import dev.synchro.worker.pgoutput.PgOutputDecoder;
import dev.synchro.worker.poison.PoisonDetail;
import dev.synchro.worker.poison.Poisoned;
import dev.synchro.worker.registry.GenerationStep;
import dev.synchro.worker.registry.PushMessage;
import dev.synchro.worker.store.Boundary;
import dev.synchro.worker.store.Materialization;
import dev.synchro.worker.store.PushEpoch;
import dev.synchro.worker.store.StoreRefused;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Files what the stream brings up to the boundary of an activation. Rows that were read anew take
 * every event since their snapshot, the others every event that is not materialized yet. Contract
 * 9.7.
 */
final class Replay implements TransactionReceiver {
  private final Materialization materialization;
  private final GenerationStep step;
  private final long consistentPoint;
  private final long materializedLsn;
  private final int lastTransactionId;
  private final TransactionAssembler assembler = new TransactionAssembler(this);
  private boolean staged;
  private boolean others;
  private Optional<SourceTransaction> open = Optional.empty();
  private Optional<Boundary> boundary = Optional.empty();

  /**
   * Prepares the replay.
   *
   * @param consistentPoint of the snapshot, unsigned; without meaning when nothing is staged
   * @param materializedLsn commit LSN of the last materialized transaction, unsigned
   * @param lastTransactionId the transaction that ends it
   */
  Replay(
      Materialization materialization,
      GenerationStep step,
      long consistentPoint,
      long materializedLsn,
      int lastTransactionId) {
    this.materialization = materialization;
    this.step = step;
    this.consistentPoint = consistentPoint;
    this.materializedLsn = materializedLsn;
    this.lastTransactionId = lastTransactionId;
  }

  /** Takes the next message. */
  void take(ByteBuffer message) {
    try {
      assembler.accept(PgOutputDecoder.decode(message));
    } catch (MalformedMessage e) {
      throw new Poisoned(PoisonDetail.MESSAGE_NOT_UNDERSTOOD, Optional.empty());
    }
  }

  /** Where it ended; empty before. */
  Optional<Boundary> boundary() {
    return boundary;
  }

  @Override
  public void begin(SourceTransaction transaction) {
    if (boundary.isPresent()) {
      return;
    }
    // A commit record that starts at the consistent point is not in the snapshot.
    staged = Long.compareUnsigned(transaction.commitLsn(), consistentPoint) >= 0;
    others = Long.compareUnsigned(transaction.commitLsn(), materializedLsn) > 0;
    open = Optional.of(transaction);
    materialization.begin(transaction);
  }

  @Override
  public void event(RowEvent event) {
    if (boundary.isPresent() || !(staged || others)) {
      return;
    }
    Optional<RowEvent> wanted = wanted(event);
    if (wanted.isPresent()) {
      try {
        materialization.event(wanted.get());
      } catch (SQLException e) {
        throw new StoreRefused(e);
      }
    }
  }

  /** The event, as far as it is about relations that still take it. */
  private Optional<RowEvent> wanted(RowEvent event) {
    if (staged && others) {
      return Optional.of(event);
    }
    Wish wish = new Wish();
    event.accept(wish);
    return wish.wanted;
  }

  private boolean takes(RelationShape shape) {
    return step.stages(shape.oid()) ? staged : others;
  }

  /** Judges one event. */
  private final class Wish implements RowEvent.Visitor {
    private Optional<RowEvent> wanted = Optional.empty();

    private void keep(RowEvent event, RelationShape shape) {
      wanted = takes(shape) ? Optional.of(event) : Optional.empty();
    }

    @Override
    public void inserted(RowEvent.Inserted event) {
      keep(event, event.relation());
    }

    @Override
    public void updated(RowEvent.Updated event) {
      keep(event, event.relation());
    }

    @Override
    public void deleted(RowEvent.Deleted event) {
      keep(event, event.relation());
    }

    @Override
    public void truncated(RowEvent.Truncated event) {
      List<RelationShape> shapes = new ArrayList<>();
      for (RelationShape shape : event.relations()) {
        if (takes(shape)) {
          shapes.add(shape);
        }
      }
      wanted =
          shapes.isEmpty()
              ? Optional.empty()
              : Optional.of(new RowEvent.Truncated(event.ordinal(), shapes));
    }
  }

  @Override
  public void message(ControlMessage message) {
    if (others && message.topic() == Topic.PUSH && boundary.isEmpty()) {
      int transactionId = open.orElseThrow().transactionId();
      PushMessage.read(message)
          .ifPresent(
              push ->
                  materialization.push(new PushEpoch(push.client(), push.epoch(), transactionId)));
    }
  }

  @Override
  public void commit(SourceTransaction transaction, long endLsn) {
    if (boundary.isEmpty() && transaction.transactionId() == lastTransactionId) {
      boundary = Optional.of(new Boundary(transaction.commitLsn(), endLsn));
    }
  }

  @Override
  public void ignored(IgnoredMessage reason) {
    // It was counted when the stream first brought it.
  }
}
