package dev.synchro.worker.store;

import dev.synchro.core.membership.MembershipRules;
import dev.synchro.core.membership.Walk;
import dev.synchro.worker.poison.PoisonDetail;
import dev.synchro.worker.poison.Poisoned;
import dev.synchro.worker.project.RelationPlan;
import dev.synchro.worker.project.RelationPlans;
import dev.synchro.worker.project.RowId;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Files rows whose scopes depend on other rows. Rows are noted while a materialization writes them;
 * once everything is written, paths are walked backwards from every row that leads elsewhere than
 * before, and each row that is reached is evaluated forwards and filed by its difference. Memory is
 * bounded: what is noted beyond the bound is evaluated on the way, and evaluated again when a later
 * change reaches it. Contract 7.2 and 7.7.
 */
public final class MembershipEvaluation {
  private static final int ROWS_AT_ONCE = 5_000;
  private static final byte[] BEFORE_ALL_KEYS = {};

  private final ProjectionStore store;
  private final StoreSession session;
  private final RelationPlans plans;
  private final MembershipRules rules;
  private final EffectNumbers numbers;
  private final MembershipFiling filing;
  private final int bound;
  private final List<ReferenceChange> references = new ArrayList<>();
  private final PendingImpacts impacts;
  private Map<RowId, AffectedRow> affected = new HashMap<>();
  private Optional<Poisoned> unfit = Optional.empty();
  private final Set<Long> changedScopes = new HashSet<>();

  /** Evaluates within the store's open transaction, which has the lock on progress. */
  MembershipEvaluation(ProjectionStore store, RelationPlans plans, EffectNumbers numbers) {
    this.store = store;
    this.session = store.session();
    this.plans = plans;
    this.rules = plans.rules();
    this.numbers = numbers;
    this.filing = new MembershipFiling(store, plans.schemaHash());
    this.bound = Math.max(ROWS_AT_ONCE, store.chunkRows() * 4);
    this.impacts = new PendingImpacts(session, plans, store.chunkOctets());
  }

  /** Takes note of rows that were written. */
  void note(List<AffectedRow> rows, List<ReferenceChange> changes, List<ImpactChange> impactChanges)
      throws SQLException {
    impactChanges.forEach(impacts::note);
    for (AffectedRow row : rows) {
      affected.merge(row.id(), row, AffectedRow::followedBy);
    }
    for (ReferenceChange change : changes) {
      if (change.id().relation().rules().isReferred()) {
        references.add(change);
      }
    }
    boolean full = references.size() + impacts.size() + affected.size() > bound;
    if (full || impacts.octets() > store.chunkOctets()) {
      evaluate();
      if (affected.size() + impacts.size() > bound / 2) {
        throw new Poisoned(PoisonDetail.TOO_MANY_PENDING, Optional.empty());
      }
    }
  }

  /** A row that could not be filed, or found, when rows were last evaluated. */
  Optional<Poisoned> unfit() {
    return impacts.unfit().or(() -> unfit);
  }

  /** Files every row noted so far, by what is stored now. Rows that are unfit stay noted. */
  void evaluate() throws SQLException {
    references.sort(ReferenceChange::latestFirst);
    List<ReferenceChange> changes = List.copyOf(references);
    references.clear();
    for (Walk walk : rules.walks()) {
      for (int hop = 0; hop < walk.hops().size(); hop++) {
        reach(new BackwardWalk(session, plans, walk), hop, changes);
      }
    }
    impacts.ask(
        (id, change) -> reached(id, change.id(), change.commitLsn(), change.eventOrdinal()));
    fileAffected();
  }

  private void reach(BackwardWalk walk, int hop, List<ReferenceChange> changes)
      throws SQLException {
    walk.from(
        hop,
        changes,
        (id, change) -> reached(id, change.id(), change.commitLsn(), change.eventOrdinal()));
  }

  private void reached(RowId id, RowId origin, long commitLsn, long eventOrdinal)
      throws SQLException {
    AffectedRow row = affected.get(id);
    if (row == null) {
      row = AffectedRow.unchanged(id, false, commitLsn, eventOrdinal);
      row.share();
      affected.put(id, row);
      shareOrigin(origin);
    } else if (row.adopt(commitLsn, eventOrdinal, true)) {
      shareOrigin(origin);
    }
    if (affected.size() > bound) {
      fileAhead();
    }
  }

  /** The changed row's own effects come from the same event. */
  private void shareOrigin(RowId id) {
    AffectedRow origin = affected.get(id);
    if (origin != null) {
      origin.share();
    }
  }

  private void fileAhead() throws SQLException {
    fileAffected();
    if (affected.size() > bound / 2) {
      throw new Poisoned(PoisonDetail.TOO_MANY_PENDING, Optional.empty());
    }
  }

