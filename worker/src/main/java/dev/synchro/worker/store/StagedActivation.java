package dev.synchro.worker.store;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.position.Lsn;
import dev.synchro.core.row.DeletionVersion;
import dev.synchro.worker.poison.PoisonDetail;
import dev.synchro.worker.project.ProjectedRow;
import dev.synchro.worker.project.RelationPlan;
import dev.synchro.worker.project.RowState;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Puts the staged rows of one relation in the place of those stored before, and files them, by a
 * few statements over all of its rows. Their heads name their scopes already. Only rows that leave
 * a scope or are gone are brought here, page by page.
 *
 * <p>Scopes are compared before and after by the table of contract 7.7. What changed by an event
 * that is materialized in the same commit keeps that event's position; whatever else changes stands
 * at the boundary, and its scope is renewed, so that no older cursor can miss it. Contract 1.2.
 */
final class StagedActivation {
  private static final long[] NO_SCOPES = {};

  private final StoreSession session;
  private final ScopeDirectory directory;
  private final RelationPlan plan;
  private final int staged;
  private final StepTerms terms;

  /**
   * Prepares it.
   *
   * @param plan of the later generation
   * @param staged the number the rows are staged under, the plan's own for an added relation
   */
  StagedActivation(
      StoreSession session,
      ScopeDirectory directory,
      RelationPlan plan,
      int staged,
      StepTerms terms) {
    this.session = session;
    this.directory = directory;
    this.plan = plan;
    this.staged = staged;
    this.terms = terms;
  }

  private boolean replaces() {
    return staged != plan.number();
  }

  /** Whether some row would enter or leave a scope. */
  boolean changesMembership() throws SQLException {
    PreparedStatement statement = session.statement(Statement.STAGED_MEMBERSHIP_DIFFERS);
    statement.setInt(1, staged);
    return session.joiningFreely(
        () -> {
          try (ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getBoolean(1);
          }
        });
  }

  /** Files the rows and puts them in their place. */
  void run() throws SQLException {
    if (replaces()) {
      fenceUnstaged();
      if (!terms.fresh()) {
        leaveScopes();
      }
    }
    fileMembers();
    if (replaces()) {
      replace();
      if (!terms.fresh()) {
        refreshEntries();
      }
    }
    if (!terms.fresh()) {
      noteRenewed();
    }
  }

  /**
   * Takes over rows that were filed while they were staged.
   *
   * @param changed whether some may have changed since
   */
  void takeFiled(EntriesAhead filed, boolean changed) throws SQLException {
    if (!changed) {
      terms.renewed().addAll(filed.scopes());
      return;
    }
    // No scope had a row of the relation before this step, so there is none to be told it left.
    execute(Statement.FORGET_REMOVALS, plan.number());
    noteRenewed();
  }

  /**
   * Puts the rows in their place and keeps the scopes their predecessors were in: they are judged
   * when the rows they depend on are there as well.
   */
  void move() throws SQLException {
    fenceUnstaged();
    if (!terms.fresh()) {
      PreparedStatement statement = session.statement(Statement.KEEP_SCOPES);
      statement.setInt(1, staged);
      session.joiningFreely(statement::executeUpdate);
    }
    replace();
    if (!terms.fresh()) {
      moveChangedEntries();
      refreshEntries();
    }
  }

  private void fileMembers() throws SQLException {
    boolean known = replaces() && !terms.fresh();
    PreparedStatement statement =
        session.statement(known ? Statement.FILE_REPLACING : Statement.FILE_STAGED);
    statement.setInt(1, plan.number());
    statement.setString(2, new Lsn(terms.materializedLsn()).postgres());
    statement.setString(3, new Lsn(terms.place().commitLsn()).postgres());
    statement.setLong(4, terms.place().eventOrdinal());
    statement.setInt(5, staged);
    session.joiningFreely(statement::executeUpdate);
  }

  private void replace() throws SQLException {
    execute(Statement.SUPERSEDE_REPLACED, plan.number());
    execute(Statement.REMOVE_REPLACED, plan.number());
    execute(Statement.SETTLE_HEADS, staged);
  }

  private void refreshEntries() throws SQLException {
    execute(Statement.REFRESH_ENTRIES, plan.number());
    execute(Statement.REFRESH_TOMBSTONES, plan.number());
  }

  private void execute(Statement change, int number) throws SQLException {
    PreparedStatement statement = session.statement(change);
    statement.setInt(1, number);
    session.joiningFreely(statement::executeUpdate);
  }

