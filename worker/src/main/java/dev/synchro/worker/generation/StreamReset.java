package dev.synchro.worker.generation;

import dev.synchro.core.registry.EvolutionClass;
import dev.synchro.core.registry.Registry;
import dev.synchro.core.schema.SchemaManifest;
import dev.synchro.worker.fault.FaultKind;
import dev.synchro.worker.fault.FaultPoint;
import dev.synchro.worker.fault.SqlFaults;
import dev.synchro.worker.fault.WorkerFault;
import dev.synchro.worker.poison.Poisoned;
import dev.synchro.worker.recovery.CandidateSlot;
import dev.synchro.worker.recovery.StagingRun;
import dev.synchro.worker.registry.GenerationStep;
import dev.synchro.worker.store.Activation;
import dev.synchro.worker.store.IntegrityBroken;
import dev.synchro.worker.store.Materialization;
import dev.synchro.worker.store.OperationStore;
import dev.synchro.worker.store.OperationStore.OpenOperation;
import dev.synchro.worker.store.ProjectionStore;
import dev.synchro.worker.store.RegistryStore;
import dev.synchro.worker.store.StoreRefused;
import dev.synchro.worker.store.StoreSession;
import dev.synchro.worker.store.StreamMarks;
import dev.synchro.worker.stream.WorkerConnections;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Begins the stream anew from the tables: a new slot, a baseline of every relation of the newest
 * generation, and one commit that puts both in the place of what was there. Works as well while
 * capture is blocked or the old slot is lost. Contract 9.7.
 *
 * <p>Belongs to the thread that files; nothing here may be called while a materialization is open.
 */
