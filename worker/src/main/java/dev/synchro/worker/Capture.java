package dev.synchro.worker;

import dev.synchro.worker.capture.BufferedTransaction;
import dev.synchro.worker.capture.ControlMessage;
import dev.synchro.worker.capture.RowEvent;
import dev.synchro.worker.capture.SourceTransaction;
import dev.synchro.worker.capture.TransactionAssembler;
import dev.synchro.worker.capture.TransactionReceiver;
import dev.synchro.worker.config.WorkerConfig;
import dev.synchro.worker.fault.FaultKind;
import dev.synchro.worker.fault.SqlFaults;
import dev.synchro.worker.fault.WorkerFault;
import dev.synchro.worker.generation.Evolution;
import dev.synchro.worker.pgoutput.MalformedMessage;
import dev.synchro.worker.pgoutput.PgOutputDecoder;
import dev.synchro.worker.pgoutput.PgOutputMessage;
import dev.synchro.worker.poison.PoisonDetail;
import dev.synchro.worker.poison.Poisoned;
import dev.synchro.worker.project.RelationPlans;
import dev.synchro.worker.registry.PushMessage;
import dev.synchro.worker.registry.RegistryMessage;
import dev.synchro.worker.store.Boundary;
import dev.synchro.worker.store.IntegrityBroken;
import dev.synchro.worker.store.Materialization;
import dev.synchro.worker.store.ProjectionStore;
import dev.synchro.worker.store.PushEpoch;
import dev.synchro.worker.store.StoreRefused;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files what one stream brings. Transactions wait in memory while more are there at once, within
 * bounds, and are filed together; a lone one is filed at once. One that outgrows memory is written
 * ahead into an open materialization. A transaction that poisons is not filed with earlier ones:
 * when a group fails, its members are filed one by one up to the one that cannot be.
 *
 * <p>After a retry was asked for, the poisoned transaction is filed together with as many later
 * ones as it takes until the state at a transaction's end is fit.
 */
final class Capture implements TransactionReceiver {
  private static final Logger log = LoggerFactory.getLogger(Capture.class);

  private final ProjectionStore store;
  private final RelationPlans plans;
  private final WorkerConfig config;
  private final Evolution evolution;
  private final TransactionAssembler assembler = new TransactionAssembler(this);
  private final List<BufferedTransaction> waiting = new ArrayList<>();
  private Optional<BufferedTransaction> open = Optional.empty();
  private Optional<Materialization> ahead = Optional.empty();
  private long retriedLsn;
  private Boundary aheadBoundary = new Boundary(0, 0);
  private boolean skipping;
  private boolean retrying;
  private long messageSize;
  private int waitingRows;
  private long waitingOctets;
  private long waitingSinceNanos;
  private long materializedLsn;
  private long storedLsn;
  private long ignoredMessages;

  /**
   * Continues after what is stored.
   *
   * @param materializedLsn commit LSN of the last materialized transaction, unsigned
   * @param storedLsn everything before it is stored, unsigned
   * @param retrying whether the first transaction is one that poisoned before
   */
  Capture(
      ProjectionStore store,
      RelationPlans plans,
      WorkerConfig config,
      Evolution evolution,
      long materializedLsn,
      long storedLsn,
      boolean retrying) {
    this.store = store;
    this.plans = plans;
    this.config = config;
    this.evolution = evolution;
    this.materializedLsn = materializedLsn;
    this.storedLsn = storedLsn;
    this.retrying = retrying;
  }

  /** Unsigned; grows with each materialization. */
  long materializedLsn() {
    return materializedLsn;
  }

  /** Everything before it is stored. Unsigned. */
  long storedLsn() {
    return storedLsn;
  }

  /** Commit time of the oldest transaction taken but not filed. */
  Optional<Instant> oldestPending() {
    if (!waiting.isEmpty()) {
      return Optional.of(waiting.get(0).source().committedAt());
    }
    return skipping ? Optional.empty() : assembler.open().map(SourceTransaction::committedAt);
  }

  /** Whether everything the server has shown is filed. */
  boolean isIdle() {
    return waiting.isEmpty() && ahead.isEmpty() && assembler.open().isEmpty();
  }

  /** Whether the store's session is free for something else. */
  boolean isBetweenMaterializations() {
    return ahead.isEmpty();
  }

  boolean isRetrying() {
    return retrying;
  }