  private void moveChangedEntries() throws SQLException {
    PreparedStatement statement = session.statement(Statement.MOVE_CHANGED_ENTRIES);
    statement.setString(1, new Lsn(terms.materializedLsn()).postgres());
    statement.setString(2, new Lsn(terms.place().commitLsn()).postgres());
    statement.setInt(3, plan.number());
    session.joiningFreely(statement::executeUpdate);
    noteRenewed();
  }

  /** Whatever stands at the boundary changed without an event; so did all of an added relation. */
  private void noteRenewed() throws SQLException {
    if (!replaces()) {
      PreparedStatement all = session.statement(Statement.SCOPES_OF_RELATION);
      all.setInt(1, plan.number());
      noteRenewed(all);
      return;
    }
    PreparedStatement statement = session.statement(Statement.SCOPES_AT_PLACE);
    statement.setInt(1, plan.number());
    statement.setString(2, new Lsn(terms.place().commitLsn()).postgres());
    statement.setLong(3, terms.place().eventOrdinal());
    noteRenewed(statement);
  }

  private void noteRenewed(PreparedStatement statement) throws SQLException {
    session.joiningFreely(
        () -> {
          try (ResultSet scopes = statement.executeQuery()) {
            while (scopes.next()) {
              terms.renewed().add(scopes.getLong(1));
            }
          }
          return null;
        });
  }

  /** Rows that are in no baseline are gone: their identities are kept as fences. */
  private void fenceUnstaged() throws SQLException {
    HeldRows rows = new HeldRows(session, Statement.READ_UNSTAGED, plan.number());
    for (List<HeldRow> page = rows.next(); !page.isEmpty(); page = rows.next()) {
      HeadChanges heads = new HeadChanges(session);
      EntryWrites entries = new EntryWrites(session);
      SupersededImages superseded = new SupersededImages(session);
      for (HeldRow row : page) {
        // A deferred row is taken out of its scopes when rows are judged.
        long[] kept = plan.isDeferred() && !terms.fresh() ? row.scopes() : NO_SCOPES;
        Optional<String> version =
            row.serverVersion().map(v -> DeletionVersion.of(plan.identity(row.key()), v));
        heads.add(plan.number(), row.key(), RowState.FENCE, version, kept);
        if (!terms.fresh() && !plan.isDeferred()) {
          for (long scope : row.scopes()) {
            String removal = version.orElseThrow();
            entries.removal(scope, plan.number(), row.key(), removal, terms.place());
          }
        }
        superseded.add(row.imageId());
      }
      heads.write();
      entries.write();
      superseded.write();
    }
  }

  /** Files the scopes that rows are not in any more. */
  private void leaveScopes() throws SQLException {
    HeldRows rows = new HeldRows(session, Statement.READ_LEAVING, staged);
    for (List<HeldRow> page = rows.next(); !page.isEmpty(); page = rows.next()) {
      List<Optional<StoredBefore>> before = StoredBefore.look(session, page, plan.number());
      EntryWrites entries = new EntryWrites(session);
      for (int i = 0; i < page.size(); i++) {
        leaveScopes(page.get(i), before.get(i).orElseThrow(), entries);
      }
      entries.write();
    }
  }

  private void leaveScopes(HeldRow row, StoredBefore before, EntryWrites entries)
      throws SQLException {
    long[] now = row.state() == RowState.LIVE ? row.scopes() : NO_SCOPES;
    Collection<Long> named = row.state() == RowState.TOMBSTONE ? named(row) : List.of();
    for (long scope : before.scopes()) {
      if (Arrays.binarySearch(now, scope) >= 0) {
        continue;
      }
      if (named.contains(scope)) {
        entries.tombstone(scope, plan.number(), row.key(), row.imageId(), place(row));
      } else {
        entries.removal(scope, plan.number(), row.key(), removalVersion(row, before), place(row));
      }
    }
  }

  /** The scopes a tombstone would be in were it live, as far as they exist. */
  private Collection<Long> named(HeldRow row) throws SQLException {
    try {
      ProjectedRow projected = plan.project(plan.read(row.row(), row.captured()));
      return directory.existing(projected.scopeIds()).values();
    } catch (Malformed e) {
      throw plan.poisoned(PoisonDetail.VALUE_NOT_PORTABLE);
    }
  }

  private String removalVersion(HeldRow row, StoredBefore before) {
    return row.state() == RowState.FENCE
        ? row.serverVersion().orElseThrow()
        : DeletionVersion.of(plan.identity(row.key()), before.serverVersion().orElseThrow());
  }

  private EntryWrites.Place place(HeldRow row) {
    boolean byEvent = Long.compareUnsigned(row.commitLsn(), terms.materializedLsn()) > 0;
    return byEvent ? new EntryWrites.Place(row.commitLsn(), row.eventOrdinal(), 0) : terms.place();
  }
}
