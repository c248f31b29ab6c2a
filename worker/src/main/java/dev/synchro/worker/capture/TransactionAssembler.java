package dev.synchro.worker.capture;

import dev.synchro.worker.capture.ControlMessage.Topic;
import dev.synchro.worker.capture.TransactionReceiver.IgnoredMessage;
import dev.synchro.worker.pgoutput.MalformedMessage;
import dev.synchro.worker.pgoutput.PgOutputMessage;
import dev.synchro.worker.pgoutput.PgOutputMessage.Begin;
import dev.synchro.worker.pgoutput.PgOutputMessage.Commit;
import dev.synchro.worker.pgoutput.PgOutputMessage.Delete;
import dev.synchro.worker.pgoutput.PgOutputMessage.Insert;
import dev.synchro.worker.pgoutput.PgOutputMessage.Logical;
import dev.synchro.worker.pgoutput.PgOutputMessage.Relation;
import dev.synchro.worker.pgoutput.PgOutputMessage.Truncate;
import dev.synchro.worker.pgoutput.PgOutputMessage.Unsupported;
import dev.synchro.worker.pgoutput.PgOutputMessage.Update;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Turns the messages of one connection into source transactions and hands every part on at once, so
 * that a transaction of any size passes through in constant memory.
 */
public final class TransactionAssembler {
  private static final Instant POSTGRES_EPOCH = Instant.parse("2000-01-01T00:00:00Z");

  private final TransactionReceiver receiver;
  private final RelationCatalog catalog = new RelationCatalog();
  private Optional<SourceTransaction> open = Optional.empty();
  private long nextOrdinal;

  public TransactionAssembler(TransactionReceiver receiver) {
    this.receiver = receiver;
  }

  /** The transaction whose commit has not been read yet. */
  public Optional<SourceTransaction> open() {
    return open;
  }

  /**
   * Takes the next message.
   *
   * @throws MalformedMessage when the order of messages breaks the protocol
   */
  public void accept(PgOutputMessage message) {
    switch (message.kind()) {
      case BEGIN -> begin((Begin) message);
      case COMMIT -> commit((Commit) message);
      case RELATION -> catalog.describe((Relation) message);
      case INSERT -> inserted((Insert) message);
      case UPDATE -> updated((Update) message);
      case DELETE -> deleted((Delete) message);
      case TRUNCATE -> truncated((Truncate) message);
      case LOGICAL -> logical((Logical) message);
      // Column types are judged by oid and rows by their last writer, wherever it came from.
      case TYPE, ORIGIN -> {}
      case UNSUPPORTED ->
          throw new MalformedMessage(
              "message tag is " + ((Unsupported) message).tag() + ", unknown in protocol 1");
    }
  }

  private void begin(Begin begin) {
    if (open.isPresent()) {
      throw new MalformedMessage("a transaction begins before the one before it ended");
    }
    SourceTransaction transaction =
        new SourceTransaction(
            begin.commitLsn(),
            POSTGRES_EPOCH.plus(begin.commitTime(), ChronoUnit.MICROS),
            begin.transactionId());
    open = Optional.of(transaction);
    nextOrdinal = 0;
    receiver.begin(transaction);
  }

  private void commit(Commit commit) {
    SourceTransaction transaction = requireOpen();
    if (commit.commitLsn() != transaction.commitLsn()) {
      throw new MalformedMessage("commit position differs from the one its begin announced");
    }
    open = Optional.empty();
    receiver.commit(transaction, commit.endLsn());
  }

  private void inserted(Insert insert) {
    receiver.event(
        new RowEvent.Inserted(
            takeOrdinal(), shape(insert.relationOid(), insert.after().columns()), insert.after()));
  }

  private void updated(Update update) {
    RelationShape shape = shape(update.relationOid(), update.after().columns());
    update.before().ifPresent(old -> requireColumns(shape, old.tuple().columns()));
    receiver.event(new RowEvent.Updated(takeOrdinal(), shape, update.before(), update.after()));
  }

  private void deleted(Delete delete) {
    receiver.event(
        new RowEvent.Deleted(
            takeOrdinal(),
            shape(delete.relationOid(), delete.before().tuple().columns()),
            delete.before()));
  }

  private void truncated(Truncate truncate) {
    List<RelationShape> shapes = new ArrayList<>();
    for (int relationOid : truncate.relationOids()) {
      shapes.add(catalog.shape(relationOid));
    }
    receiver.event(new RowEvent.Truncated(takeOrdinal(), shapes));
  }

  private void logical(Logical message) {
    Optional<Topic> topic = topic(message.prefix());
    if (topic.isEmpty()) {
      return;
    }
    if (!message.transactional()) {
      receiver.ignored(IgnoredMessage.NOT_TRANSACTIONAL);
    } else if (message.contentLength() > ControlMessage.MAX_CONTENT) {
      receiver.ignored(IgnoredMessage.OVERSIZED);
    } else {
      requireOpen();
      receiver.message(new ControlMessage(topic.get(), message.content()));
    }
  }

  private static Optional<Topic> topic(String prefix) {
    for (Topic topic : Topic.values()) {
      if (topic.prefix().equals(prefix)) {
        return Optional.of(topic);
      }
    }
    return Optional.empty();
  }

  private RelationShape shape(int relationOid, int columns) {
    RelationShape shape = catalog.shape(relationOid);
    requireColumns(shape, columns);
    return shape;
  }

  private static void requireColumns(RelationShape shape, int columns) {
    if (shape.columns().size() != columns) {
      throw new MalformedMessage(
          "tuple has " + columns + " columns, its relation has " + shape.columns().size());
    }
  }

  private long takeOrdinal() {
    requireOpen();
    return nextOrdinal++;
  }

  private SourceTransaction requireOpen() {
    return open.orElseThrow(
        () -> new MalformedMessage("a change or commit stands outside a transaction"));
  }
}