  /** Takes the next message. */
  void take(ByteBuffer message) {
    messageSize = message.remaining();
    try {
      PgOutputMessage decoded = PgOutputDecoder.decode(message);
      if (decoded.kind() == PgOutputMessage.Kind.RELATION) {
        evolution.described();
      }
      assembler.accept(decoded);
    } catch (MalformedMessage e) {
      log.error("a message of the stream is not understood: {}", e.getMessage());
      throw blocked(
          assembler.open().map(SourceTransaction::commitLsn).orElse(storedLsn),
          0,
          new Poisoned(PoisonDetail.MESSAGE_NOT_UNDERSTOOD, Optional.empty()));
    }
  }

  /** Nothing further is there at once, or enough is waiting: files what is complete. */
  void settle(boolean more) {
    boolean full =
        waitingRows >= config.foldRows()
            || waitingOctets >= config.chunkOctets()
            || (!waiting.isEmpty()
                && System.nanoTime() - waitingSinceNanos >= config.foldTime().toNanos());
    if (!more || full) {
      fileWaiting();
    }
  }

  /** The server has shown everything: a poisoned transaction gets no further help. */
  void giveUpRetry() {
    if (retrying && ahead.isPresent() && assembler.open().isEmpty()) {
      commitAhead();
    }
  }

  /** Gives up what is not filed. */
  void abandon() {
    ahead.ifPresent(Materialization::rollback);
    ahead = Optional.empty();
  }

  @Override
  public void begin(SourceTransaction transaction) {
    // After a crash between storing and acknowledging the server sends transactions again.
    skipping = Long.compareUnsigned(transaction.commitLsn(), materializedLsn) <= 0;
    if (skipping) {
      return;
    }
    if (retrying) {
      retriedLsn = retriedLsn == 0 ? transaction.commitLsn() : retriedLsn;
      openAhead().begin(transaction);
    } else {
      open = Optional.of(new BufferedTransaction(transaction));
    }
  }

  @Override
  public void event(RowEvent event) {
    evolution.saw(event);
    if (skipping) {
      return;
    }
    if (open.isEmpty()) {
      fileAhead(event);
      return;
    }
    open.get().add(event, messageSize);
    if (open.get().octets() > config.chunkOctets()) {
      spill();
    }
  }

  @Override
  public void message(ControlMessage message) {
    if (skipping) {
      return;
    }
    if (open.isPresent()) {
      open.get().add(message);
    } else {
      handle(ahead.orElseThrow(), assembler.open().orElseThrow(), message);
    }
  }

  @Override
  public void commit(SourceTransaction transaction, long endLsn) {
    if (skipping) {
      skipping = false;
      return;
    }
    if (open.isPresent()) {
      complete(open.get(), endLsn);
      open = Optional.empty();
    } else if (retrying) {
      commitIfFit(transaction, endLsn);
    } else {
      aheadBoundary = new Boundary(transaction.commitLsn(), endLsn);
      commitAhead();
    }
  }

  private void complete(BufferedTransaction transaction, long endLsn) {
    transaction.end(endLsn);
    if (evolution.isDueAt(transaction.source().transactionId())) {
      fileWaiting();
      throw new StepDue(new Boundary(transaction.source().commitLsn(), transaction.endLsn()));
    }
    if (waiting.isEmpty()) {
      waitingSinceNanos = System.nanoTime();
    }
    waiting.add(transaction);
    waitingRows += transaction.events().size();
    waitingOctets += transaction.octets();
    if (waitingOctets >= config.chunkOctets()) {
      fileWaiting();
    }
  }

  @Override
  public void ignored(IgnoredMessage reason) {
    ignoredMessages++;
    log.warn("ignored a logical message: {} ({} so far)", reason, ignoredMessages);
  }

  private void fileWaiting() {
    if (waiting.isEmpty()) {
      return;
    }
    List<BufferedTransaction> group = List.copyOf(waiting);
    waiting.clear();
    waitingRows = 0;
    waitingOctets = 0;
    try {
      file(group);
    } catch (Poisoned e) {
      fileOneByOne(group, e);
    }
  }

  private void fileOneByOne(List<BufferedTransaction> group, Poisoned failure) {
    if (group.size() == 1) {
      throw blocked(group.get(0).source(), failure);
    }
    for (BufferedTransaction transaction : group) {
      try {
        file(List.of(transaction));
      } catch (Poisoned e) {
        throw blocked(transaction.source(), e);
      }
    }
  }

  private void file(List<BufferedTransaction> group) {
    BufferedTransaction last = group.get(group.size() - 1);
    store(
        () -> {
          Materialization materialization = store.open(plans);
          try {
            for (BufferedTransaction transaction : group) {
              replay(transaction, materialization);
            }
            Boundary boundary = new Boundary(last.source().commitLsn(), last.endLsn());
            materialization.commit(boundary);
            reached(boundary);
          } catch (SQLException | RuntimeException e) {
            materialization.rollback();
            throw e;
          }
        });
  }

