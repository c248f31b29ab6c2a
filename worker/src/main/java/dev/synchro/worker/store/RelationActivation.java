package dev.synchro.worker.store;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.row.DeletionVersion;
import dev.synchro.worker.poison.PoisonDetail;
import dev.synchro.worker.poison.Poisoned;
import dev.synchro.worker.project.ProjectedRow;
import dev.synchro.worker.project.References;
import dev.synchro.worker.project.RelationPlan;
import dev.synchro.worker.project.RowId;
import dev.synchro.worker.project.RowState;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Judges the stored rows of one relation by the rules of another generation: page by page in the
 * order of their keys, so that memory does not grow with the relation. Scopes are compared before
 * and after by the table of contract 7.7. Whatever changes stands at the boundary, and its scope is
 * renewed, so that no older cursor can miss it. Contract 1.2.
 */
final class RelationActivation {
  private static final long[] NO_SCOPES = {};

  private final StoreSession session;
  private final ScopeDirectory directory;
  private final RelationPlan plan;
  private final int number;
  private final StepTerms terms;

  /**
   * Prepares it.
   *
   * @param plan of the later generation
   * @param number where the rows are
   */
  RelationActivation(
      StoreSession session,
      ScopeDirectory directory,
      RelationPlan plan,
      int number,
      StepTerms terms) {
    this.session = session;
    this.directory = directory;
    this.plan = plan;
    this.number = number;
    this.terms = terms;
  }

  private HeldRows rows() {
    return new HeldRows(session, Statement.READ_ROWS, number);
  }

  /** Whether some row would enter or leave a scope; writes nothing. */
  boolean changesMembership() throws SQLException {
    HeldRows rows = rows();
    for (List<HeldRow> page = rows.next(); !page.isEmpty(); page = rows.next()) {
      List<Optional<ProjectedRow>> after = project(page);
      Map<String, Long> numbers = directory.existing(scopeIds(after));
      for (int i = 0; i < page.size(); i++) {
        Set<Long> now = new HashSet<>();
        for (String scopeId : liveScopes(after.get(i))) {
          now.add(numbers.getOrDefault(scopeId, -1L));
        }
        Set<Long> then = new HashSet<>();
        for (long scope : page.get(i).scopes()) {
          then.add(scope);
        }
        if (!now.equals(then)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Judges every row anew. */
  void run() throws SQLException {
    HeldRows rows = rows();
    for (List<HeldRow> page = rows.next(); !page.isEmpty(); page = rows.next()) {
      run(page);
    }
  }

  /** Notes anew by which values the rows lead to others. */
  void rewriteEdges() throws SQLException {
    PreparedStatement removal = session.statement(Statement.REMOVE_EDGES);
    removal.setInt(1, plan.number());
    removal.executeUpdate();
    if (plan.rules().edges().isEmpty()) {
      return;
    }
    EdgeWriter writer = new EdgeWriter(session);
    HeldRows rows = rows();
    for (List<HeldRow> page = rows.next(); !page.isEmpty(); page = rows.next()) {
      List<Optional<ProjectedRow>> projected = project(page);
      List<ReferenceChange> changes = new ArrayList<>();
      for (int i = 0; i < page.size(); i++) {
        RowId id = new RowId(plan, page.get(i).key());
        projected
            .get(i)
            .ifPresent(
                row ->
                    changes.add(new ReferenceChange(id, References.NONE, row.references(), 0, 0)));
      }
      writer.write(changes);
    }
  }

  private void run(List<HeldRow> page) throws SQLException {
    List<Optional<ProjectedRow>> after = project(page);
    Map<String, Long> numbers = directory.resolve(liveScopeIds(after), plan.schemaHash());
    numbers.putAll(directory.existing(scopeIds(after)));
    HeadChanges heads = new HeadChanges(session);
    EntryWrites entries = new EntryWrites(session);
    for (int i = 0; i < page.size(); i++) {
      HeldRow row = page.get(i);
      RowState state = after.get(i).map(ProjectedRow::state).orElse(RowState.FENCE);
      long[] scopes = numbers(after.get(i), numbers);
      if (state != row.state() || !Arrays.equals(row.scopes(), scopes)) {
        heads.add(number, row.key(), state, row.serverVersion(), scopes);
      }
      entries(entries, row, after.get(i), scopes, numbers);
    }
    heads.write();
    entries.write();
  }

  /** The rows under the new rules; empty for a fence. */
  private List<Optional<ProjectedRow>> project(List<HeldRow> page) {
    List<Optional<ProjectedRow>> projected = new ArrayList<>(page.size());
    for (HeldRow row : page) {
      projected.add(row.state() == RowState.FENCE ? Optional.empty() : Optional.of(project(row)));
    }
    return projected;
  }

  private ProjectedRow project(HeldRow row) {
    try {
      return plan.project(plan.read(row.row(), row.captured()));
    } catch (Malformed e) {
      throw new Poisoned(PoisonDetail.VALUE_NOT_PORTABLE, Optional.of(plan.relationId()));
    }
  }

  private static Set<String> scopeIds(List<Optional<ProjectedRow>> rows) {
    Set<String> ids = new HashSet<>();
    rows.forEach(row -> row.ifPresent(projected -> ids.addAll(projected.scopeIds())));
    return ids;
  }

  private static Set<String> liveScopeIds(List<Optional<ProjectedRow>> rows) {
    Set<String> ids = new HashSet<>();
    rows.forEach(row -> ids.addAll(liveScopes(row)));
    return ids;
  }

  private static List<String> liveScopes(Optional<ProjectedRow> row) {
    return row.filter(projected -> projected.state() == RowState.LIVE)
        .map(ProjectedRow::scopeIds)
        .orElse(List.of());
  }

  private static long[] numbers(Optional<ProjectedRow> row, Map<String, Long> known) {
    List<String> ids = liveScopes(row);
    if (ids.isEmpty()) {
      return NO_SCOPES;
    }
    long[] numbers = new long[ids.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = known.get(ids.get(i));
    }
    Arrays.sort(numbers);
    return numbers;
  }

  private void entries(
      EntryWrites entries,
      HeldRow row,
      Optional<ProjectedRow> after,
      long[] scopes,
      Map<String, Long> numbers) {
    RowState state = after.map(ProjectedRow::state).orElse(RowState.FENCE);
    for (long scope : scopes) {
      if (state != row.state() || Arrays.binarySearch(row.scopes(), scope) < 0) {
        byte[] digest = after.flatMap(ProjectedRow::encoded).orElseThrow().rowDigest();
        terms.renewed().add(scope);
        entries.upsert(scope, number, row.key(), row.imageId(), digest, terms.place());
      }
    }
    for (long scope : row.scopes()) {
      if (Arrays.binarySearch(scopes, scope) >= 0) {
        continue;
      }
      terms.renewed().add(scope);
      if (state == RowState.TOMBSTONE && wouldBeIn(after.orElseThrow(), scope, numbers)) {
        entries.tombstone(scope, number, row.key(), row.imageId(), terms.place());
      } else {
        String version = row.serverVersion().orElseThrow();
        String removal =
            state == RowState.FENCE
                ? version
                : DeletionVersion.of(plan.identity(row.key()), version);
        entries.removal(scope, number, row.key(), removal, terms.place());
      }
    }
  }

  private static boolean wouldBeIn(ProjectedRow tombstone, long scope, Map<String, Long> numbers) {
    for (String scopeId : tombstone.scopeIds()) {
      if (numbers.getOrDefault(scopeId, 0L) == scope) {
        return true;
      }
    }
    return false;
  }
}
