package dev.synchro.worker.store;

import dev.synchro.core.position.Lsn;
import dev.synchro.worker.capture.RowEvent;
import dev.synchro.worker.capture.SourceTransaction;
import dev.synchro.worker.fault.FaultPoint;
import dev.synchro.worker.poison.PoisonDetail;
import dev.synchro.worker.poison.Poisoned;
import dev.synchro.worker.project.EventFolder;
import dev.synchro.worker.project.PendingRow;
import dev.synchro.worker.project.PendingRows;
import dev.synchro.worker.project.RelationPlan;
import dev.synchro.worker.project.RelationPlans;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * One open database transaction that files whole source transactions. Rows are written ahead when
 * they outgrow memory; nothing is visible before {@link #commit}. Rows that are unfit in the state
 * they have at a write-ahead wait for a later event to mend them, since only the state at the
 * boundary is judged (contract 9.1).
 */
public final class Materialization implements EventFolder.StoredRows {
  private static final int KEYS_AT_ONCE = 10_000;
  private static final long VISIBILITY_PATIENCE_NANOS = 10_000_000_000L;
  private static final byte[] BEFORE_ALL_KEYS = {};

  private final ProjectionStore store;
  private final StoreSession session;
  private final RelationPlans plans;
  private final PendingRows rows = new PendingRows();
  private final EffectNumbers numbers = new EffectNumbers();
  private final MembershipEvaluation membership;
  private final boolean evaluating;
  private final EventFolder folder;
  private final List<PushEpoch> epochs = new ArrayList<>();
  private Optional<Poisoned> unfit = Optional.empty();
  private boolean wroteAhead;

  /**
   * Opens one.
   *
   * @param evaluating whether rows that depend on others are filed
   */
  Materialization(ProjectionStore store, RelationPlans plans, boolean evaluating)
      throws SQLException {
    this.store = store;
    this.session = store.session();
    this.plans = plans;
    this.evaluating = evaluating;
    this.membership = new MembershipEvaluation(store, plans, numbers);
    this.folder = new EventFolder(plans, rows, this);
    lock();
  }

  private void lock() throws SQLException {
    PreparedStatement statement = session.statement(Statement.LOCK_PROGRESS);
    statement.setLong(1, store.epoch());
    try (ResultSet row = statement.executeQuery()) {
      if (!row.next()) {
        throw ProgressStore.replaced();
      }
    }
  }

  public void begin(SourceTransaction transaction) {
    folder.begin(transaction);
  }

  /** Files one event; may write ahead. */
  public void event(RowEvent event) throws SQLException {
    event.accept(folder);
    if (rows.octets() > store.chunkOctets() || rows.size() > store.chunkRows()) {
      writeAhead();
    }
  }

  public void push(PushEpoch epoch) {
    epochs.add(epoch);
    folder.markPushed();
  }

  /** Writes everything ahead and tells whether it could be committed as it stands. */
  public boolean isFit() throws SQLException {
    writeAhead();
    membership.evaluate();
    return unfit.isEmpty() && membership.unfit().isEmpty();
  }

  /** Ends the active poison together with this materialization. */
  public void repairPoison() throws SQLException {
    session.statement(Statement.REPAIR_POISON).executeUpdate();
  }

  private void writeAhead() throws SQLException {
    wroteAhead = true;
    write();
    if (rows.octets() > store.chunkOctets() / 2) {
      throw new Poisoned(PoisonDetail.TOO_MANY_PENDING, Optional.empty());
    }
  }

  private void write() throws SQLException {
    unfit = Optional.empty();
    if (rows.isEmpty()) {
      return;
    }
    List<PendingRow> sorted = rows.sorted();
    // Rows written ahead may belong to a push whose message comes last.
    if (wroteAhead) {
      sorted.forEach(PendingRow::markPushed);
    }
    ProjectionWriter.Written written = store.writer().write(sorted, plans.schemaHash(), numbers);
    store.digests().changed(written.entries());
    if (evaluating) {
      membership.note(written.affected(), written.references(), written.impacts());
    }
    rows.clear();
    List<PendingRow> kept = new ArrayList<>();
    for (ProjectionWriter.Unfit row : written.unfit()) {
      unfit = Optional.of(row.reason());
      kept.add(row.row());
    }
    rows.keep(kept);
  }

  @Override
  public void truncate(RelationPlan relation, EventFolder.RowsRemover remover) {
    try {
      byte[] last = BEFORE_ALL_KEYS;
      List<byte[]> keys;
      do {
        keys = loadKeys(relation, last);
        keys.forEach(remover::remove);
        if (!keys.isEmpty()) {
          last = keys.get(keys.size() - 1);
        }
        if (keys.size() == KEYS_AT_ONCE) {
          writeAhead();
        }
      } while (keys.size() == KEYS_AT_ONCE);
    } catch (SQLException e) {
      throw new StoreRefused(e);
    }
  }

  private List<byte[]> loadKeys(RelationPlan relation, byte[] after) throws SQLException {
    PreparedStatement statement = session.statement(Statement.LOAD_KEYS);
    statement.setInt(1, relation.number());
    statement.setBytes(2, after);
    statement.setInt(3, KEYS_AT_ONCE);
    List<byte[]> keys = new ArrayList<>();
    try (ResultSet found = statement.executeQuery()) {
      while (found.next()) {
        keys.add(found.getBytes(1));
      }
    }
    return keys;
  }

  /**
   * Writes what is left, digests, epochs and progress, and commits.
   *
   * @throws Poisoned when a row is unfit at the boundary; nothing has become visible then
   */
  public void commit(Boundary boundary) throws SQLException {
    settle();
    membership.evaluate();
    if (membership.unfit().isPresent()) {
      throw membership.unfit().get();
    }
    store.digests().write(plans);
    advance(boundary);
    FaultPoint.BEFORE_COMMIT.reached();
    session.commit();
    store.committed();
    FaultPoint.AFTER_COMMIT.reached();
  }

  /**
   * Writes all rows and epochs, so that the open transaction holds the state at the boundary.
   *
   * @throws Poisoned when a row is unfit there
   */
  void settle() throws SQLException {
    write();
    if (unfit.isPresent()) {
      throw unfit.get();
    }
    raiseEpochs();
  }

  private void raiseEpochs() throws SQLException {
    if (epochs.isEmpty()) {
      return;
    }
    awaitVisibility();
    Columns columns = new Columns(session, epochs.size());
    columns.add("uuid", i -> epochs.get(i).client());
    columns.add("bigint", i -> epochs.get(i).epoch());
    columns.add("text", i -> Integer.toUnsignedString(epochs.get(i).transactionId()));
    columns.execute(Statement.RAISE_EPOCHS);
  }

  private void awaitVisibility() throws SQLException {
    Object[] transactions = new Object[epochs.size()];
    for (int i = 0; i < transactions.length; i++) {
      transactions[i] = Integer.toUnsignedString(epochs.get(i).transactionId());
    }
    PreparedStatement statement = session.statement(Statement.RUNNING_TRANSACTIONS);
    statement.setArray(1, session.array("text", transactions));
    long deadline = System.nanoTime() + VISIBILITY_PATIENCE_NANOS;
    while (System.nanoTime() < deadline) {
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        if (row.getLong(1) == 0) {
          return;
        }
      }
      LockSupport.parkNanos(200_000);
    }
  }

  private void advance(Boundary boundary) throws SQLException {
    PreparedStatement statement = session.statement(Statement.ADVANCE_PROGRESS);
    statement.setString(1, new Lsn(boundary.commitLsn()).postgres());
    statement.setString(2, new Lsn(boundary.endLsn()).postgres());
    statement.setString(3, new Lsn(boundary.endLsn()).postgres());
    statement.setLong(4, store.epoch());
    if (statement.executeUpdate() != 1) {
      throw ProgressStore.replaced();
    }
  }

  /** Gives everything up. */
  public void rollback() {
    session.rollback();
    store.rolledBack();
  }
}