  private void replay(BufferedTransaction transaction, Materialization materialization)
      throws SQLException {
    materialization.begin(transaction.source());
    for (RowEvent event : transaction.events()) {
      materialization.event(event);
    }
    for (ControlMessage message : transaction.messages()) {
      handle(materialization, transaction.source(), message);
    }
  }

  /** The transaction does not fit into memory: everything before it is filed, then it is begun. */
  private void spill() {
    BufferedTransaction transaction = open.orElseThrow();
    fileWaiting();
    open = Optional.empty();
    openAhead();
    aheadStep(transaction.source(), materialization -> replay(transaction, materialization));
  }

  private Materialization openAhead() {
    if (ahead.isEmpty()) {
      store(() -> ahead = Optional.of(store.open(plans)));
    }
    return ahead.orElseThrow();
  }

  private void fileAhead(RowEvent event) {
    aheadStep(assembler.open().orElseThrow(), materialization -> materialization.event(event));
  }

  /** A step of an open materialization. */
  @FunctionalInterface
  private interface AheadStep {
    void run(Materialization materialization) throws SQLException;
  }

  private void aheadStep(SourceTransaction transaction, AheadStep step) {
    try {
      store(() -> step.run(ahead.orElseThrow()));
    } catch (Poisoned e) {
      abandon();
      throw blocked(transaction, e);
    }
  }

  private void commitIfFit(SourceTransaction transaction, long endLsn) {
    aheadBoundary = new Boundary(transaction.commitLsn(), endLsn);
    boolean[] fit = new boolean[1];
    aheadStep(transaction, materialization -> fit[0] = materialization.isFit());
    if (fit[0]) {
      commitAhead();
    }
  }

  private void commitAhead() {
    Materialization materialization = ahead.orElseThrow();
    try {
      store(
          () -> {
            if (retrying) {
              materialization.repairPoison();
            }
            materialization.commit(aheadBoundary);
            ahead = Optional.empty();
            retrying = false;
            reached(aheadBoundary);
          });
    } catch (Poisoned e) {
      abandon();
      throw blocked(aheadBoundary.commitLsn(), 0, e);
    }
  }

  private void reached(Boundary boundary) {
    materializedLsn = boundary.commitLsn();
    storedLsn = boundary.endLsn();
  }

  private void handle(
      Materialization materialization, SourceTransaction transaction, ControlMessage message) {
    switch (message.topic()) {
      case PUSH -> {
        Optional<PushMessage> push = PushMessage.read(message);
        if (push.isPresent()) {
          materialization.push(
              new PushEpoch(push.get().client(), push.get().epoch(), transaction.transactionId()));
        } else {
          ignoredMessages++;
        }
      }
      case REGISTRY -> {
        if (RegistryMessage.isOne(message)) {
          evolution.announced(transaction.transactionId());
        } else {
          ignoredMessages++;
        }
      }
      case BOUNDARY -> evolution.passed(transaction.transactionId());
    }
  }

  /** A step that talks to the store. */
  @FunctionalInterface
  private interface StoreStep {
    void run() throws SQLException;
  }

  /** Runs a step; a broken connection ends the stream, a refused statement poisons. */
  private void store(StoreStep step) {
    try {
      step.run();
    } catch (IntegrityBroken e) {
      abandon();
      throw new Poisoned(PoisonDetail.ENTRIES_INCONSISTENT, Optional.empty());
    } catch (StoreRefused e) {
      throw refused(e.error());
    } catch (SQLException e) {
      throw refused(e);
    }
  }

  private RuntimeException refused(SQLException error) {
    abandon();
    WorkerFault fault = SqlFaults.classify("write the materialization", error);
    if (fault.kind() != FaultKind.PROTOCOL) {
      throw fault;
    }
    log.error("{}", fault.getMessage());
    return new Poisoned(PoisonDetail.WRITE_REFUSED, Optional.empty());
  }

  private Blocked blocked(SourceTransaction transaction, Poisoned poisoned) {
    return blocked(transaction.commitLsn(), transaction.transactionId(), poisoned);
  }

  private Blocked blocked(long lsn, int transactionId, Poisoned poisoned) {
    // A further attempt is about the transaction that poisoned, whatever it was filed with.
    long commitLsn = retrying && retriedLsn != 0 ? retriedLsn : lsn;
    return new Blocked(commitLsn, transactionId, poisoned);
  }
}