  private void fileAffected() throws SQLException {
    unfit = Optional.empty();
    List<AffectedRow> rows = new ArrayList<>(affected.values());
    affected = new HashMap<>();
    rows.sort((left, right) -> EffectNumbers.identityOrder(left.id(), right.id()));
    int from = 0;
    while (from < rows.size()) {
      RelationPlan relation = rows.get(from).id().relation();
      int to = from;
      while (to < rows.size()
          && to - from < ROWS_AT_ONCE
          && rows.get(to).id().relation() == relation) {
        to++;
      }
      file(relation, rows.subList(from, to));
      from = to;
    }
  }

  private void file(RelationPlan relation, List<AffectedRow> rows) throws SQLException {
    MembershipFiling.Filed filed = filing.file(relation, rows, numbers);
    store.digests().changed(filed.entries());
    filed.entries().forEach(entry -> changedScopes.add(entry.scope()));
    for (MembershipFiling.Unfit row : filed.unfit()) {
      unfit = Optional.of(row.reason());
      affected.put(row.row().id(), row.row());
    }
  }

  /**
   * Tells the scopes of every live row of a relation anew and files the differences, at a position
   * without an event of its own. The edges of the generation must be stored.
   *
   * @param fresh whether none of the rows can have an entry yet
   * @param commitLsn unsigned
   * @throws Poisoned when a row is in more scopes than it may be
   */
  public void reevaluateAll(RelationPlan relation, boolean fresh, long commitLsn, long eventOrdinal)
      throws SQLException {
    byte[] last = BEFORE_ALL_KEYS;
    List<AffectedRow> page;
    do {
      page = page(relation, last, fresh, commitLsn, eventOrdinal);
      if (!page.isEmpty()) {
        last = page.get(page.size() - 1).id().key();
        file(relation, page);
      }
      refuseUnfit();
    } while (page.size() == ROWS_AT_ONCE);
  }

  /**
   * Tells the scopes of every row anew that is live or still filed under a scope, whatever became
   * of it, and files the differences. A row that changed after {@code since} has its effects at its
   * last event, every other row at the given place.
   *
   * @param fresh whether none of the rows has an entry
   * @param since commit LSN, unsigned
   * @throws Poisoned when a row is in more scopes than it may be
   */
  void reevaluateFiled(RelationPlan relation, boolean fresh, long since, EntryWrites.Place place)
      throws SQLException {
    byte[] last = BEFORE_ALL_KEYS;
    List<AffectedRow> page;
    do {
      page = filedPage(relation, last, fresh, since, place);
      if (!page.isEmpty()) {
        last = page.get(page.size() - 1).id().key();
        file(relation, page);
      }
      refuseUnfit();
    } while (page.size() == ROWS_AT_ONCE);
  }

  private void refuseUnfit() {
    if (unfit.isPresent()) {
      throw unfit.get();
    }
  }

  private List<AffectedRow> filedPage(
      RelationPlan relation, byte[] after, boolean fresh, long since, EntryWrites.Place place)
      throws SQLException {
    PreparedStatement statement = session.statement(Statement.LOAD_FILED_KEYS);
    statement.setInt(1, relation.number());
    statement.setBytes(2, after);
    statement.setInt(3, ROWS_AT_ONCE);
    List<AffectedRow> page = new ArrayList<>();
    try (ResultSet found = statement.executeQuery()) {
      while (found.next()) {
        RowId id = new RowId(relation, found.getBytes(1));
        long lsn = ProgressStore.lsn(found, 2);
        boolean byEvent = !fresh && Long.compareUnsigned(lsn, since) > 0;
        page.add(
            byEvent
                ? AffectedRow.unchanged(id, fresh, lsn, found.getLong(3))
                : AffectedRow.unchanged(id, fresh, place.commitLsn(), place.eventOrdinal()));
      }
    }
    return page;
  }

  private List<AffectedRow> page(
      RelationPlan relation, byte[] after, boolean fresh, long commitLsn, long eventOrdinal)
      throws SQLException {
    PreparedStatement statement = session.statement(Statement.LOAD_LIVE_KEYS);
    statement.setInt(1, relation.number());
    statement.setBytes(2, after);
    statement.setInt(3, ROWS_AT_ONCE);
    List<AffectedRow> page = new ArrayList<>();
    try (ResultSet found = statement.executeQuery()) {
      while (found.next()) {
        RowId id = new RowId(relation, found.getBytes(1));
        page.add(AffectedRow.unchanged(id, fresh, commitLsn, eventOrdinal));
      }
    }
    return page;
  }

  /** The scopes whose entries were changed since the evaluation began, by number. */
  public Set<Long> changedScopes() {
    return Set.copyOf(changedScopes);
  }
}
