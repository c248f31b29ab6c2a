package dev.synchro.worker.recovery;

import dev.synchro.core.schema.SchemaManifest;
import dev.synchro.worker.fault.FaultKind;
import dev.synchro.worker.fault.FaultPoint;
import dev.synchro.worker.fault.SqlFaults;
import dev.synchro.worker.fault.WorkerFault;
import dev.synchro.worker.poison.Poisoned;
import dev.synchro.worker.project.RelationPlan;
import dev.synchro.worker.project.RelationPlans;
import dev.synchro.worker.project.ShapeBinding;
import dev.synchro.worker.registry.GenerationStep;
import dev.synchro.worker.store.Baseline;
import dev.synchro.worker.store.EntriesAhead;
import dev.synchro.worker.store.OperationStore;
import dev.synchro.worker.store.ProjectionStore;
import dev.synchro.worker.store.RegistryStore;
import dev.synchro.worker.store.StagedSchema;
import dev.synchro.worker.store.StoreRefused;
import dev.synchro.worker.store.StoreSession;
import dev.synchro.worker.stream.WorkerConnections;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.postgresql.copy.CopyOut;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads every row of some relations as of the consistent point of a slot of its own and stores them
 * where no reader looks. Contract 9.7.
 */
public final class StagingRun {
  private static final Logger log = LoggerFactory.getLogger(StagingRun.class);

  private final WorkerConnections connections;
  private final GenerationStep step;
  private final StagedSchema schema;
  private final ProjectionStore.Limits limits;
  private final String slotName;
  private final long databaseOid;
  private final boolean lasting;
  private Optional<EntriesAhead> ahead = Optional.empty();
  private volatile boolean stopped;

  /**
   * Prepares the run.
   *
   * @param step tells the relations to read, and the numbers to store them by
   * @param parent the manifest in force
   * @param slotName of the slot it makes
   * @param lasting whether the slot stays when the run has ended well, and the stream goes on with
   *     it; what clients have pushed before it is staged too then
   */
  public StagingRun(
      WorkerConnections connections,
      GenerationStep step,
      SchemaManifest parent,
      ProjectionStore.Limits limits,
      String slotName,
      long databaseOid,
      boolean lasting) {
    this.connections = connections;
    this.step = step;
    this.schema = new StagedSchema(step, parent);
    this.limits = limits;
    this.slotName = slotName;
    this.databaseOid = databaseOid;
    this.lasting = lasting;
  }

  /** Makes {@link #run} end soon, without an effect. */
  public void stop() {
    stopped = true;
  }

  /**
   * What a run has come to.
   *
   * @param consistentPoint from which on events must be added, unsigned
   * @param ahead the open transaction that files the rows of added relations, to be closed; empty
   *     when nothing is filed yet
   */
  public record Staged(long consistentPoint, Optional<EntriesAhead> ahead) {}

  /**
   * Stages everything.
   *
   * @throws WorkerFault when it cannot be done; what is staged then must be discarded
   */
  public Staged run() {
    boolean done = false;
    try {
      Staged staged = new Staged(stage(), ahead);
      done = true;
      return staged;
    } finally {
      if (!done) {
        ahead.ifPresent(EntriesAhead::close);
      }
    }
  }

  private long stage() {
    try (StoreSession session = new StoreSession(connections.openAsWorker("staging"))) {
      OperationStore operations = new OperationStore(session);
      operations.proceed("requested", Optional.empty(), "preparing", slotName, 0);
      requireWanted();
      new RegistryStore(session).recordPublished(step.after().generation(), lasting);
      FaultPoint.OPERATION_PREPARING.reached();
      try (CandidateSlot slot =
          lasting
              ? CandidateSlot.create(connections, slotName, databaseOid)
              : CandidateSlot.createTemporary(connections, slotName, databaseOid)) {
        operations.proceed(
            "preparing", Optional.of(slotName), "staging", slotName, slot.consistentPoint());
        FaultPoint.OPERATION_STAGING.reached();
        stage(session, slot);
        FaultPoint.OPERATION_STAGED.reached();
        return slot.consistentPoint();
      } catch (WorkerFault e) {
        if (lasting && stopped) {
          // Whoever gave the run up may have looked for the slot before it was there.
          CandidateSlot.drop(connections, slotName);
        }
        throw e;
      }
    }
  }

  private void requireWanted() {
    if (stopped) {
      throw new WorkerFault(FaultKind.TEMPORARY, "staging was given up");
    }
  }

  private void stage(StoreSession session, CandidateSlot slot) {
    long started = System.nanoTime();
    if (!lasting && !step.addedNumbers().isEmpty()) {
      ahead =
          Optional.of(
              new EntriesAhead(
                  new StoreSession(connections.openAsWorker("entries")), slot.consistentPoint()));
    }
    try (SnapshotReader reader =
            new SnapshotReader(connections.openAsWorker("snapshot"), slot.snapshot());
        StoreSession scopes = new StoreSession(connections.openAsWorker("scopes"))) {
      RelationPlans plans = schema.guess(reader.rows(step));
      ProjectionStore store = ProjectionStore.staging(session, scopes, ahead, limits);
      long rows = stage(reader, plans, store, slot);
      log.info(
          "staged {} rows of {} relations in {} ms",
          rows,
          plans.all().size(),
          Duration.ofNanos(System.nanoTime() - started).toMillis());
    } catch (SQLException e) {
      throw SqlFaults.classify("stage the rows", e);
    } catch (StoreRefused e) {
      throw SqlFaults.classify("stage the rows", e.error());
    } catch (Poisoned e) {
      throw new WorkerFault(
          FaultKind.PROTOCOL,
          "a row cannot be staged: "
              + e.detail().text()
              + e.relationId().map(id -> " (relation " + id + ")").orElse(""));
    }
  }

  private long stage(
      SnapshotReader reader, RelationPlans plans, ProjectionStore store, CandidateSlot slot)
      throws SQLException {
    try (Baseline baseline = Baseline.staged(store, plans, slot.name())) {
      copy(reader, plans, baseline);
      if (lasting) {
        baseline.stageEpochs(reader.epochs());
      }
      baseline.keepStaged(slot.name(), slot.consistentPoint());
      return baseline.count();
    }
  }

  private void copy(SnapshotReader reader, RelationPlans plans, Baseline baseline)
      throws SQLException {
    for (RelationPlan plan : plans.all()) {
      ShapeBinding binding = plan.snapshotBinding();
      CopyOut copy = reader.copy(plan);
      byte[] line = copy.readFromCopy();
      while (line != null) {
        requireWanted();
        baseline.add(binding, CopyText.tuple(line, plan.columns()));
        line = copy.readFromCopy();
      }
    }
  }
}
