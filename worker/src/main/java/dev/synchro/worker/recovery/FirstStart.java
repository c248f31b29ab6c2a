package dev.synchro.worker.recovery;

import dev.synchro.core.registry.ManifestBuilder;
import dev.synchro.core.registry.Registry;
import dev.synchro.core.schema.SchemaManifest;
import dev.synchro.worker.fault.FaultKind;
import dev.synchro.worker.fault.FaultPoint;
import dev.synchro.worker.fault.SqlFaults;
import dev.synchro.worker.fault.WorkerFault;
import dev.synchro.worker.poison.Poisoned;
import dev.synchro.worker.project.RelationPlan;
import dev.synchro.worker.project.RelationPlans;
import dev.synchro.worker.project.ShapeBinding;
import dev.synchro.worker.store.Baseline;
import dev.synchro.worker.store.OperationStore;
import dev.synchro.worker.store.OperationStore.OpenOperation;
import dev.synchro.worker.store.ProjectionStore;
import dev.synchro.worker.store.RegistryStore;
import dev.synchro.worker.store.StoreRefused;
import dev.synchro.worker.store.StoreSession;
import dev.synchro.worker.stream.WorkerConnections;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.postgresql.copy.CopyOut;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates stream generation 1: a slot, the projections as of its snapshot, and one commit that
 * makes them visible. Whatever an interrupted attempt left behind is dropped first; its rows were
 * never committed. Contract 9.7.
 */
public final class FirstStart {
  private static final Logger log = LoggerFactory.getLogger(FirstStart.class);

  private final WorkerConnections connections;
  private final StoreSession session;
  private final ProjectionStore.Limits limits;
  private final OperationStore operations;
  private final String slotName;
  private final long databaseOid;

  public FirstStart(
      WorkerConnections connections,
      StoreSession session,
      ProjectionStore.Limits limits,
      String slotName,
      long databaseOid) {
    this.connections = connections;
    this.session = session;
    this.limits = limits;
    this.operations = new OperationStore(session);
    this.slotName = slotName;
    this.databaseOid = databaseOid;
  }

  /**
   * Runs the operation to its end.
   *
   * @throws WorkerFault when it was aborted; nothing has changed then
   */
  public void run() {
    discardRemains();
    operations.enter("preparing", Optional.of(slotName), 0);
    RegistryStore registries = new RegistryStore(session);
    long generation = newest(registries.readNewest()).generation();
    registries.recordPublished(generation, true);
    try (CandidateSlot slot = CandidateSlot.create(connections, slotName, databaseOid)) {
      FaultPoint.AFTER_SLOT_CREATED.reached();
      operations.enter("staging", Optional.of(slotName), slot.consistentPoint());
      stage(slot, generation);
    } catch (WorkerFault e) {
      abort(e);
      throw e;
    }
    finish();
  }

  /** An operation whose activation was committed only has to be closed. */
  private void finish() {
    operations
        .open()
        .filter(operation -> operation.state().equals("activated"))
        .ifPresent(operation -> operations.enter("cleanup_complete", Optional.of(slotName), 0));
  }

  private void discardRemains() {
    Optional<OpenOperation> open = operations.open();
    if (open.isEmpty()) {
      operations.request();
      return;
    }
    open.get()
        .candidateSlot()
        .ifPresent(
            slot -> {
              log.info("dropping the slot of an attempt that did not finish");
              CandidateSlot.drop(connections, slot);
            });
    operations.enter("requested", Optional.empty(), 0);
  }

  private void abort(WorkerFault cause) {
    try {
      // A name that was taken before is not ours to drop.
      if (cause.kind() != FaultKind.CONFIGURATION) {
        CandidateSlot.drop(connections, slotName);
      }
      operations.enter("aborted", Optional.empty(), 0);
    } catch (WorkerFault e) {
      log.warn("the attempt could not be cleaned up: {}", e.getMessage());
    }
  }

  private static Registry newest(Optional<RegistryStore.Newest> found) {
    return found
        .orElseThrow(() -> new WorkerFault(FaultKind.TEMPORARY, "nothing is registered yet"))
        .registry();
  }

  private void stage(CandidateSlot slot, long generation) {
    long started = System.nanoTime();
    try (SnapshotReader reader =
        new SnapshotReader(connections.openAsWorker("snapshot"), slot.snapshot())) {
      Registry registry = newest(reader.newestRegistry());
      if (registry.generation() != generation) {
        throw new WorkerFault(FaultKind.TEMPORARY, "the registry changed before its baseline");
      }
      SchemaManifest manifest = ManifestBuilder.initial(registry);
      RelationPlans plans = new RelationPlans(registry, manifest.hash());
      ProjectionStore store = new ProjectionStore(session, 1, limits);
      long rows;
      try (Baseline baseline = Baseline.visible(store, plans)) {
        copy(reader, plans, baseline);
        Map<Long, Long> epochs = reader.epochs();
        baseline.activate(manifest, epochs, slot.name(), slot.consistentPoint(), slot.server());
        rows = baseline.count();
      }
      log.info(
          "first stream generation: {} rows of {} relations in {} ms",
          rows,
          registry.relations().size(),
          Duration.ofNanos(System.nanoTime() - started).toMillis());
    } catch (SQLException e) {
      throw SqlFaults.classify("build the baseline", e);
    } catch (StoreRefused e) {
      throw SqlFaults.classify("build the baseline", e.error());
    } catch (Poisoned e) {
      throw new WorkerFault(
          FaultKind.TEMPORARY,
          "the baseline was given up: "
              + e.detail().text()
              + e.relationId().map(id -> " (relation " + id + ")").orElse(""));
    }
  }

  private static void copy(SnapshotReader reader, RelationPlans plans, Baseline baseline)
      throws SQLException {
    for (RelationPlan plan : plans.all()) {
      ShapeBinding binding = plan.snapshotBinding();
      CopyOut copy = reader.copy(plan);
      byte[] line = copy.readFromCopy();
      while (line != null) {
        baseline.add(binding, CopyText.tuple(line, plan.columns()));
        line = copy.readFromCopy();
      }
    }
  }
}
