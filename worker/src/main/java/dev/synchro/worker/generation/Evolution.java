package dev.synchro.worker.generation;

import dev.synchro.core.registry.EvolutionClass;
import dev.synchro.core.registry.Registry;
import dev.synchro.core.schema.SchemaManifest;
import dev.synchro.worker.capture.RelationShape;
import dev.synchro.worker.capture.RowEvent;
import dev.synchro.worker.fault.FaultKind;
import dev.synchro.worker.fault.FaultPoint;
import dev.synchro.worker.fault.SqlFaults;
import dev.synchro.worker.fault.WorkerFault;
import dev.synchro.worker.poison.PoisonDetail;
import dev.synchro.worker.poison.Poisoned;
import dev.synchro.worker.recovery.StagingRun;
import dev.synchro.worker.recovery.StagingRun.Staged;
import dev.synchro.worker.registry.GenerationStep;
import dev.synchro.worker.store.Activation;
import dev.synchro.worker.store.Boundary;
import dev.synchro.worker.store.EntriesAhead;
import dev.synchro.worker.store.IntegrityBroken;
import dev.synchro.worker.store.Materialization;
import dev.synchro.worker.store.OperationStore;
import dev.synchro.worker.store.OperationStore.OpenOperation;
import dev.synchro.worker.store.ProjectionStore;
import dev.synchro.worker.store.RegistryStore;
import dev.synchro.worker.store.StoreRefused;
import dev.synchro.worker.store.StoreSession;
import dev.synchro.worker.store.StreamMarks;
import dev.synchro.worker.stream.StreamReader;
import dev.synchro.worker.stream.WalBatch;
import dev.synchro.worker.stream.WorkerConnections;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees pending generations of the registry through: notices one, has the rows it needs read while
 * the stream goes on, marks a place in the stream and takes the step there. The mark is a
 * transaction of the worker's own, committed after the generation and after the rows' snapshot, so
 * that everything the step must see stands before it in the stream. Contract 8.2, 9.7.
 *
 * <p>Belongs to the thread that files; nothing here may be called while a materialization is open,
 * but for the notes taken by {@link #announced} and {@link #passed}.
 */
public final class Evolution implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Evolution.class);
  private static final Duration VISIBILITY_PATIENCE = Duration.ofSeconds(10);
  private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(2);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
  private static final long LOOK_FOR_ABORT_NANOS = Duration.ofMillis(300).toNanos();

  private final WorkerConnections connections;
  private final StoreSession session;
  private final ProjectionStore.Limits limits;
  private final RegistryStore registries;
  private final OperationStore operations;
  private final StreamMarks marks;
  private Registry active;
  private SchemaManifest manifest;
  private Phase phase = Phase.QUIET;
  private boolean lookDue = true;
  private int announcer;
  private Optional<GenerationStep> step = Optional.empty();
  private Optional<Staging> staging = Optional.empty();
  private Optional<EntriesAhead> ahead = Optional.empty();
  private long consistentPoint;
  private int mark;
  private boolean markDue;
  private boolean stagedChanged;
  private long toldLsn;
  private long lastAbortLookNanos;
  private Duration pause = SHORTEST_PAUSE;
  private long notBeforeNanos = System.nanoTime();
  private long givenUpGeneration;
  private long failedGeneration;
  private boolean driftLookDue = true;
  private long driftLsn;

  private enum Phase {
    /** No step is under way. */
    QUIET,
    /** Rows are being read. */
    STAGING,
    /** Everything is there; the step is taken at the mark. */
    MARKED
  }

  public Evolution(
      WorkerConnections connections, StoreSession session, ProjectionStore.Limits limits) {
    this.connections = connections;
    this.session = session;
    this.limits = limits;
    this.registries = new RegistryStore(session);
    this.operations = new OperationStore(session);
    this.marks = new StreamMarks(session);
  }

  /** Takes up what an earlier life of the worker left under way. */
  public void resume(Registry inForce, SchemaManifest published) {
    active = inForce;
    manifest = published;
    lookDue = true;
    driftLookDue = true;
    driftLsn = 0;
    phase = Phase.QUIET;
    step = Optional.empty();
    forgetAhead();
    stagedChanged = false;
    Optional<OpenOperation> open = operations.open().filter(Evolution::isBootstrap);
    if (open.isEmpty()) {
      return;
    }
    switch (open.get().state()) {
      case "activated" -> cleanUp();
      case "baseline_staged" -> {
        step = Optional.of(stepTo(open.get()));
        consistentPoint = open.get().consistentPoint();
        phase = Phase.MARKED;
        markDue = true;
      }
      // Its slot went with its connection.
      case "staging" -> marks.beginAnew(stepTo(open.get()).stagedNumbers());
      default -> marks.beginAnew(List.of());
    }
  }

  private GenerationStep stepTo(OpenOperation operation) {
    return GenerationStep.between(active, registries.read(operation.targetGeneration()));
  }

  private static boolean isBootstrap(OpenOperation operation) {
    return operation.kind().equals("projection_bootstrap");
  }

  private void cleanUp() {
    operations.enter("cleanup_complete", Optional.empty(), 0);
    FaultPoint.OPERATION_CLEANED_UP.reached();
  }

  /** The stream brought a message that announces a generation. */
  public void announced(int transactionId) {
    lookDue = true;
    announcer = transactionId;
  }

  /** The stream described a relation, maybe because its shape has changed. */
  public void described() {
    driftLookDue = true;
  }

  /**
   * Whether a relation lost its registered shape without a registration, although everything up to
   * the change is filed. The catalogue is ahead of the stream, so it is believed only when the
   * stream has come to where it was read. Contract 8.2 and 8.5.
   *
   * @param idleLsn before which nothing waits to be filed, unsigned
   */
  public boolean hasDrifted(long idleLsn) {
    if (phase != Phase.QUIET || lookDue) {
      return false;
    }
    if (driftLookDue) {
      driftLookDue = false;
      driftLsn = marks.drift();
      return false;
    }
    if (driftLsn == 0 || Long.compareUnsigned(idleLsn, driftLsn) < 0) {
      return false;
    }
    lookDue = pending().isPresent();
    driftLsn = lookDue ? 0 : marks.drift();
    driftLookDue = lookDue;
    return driftLsn != 0;
  }

  /** A mark was filed without its step having been taken. */
  public void passed(int transactionId) {
    if (phase == Phase.MARKED && transactionId == mark) {
      markDue = true;
    }
  }

  /** The stream brought a row event, maybe of rows that are read anew meanwhile. */
  public void saw(RowEvent event) {
    if (phase != Phase.QUIET && !stagedChanged) {
      event.accept(new StagedChange());
    }
  }

  /** Notes whether an event is about rows that are read anew. */
  private final class StagedChange implements RowEvent.Visitor {
    private final GenerationStep under = step.orElseThrow();

    private void note(RelationShape shape) {
      stagedChanged |= under.stages(shape.oid());
    }

    @Override
    public void inserted(RowEvent.Inserted event) {
      note(event.relation());
    }

    @Override
    public void updated(RowEvent.Updated event) {
      note(event.relation());
    }

    @Override
    public void deleted(RowEvent.Deleted event) {
      note(event.relation());
    }

    @Override
    public void truncated(RowEvent.Truncated event) {
      event.relations().forEach(this::note);
    }
  }

  /**
   * Whether the stream has to be read once more before the step is taken at its mark, when
   * everything before the mark is filed: rows that are read anew have changed since.
   */
  public boolean needsReplay() {
    return stagedChanged;
  }

  /** Whether the step is to be taken at the end of this transaction. */
  public boolean isDueAt(int transactionId) {
    return phase == Phase.MARKED && !markDue && transactionId == mark;
  }

  /**
   * Whether a generation that is not in force yet tells why a row event does not fit.
   *
   * @param transactionId of the event, whose commit may not be visible yet
   */
  public boolean explains(int transactionId) {
    if (phase != Phase.QUIET) {
      return true;
    }
    marks.awaitVisible(transactionId, VISIBILITY_PATIENCE);
    lookDue = true;
    return pending().isPresent();
  }

  /**
   * Whether a generation that is not in force yet tells why a function is not the registered one
   * any more. Not soon after the step to it was given up for its rows.
   *
   * @param transactionId of the transaction to be filed, whose commit may not be visible yet
   */
  public boolean explainsFunction(int transactionId) {
    if (!explains(transactionId)) {
      return false;
    }
    boolean failed = failedGeneration != 0 && System.nanoTime() - notBeforeNanos < 0;
    return pending()
        .filter(next -> !failed || next.generation() != failedGeneration)
        .filter(
            next ->
                !next.functions().equals(active.functions())
                    || !next.dependencies().equals(active.dependencies()))
        .isPresent();
  }

  /** Whether the server must keep the log from where the rows' snapshot begins. */
  public boolean isHolding() {
    return phase != Phase.QUIET && step.filter(GenerationStep::needsData).isPresent();
  }

  /** Where the stream may start from. Unsigned. */
  public long startLsn(String slotName, long acknowledgedLsn) {
    toldLsn = isHolding() ? marks.confirmed(slotName) : acknowledgedLsn;
    return toldLsn;
  }

  /** How much of what is stored the server may be told. Unsigned. */
  public long acknowledgeable(long storedLsn) {
    if (!isHolding()) {
      toldLsn = storedLsn;
    }
    return toldLsn;
  }

  /** Does what can be done now without waiting. */
  public void advance() {
    switch (phase) {
      case QUIET -> look();
      case STAGING -> watchStaging();
      case MARKED -> {
        if (markDue) {
          mark = marks.write();
          markDue = false;
        } else if (step.filter(GenerationStep::needsData).isPresent() && abortRequested()) {
          giveUp("abort_requested");
        }
      }
    }
  }

  private void look() {
    if (!lookDue || System.nanoTime() - notBeforeNanos < 0) {
      return;
    }
    marks.awaitVisible(announcer, VISIBILITY_PATIENCE);
    Optional<Registry> pending = pending();
    Optional<OpenOperation> open = operations.open();
    if (open.isPresent() && !isBootstrap(open.get())) {
      // A stream reset activates the newest generation as well.
      notBeforeNanos = System.nanoTime() + SHORTEST_PAUSE.toNanos();
      return;
    }
    lookDue = false;
    if (pending.isEmpty()) {
      open.ifPresent(operation -> marks.discard(List.of(), "generation_gone"));
      return;
    }
    GenerationStep next = GenerationStep.between(active, pending.get());
    boolean resumed =
        open.filter(operation -> operation.targetGeneration() == pending.get().generation())
            .isPresent();
    if (open.isPresent() && !(resumed && next.needsData())) {
      marks.discard(List.of(), "generation_superseded");
    }
    step = Optional.of(next);
    stagedChanged = false;
    if (next.needsData()) {
      if (!resumed) {
        operations.requestBootstrap(next.after().generation());
      }
      FaultPoint.OPERATION_REQUESTED.reached();
      startStaging(next);
    } else {
      phase = Phase.MARKED;
      markDue = true;
    }
  }

  private Optional<Registry> pending() {
    return registries
        .pending()
        .filter(registry -> registry.generation() > active.generation())
        .filter(registry -> registry.generation() != givenUpGeneration);
  }

  private void startStaging(GenerationStep next) {
    log.info(
        "registry generation {} needs rows of {} relations",
        next.after().generation(),
        next.stagedNumbers().size());
    phase = Phase.STAGING;
    staging =
        Optional.of(
            Staging.start(
                new StagingRun(
                    connections,
                    next,
                    manifest,
                    limits,
                    CandidateName.next(),
                    session.databaseOid(),
                    false)));
  }

  private void watchStaging() {
    Optional<Staging.Outcome> outcome = staging.orElseThrow().outcome();
    if (outcome.isEmpty()) {
      if (abortRequested()) {
        giveUp("abort_requested");
      }
      return;
    }
    staging = Optional.empty();
    if (outcome.get().failure().isPresent()) {
      log.warn("the rows were not staged: {}", outcome.get().failure().get().getMessage());
      giveUp("staging_failed");
    } else {
      Staged staged = outcome.get().staged().orElseThrow();
      consistentPoint = staged.consistentPoint();
      ahead = staged.ahead();
      phase = Phase.MARKED;
      markDue = true;
    }
  }

  private boolean abortRequested() {
    if (System.nanoTime() - lastAbortLookNanos < LOOK_FOR_ABORT_NANOS) {
      return false;
    }
    lastAbortLookNanos = System.nanoTime();
    return operations.open().filter(OpenOperation::abortRequested).isPresent();
  }

  /** Ends the step without an effect; the generation stays pending and is tried again later. */
  private void giveUp(String reason) {
    staging.ifPresent(Staging::close);
    staging = Optional.empty();
    forgetAhead();
    GenerationStep given = step.orElseThrow();
    if (given.needsData()) {
      marks.discard(given.stagedNumbers(), reason);
    }
    log.warn("registry generation {} was not activated: {}", given.after().generation(), reason);
    if (reason.equals("abort_requested")) {
      givenUpGeneration = given.after().generation();
    }
    failedGeneration = given.after().generation();
    step = Optional.empty();
    phase = Phase.QUIET;
    lookDue = true;
    notBeforeNanos = System.nanoTime() + pause.toNanos();
    pause = longer(pause);
  }

  /**
   * Keeps no transaction open as long as the stream cannot come to the step: what was filed ahead
   * is filed again when the step is taken.
   */
  public void standStill() {
    if (staging.flatMap(Staging::outcome).isPresent()) {
      watchStaging();
    }
    forgetAhead();
  }

  /** From now on the step is taken without what was filed while rows were staged. */
  private void forgetAhead() {
    ahead.ifPresent(EntriesAhead::close);
    ahead = Optional.empty();
  }

  private ProjectionStore store(long epoch) {
    return ahead
        .map(filed -> ProjectionStore.goingOn(filed, epoch, limits))
        .orElseGet(() -> new ProjectionStore(session, epoch, limits));
  }

  private static Duration longer(Duration pause) {
    Duration doubled = pause.multipliedBy(2);
    return doubled.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : doubled;
  }

  /** Whether the mark is written, so that {@link #take} will find it in the stream. */
  public boolean isMarked() {
    return phase == Phase.MARKED && !markDue;
  }

  /** Whether a step is under way or will be tried again. */
  public boolean isUnsettled() {
    return phase != Phase.QUIET || lookDue;
  }

  /** A way to take the step; empty when it was given up. */
  @FunctionalInterface
  private interface Way {
    Optional<EvolutionClass> go(GenerationStep next) throws InterruptedException, SQLException;
  }

  /**
   * Takes the step at the mark that the reader will bring.
   *
   * @param materializedLsn commit LSN of the last materialized transaction, unsigned
   * @param stopping gives the step up; it is taken up again by the next life
   * @return whether another generation is in force now
   */
  public boolean take(
      StreamReader reader, long epoch, long materializedLsn, BooleanSupplier stopping)
      throws InterruptedException {
    return take(next -> replay(reader, next, epoch, materializedLsn, stopping));
  }

  /**
   * Takes the step at the end of its mark, when everything before is filed and {@link #needsReplay}
   * is false.
   *
   * @param materializedLsn commit LSN of the last materialized transaction, unsigned
   * @return whether another generation is in force now
   */
  public boolean takeAt(Boundary boundary, long epoch, long materializedLsn)
      throws InterruptedException {
    return take(next -> activate(next, boundary, epoch, materializedLsn));
  }

  private boolean take(Way way) throws InterruptedException {
    GenerationStep next = step.orElseThrow();
    long started = System.nanoTime();
    try {
      Optional<EvolutionClass> reached = way.go(next);
      if (reached.isEmpty()) {
        return false;
      }
      log.info(
          "registry generation {} is active, {}, after {} ms",
          next.after().generation(),
          reached.get(),
          Duration.ofNanos(System.nanoTime() - started).toMillis());
    } catch (Poisoned e) {
      log.error(
          "the step to registry generation {} failed: {}",
          next.after().generation(),
          e.detail().text());
      giveUp(e.detail() == PoisonDetail.SHAPE_CHANGED ? "relation_changed" : "row_unfit");
      return false;
    } catch (SQLException e) {
      giveUpUnlessBroken(e);
      return false;
    } catch (StoreRefused e) {
      giveUpUnlessBroken(e.error());
      return false;
    } catch (IntegrityBroken e) {
      giveUp("entries_inconsistent");
      return false;
    } finally {
      forgetAhead();
    }
    settled(next);
    return true;
  }

  private void giveUpUnlessBroken(SQLException error) {
    WorkerFault fault = SqlFaults.classify("take the step to another generation", error);
    if (fault.kind() != FaultKind.PROTOCOL) {
      throw fault;
    }
    log.error("{}", fault.getMessage());
    giveUp("store_refused");
  }

  private Optional<EvolutionClass> activate(
      GenerationStep next, Boundary boundary, long epoch, long materializedLsn)
      throws SQLException {
    ProjectionStore store = store(epoch);
    Activation activation = new Activation(store, next, manifest, materializedLsn);
    Materialization nothing = store.openForStep(activation.plansUnderWay());
    boolean committed = false;
    try {
      EvolutionClass reached = activation.commit(boundary);
      committed = true;
      return Optional.of(reached);
    } finally {
      if (!committed) {
        nothing.rollback();
      }
    }
  }

  private Optional<EvolutionClass> replay(
      StreamReader reader,
      GenerationStep next,
      long epoch,
      long materializedLsn,
      BooleanSupplier stopping)
      throws InterruptedException, SQLException {
    ProjectionStore store = store(epoch);
    Activation activation = new Activation(store, next, manifest, materializedLsn);
    Materialization materialization = store.openForStep(activation.plansUnderWay());
    boolean committed = false;
    try {
      Replay replay = new Replay(materialization, next, consistentPoint, materializedLsn, mark);
      while (replay.boundary().isEmpty() && !stopping.getAsBoolean()) {
        Optional<WalBatch> batch = reader.take(Duration.ofMillis(100));
        if (batch.isPresent()) {
          for (ByteBuffer message : batch.get().messages()) {
            replay.take(message);
          }
        }
      }
      if (replay.boundary().isEmpty()) {
        return Optional.empty();
      }
      EvolutionClass reached = activation.commit(materialization, replay.boundary().get());
      committed = true;
      return Optional.of(reached);
    } finally {
      if (!committed) {
        materialization.rollback();
      }
    }
  }

  private void settled(GenerationStep taken) {
    if (taken.needsData()) {
      cleanUp();
    }
    step = Optional.empty();
    phase = Phase.QUIET;
    consistentPoint = 0;
    pause = SHORTEST_PAUSE;
    lookDue = true;
  }

  @Override
  public void close() {
    staging.ifPresent(Staging::close);
    staging = Optional.empty();
    forgetAhead();
  }
}
