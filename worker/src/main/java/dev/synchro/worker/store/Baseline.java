package dev.synchro.worker.store;

import dev.synchro.core.position.Lsn;
import dev.synchro.core.schema.SchemaManifest;
import dev.synchro.worker.fault.FaultKind;
import dev.synchro.worker.fault.FaultPoint;
import dev.synchro.worker.fault.WorkerFault;
import dev.synchro.worker.pgoutput.Tuple;
import dev.synchro.worker.poison.Poisoned;
import dev.synchro.worker.project.PendingRows;
import dev.synchro.worker.project.RelationPlan;
import dev.synchro.worker.project.RelationPlans;
import dev.synchro.worker.project.ShapeBinding;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;

/**
 * The first content of the projections, taken from one snapshot and made visible, together with the
 * registry, the manifest and the progress row, by one commit.
 */
public final class Baseline implements AutoCloseable {
  private final ProjectionStore store;
  private final StoreSession session;
  private final RelationPlans plans;
  private final EffectNumbers numbers = new EffectNumbers();
  private final SnapshotWriter writer;
  private long count;
  private boolean committed;

  private Baseline(ProjectionStore store, RelationPlans plans, Optional<String> slotName) {
    this.store = store;
    this.session = store.session();
    this.plans = plans;
    this.writer = new SnapshotWriter(store, plans, numbers, slotName);
  }

  /** A baseline that becomes visible, and everything with it, by {@link #activate}. */
  public static Baseline visible(ProjectionStore store, RelationPlans plans) {
    return new Baseline(store, plans, Optional.empty());
  }

  /**
   * A baseline that is put where no reader looks, in several commits; complete after {@link
   * #keepStaged}. Whoever gives it up must discard its rows, and end the operation before.
   *
   * @param slotName of the operation
   */
  public static Baseline staged(ProjectionStore store, RelationPlans plans, String slotName) {
    return new Baseline(store, plans, Optional.of(slotName));
  }

  /**
   * Adds one row of the snapshot.
   *
   * @throws Poisoned when the row cannot be filed; the baseline must be given up then
   */
  public void add(ShapeBinding binding, Tuple tuple) throws SQLException {
    writer.add(binding, tuple);
    count++;
  }

  /** What depends on other rows is filed when every row is there. */
  private void fileDeferred() throws SQLException {
    MembershipEvaluation membership = new MembershipEvaluation(store, plans, numbers);
    for (RelationPlan relation : plans.all()) {
      if (relation.isSynced() && relation.isDeferred()) {
        membership.reevaluateAll(
            relation, true, PendingRows.SNAPSHOT_LSN, PendingRows.SNAPSHOT_ORDINAL);
      }
    }
  }

  /**
   * Writes what is left and records that everything is where no reader looks.
   *
   * @param consistentPoint position of the snapshot, unsigned
   */
  public void keepStaged(String slotName, long consistentPoint) throws SQLException {
    writer.finish();
    FaultPoint.BEFORE_STAGED_COMMIT.reached();
    OperationStore.proceed(
        session, "staging", Optional.of(slotName), "baseline_staged", slotName, consistentPoint);
    session.commit();
    committed = true;
    store.committed();
  }

  /** Keeps what the snapshot has seen of each client's pushes. */
  public void stageEpochs(Map<Long, Long> epochs) throws SQLException {
    writer.finish();
    session.statement(Statement.FORGET_STAGED_EPOCHS).executeUpdate();
    setEpochs(epochs, Statement.STAGE_EPOCHS);
  }

  /** Rows added so far. */
  public long count() {
    return count;
  }

  /**
   * Writes what is left and makes everything visible.
   *
   * @param epochs accepted write epoch, as the snapshot has it, by client
   * @param consistentPoint position of the snapshot, unsigned
   */
  public void activate(
      SchemaManifest manifest,
      Map<Long, Long> epochs,
      String slotName,
      long consistentPoint,
      ServerIdentity server)
      throws SQLException {
    writer.finish();
    fileDeferred();
    store.digests().write(plans);
    setEpochs(epochs, Statement.SET_EPOCHS);
    activateRegistry();
    publish(manifest);
    createProgress(manifest, slotName, consistentPoint, server);
    OperationStore.advance(session, "activated", slotName, consistentPoint);
    FaultPoint.BEFORE_BASELINE_COMMIT.reached();
    session.commit();
    committed = true;
    store.committed();
    FaultPoint.AFTER_BASELINE_COMMIT.reached();
  }

  private void setEpochs(Map<Long, Long> epochs, Statement how) throws SQLException {
    if (epochs.isEmpty()) {
      return;
    }
    Long[] clients = epochs.keySet().toArray(Long[]::new);
    Columns columns = new Columns(session, clients.length);
    columns.add("bigint", i -> clients[i]);
    columns.add("bigint", i -> epochs.get(clients[i]));
    columns.execute(how);
  }

  private void activateRegistry() throws SQLException {
    for (Statement change :
        new Statement[] {Statement.SUPERSEDE_REGISTRIES, Statement.ACTIVATE_REGISTRY}) {
      PreparedStatement statement = session.statement(change);
      statement.setLong(1, plans.generation());
      statement.executeUpdate();
    }
    // Registrations wait for these updates; one that was committed before them is seen here.
    RegistryStore.Newest newest = new RegistryStore(session).newest().orElseThrow();
    if (newest.registry().generation() != plans.generation()) {
      throw new WorkerFault(
          FaultKind.TEMPORARY, "the registry changed while its baseline was read; it is read anew");
    }
  }

  private void publish(SchemaManifest manifest) throws SQLException {
    PreparedStatement statement = session.statement(Statement.PUBLISH_MANIFEST);
    statement.setLong(1, manifest.version());
    statement.setBytes(2, manifest.hash().octets());
    statement.setObject(3, manifest.parent().map(p -> p.version()).orElse(null));
    statement.setString(4, manifest.transition().wireName());
    statement.setLong(5, plans.generation());
    statement.setString(6, new String(manifest.published(), StandardCharsets.UTF_8));
    statement.setArray(7, session.array("bigint", new Object[0]));
    statement.setArray(8, session.array("text", new Object[0]));
    statement.executeUpdate();
  }

  private void createProgress(
      SchemaManifest manifest, String slotName, long consistentPoint, ServerIdentity server)
      throws SQLException {
    String lsn = new Lsn(consistentPoint).postgres();
    PreparedStatement statement = session.statement(Statement.CREATE_PROGRESS);
    statement.setString(1, lsn);
    statement.setString(2, slotName);
    statement.setString(3, lsn);
    statement.setString(4, lsn);
    statement.setLong(5, plans.generation());
    statement.setLong(6, manifest.version());
    statement.setString(7, server.systemIdentifier());
    statement.setLong(8, server.databaseOid());
    statement.setLong(9, server.timeline());
    statement.executeUpdate();
  }

  /** Gives up what is not committed. */
  @Override
  public void close() {
    writer.close();
    if (!committed) {
      session.rollback();
      store.rolledBack();
    }
  }
}