public final class StreamReset implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(StreamReset.class);
  private static final long LOOK_NANOS = Duration.ofMillis(300).toNanos();

  private final WorkerConnections connections;
  private final StoreSession session;
  private final ProjectionStore.Limits limits;
  private final RegistryStore registries;
  private final OperationStore operations;
  private final StreamMarks marks;
  private Registry active;
  private SchemaManifest manifest;
  private Optional<GenerationStep> step = Optional.empty();
  private Optional<Staging> staging = Optional.empty();
  private boolean staged;
  private long lastLookNanos = System.nanoTime() - LOOK_NANOS;

  public StreamReset(
      WorkerConnections connections, StoreSession session, ProjectionStore.Limits limits) {
    this.connections = connections;
    this.session = session;
    this.limits = limits;
    this.registries = new RegistryStore(session);
    this.operations = new OperationStore(session);
    this.marks = new StreamMarks(session);
  }

  /**
   * Takes up what an earlier life of the worker left under way.
   *
   * @param slotName of the slot in use
   */
  public void resume(Registry inForce, SchemaManifest published, String slotName) {
    active = inForce;
    manifest = published;
    Optional<OpenOperation> open = open();
    if (open.isEmpty()) {
      return;
    }
    switch (open.get().state()) {
      case "activated" -> cleanUp(open.get(), slotName);
      case "baseline_staged" -> {
        step = Optional.of(stepTo(open.get().targetGeneration()));
        staged = true;
      }
      default -> {
        open.get().candidateSlot().ifPresent(slot -> CandidateSlot.drop(connections, slot));
        marks.beginAnew(stagedBy(open.get()));
      }
    }
  }

  /** Where rows may be that were staged before the operation was interrupted. */
  private List<Integer> stagedBy(OpenOperation operation) {
    return operation.state().equals("staging")
        ? stepTo(operation.targetGeneration()).stagedNumbers()
        : List.of();
  }

  private Optional<OpenOperation> open() {
    return operations.open().filter(operation -> operation.kind().equals("stream_reset"));
  }

  private GenerationStep stepTo(long generation) {
    return GenerationStep.readingEverything(active, registries.read(generation));
  }

  private void cleanUp(OpenOperation operation, String slotName) {
    operation
        .candidateSlot()
        .filter(slot -> !slot.equals(slotName))
        .ifPresent(slot -> CandidateSlot.drop(connections, slot));
    operations.enter("cleanup_complete", Optional.empty(), 0);
    FaultPoint.OPERATION_CLEANED_UP.reached();
  }

  /** Does what can be done now without waiting; returns whether the reset can be activated. */
  public boolean advance() {
    if (System.nanoTime() - lastLookNanos < LOOK_NANOS) {
      return staged;
    }
    lastLookNanos = System.nanoTime();
    Optional<OpenOperation> open = open();
    if (open.isEmpty()) {
      return false;
    }
    if (open.get().abortRequested()) {
      giveUp("abort_requested");
    } else if (step.isEmpty()) {
      start();
    } else if (staging.isPresent()) {
      watch();
    }
    return staged;
  }

  private void start() {
    FaultPoint.OPERATION_REQUESTED.reached();
    Registry newest = registries.readNewest().orElseThrow().registry();
    operations.target(newest.generation());
    GenerationStep next = stepTo(newest.generation());
    step = Optional.of(next);
    log.info("reading {} relations for a new stream", next.stagedNumbers().size());
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
                    true)));
  }

  private void watch() {
    Optional<Staging.Outcome> outcome = staging.orElseThrow().outcome();
    if (outcome.isEmpty()) {
      return;
    }
    staging = Optional.empty();
    if (outcome.get().failure().isPresent()) {
      log.warn("the rows were not staged: {}", outcome.get().failure().get().getMessage());
      giveUp("staging_failed");
    } else {
      staged = true;
    }
  }

  /** Ends the reset without an effect; readers are exactly as before. */
  private void giveUp(String reason) {
    staging.ifPresent(Staging::close);
    staging = Optional.empty();
    staged = false;
    open()
        .flatMap(OpenOperation::candidateSlot)
        .ifPresent(slot -> CandidateSlot.drop(connections, slot));
    List<Integer> numbers = step.map(GenerationStep::stagedNumbers).orElse(List.of());
    marks.discard(numbers, reason);
    log.warn("the stream reset was aborted: {}", reason);
    step = Optional.empty();
  }

  /**
   * Puts the new stream in the place of the old one.
   *
   * @param slotName of the slot in use
   * @return whether it is done; otherwise it was aborted
   */
  public boolean activate(long epoch, String slotName) {
    OpenOperation operation = open().orElseThrow();
    GenerationStep next = step.orElseThrow();
    long started = System.nanoTime();
    try {
      EvolutionClass reached = commit(operation, next, epoch, slotName);
      log.info(
          "a new stream begins under registry generation {}, {}, after {} ms",
          next.after().generation(),
          reached,
          Duration.ofNanos(System.nanoTime() - started).toMillis());
    } catch (Poisoned e) {
      log.error("the stream reset failed: {}", e.detail().text());
      giveUp("row_unfit");
      return false;
    } catch (IntegrityBroken e) {
      giveUp("entries_inconsistent");
      return false;
    } catch (StoreRefused e) {
      giveUpUnlessBroken(e.error());
      return false;
    } catch (SQLException e) {
      giveUpUnlessBroken(e);
      return false;
    }
    step = Optional.empty();
    staged = false;
    return true;
  }

  private EvolutionClass commit(
      OpenOperation operation, GenerationStep next, long epoch, String slotName)
      throws SQLException {
    String candidate = operation.candidateSlot().orElseThrow();
    var server = CandidateSlot.identify(connections, session.databaseOid());
    ProjectionStore store = new ProjectionStore(session, epoch, limits);
    Activation activation = new Activation(store, next, manifest, 0);
    Materialization locked = store.openForStep(activation.plansUnderWay());
    boolean committed = false;
    try {
      EvolutionClass reached =
          activation.commitReset(candidate, slotName, operation.consistentPoint(), server);
      committed = true;
      return reached;
    } finally {
      if (!committed) {
        locked.rollback();
      }
    }
  }

  private void giveUpUnlessBroken(SQLException error) {
    WorkerFault fault = SqlFaults.classify("begin a new stream", error);
    if (fault.kind() != FaultKind.PROTOCOL) {
      throw fault;
    }
    log.error("{}", fault.getMessage());
    giveUp("store_refused");
  }

  @Override
  public void close() {
    staging.ifPresent(Staging::close);
    staging = Optional.empty();
  }
}
