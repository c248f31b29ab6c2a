package dev.synchro.worker.store;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.position.Lsn;
import dev.synchro.core.row.DeletionVersion;
import dev.synchro.worker.poison.PoisonDetail;
import dev.synchro.worker.poison.Poisoned;
import dev.synchro.worker.project.ProjectedRow;
import dev.synchro.worker.project.References;
import dev.synchro.worker.project.RelationPlan;
import dev.synchro.worker.project.RowId;
import dev.synchro.worker.project.RowState;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Brings the rows of one relation under another generation and schema: page by page in the order of
 * their keys, so that memory does not grow with the relation. Staged rows take the place of those
 * stored before; scopes are compared before and after by the table of contract 7.7.
 *
 * <p>What changed by an event that is materialized in the same commit keeps that event's position;
 * whatever else changes stands at the boundary, and its scope is renewed, so that no older cursor
 * can miss it. Contract 1.2.
 */
final class RelationActivation {
  private static final long[] NO_SCOPES = {};

  private final StoreSession session;
  private final ScopeDirectory directory;
  private final RelationPlan plan;
  private final Terms terms;
  private final Map<List<Long>, Long> effects = new HashMap<>();

  /**
   * What is special about the activation.
   *
   * @param formerNumber where the rows are before, the plan's number unless they are staged there
   * @param staged whether the rows were read anew
   * @param redigested whether rows are digested under another schema than before
   * @param materializedLsn events after it are part of the activation; unsigned
   * @param fresh whether no scope has an entry, so that every member is entered anew
   * @param place of whatever has no event of its own
   * @param renewed takes the scopes whose members changed without an event
   */
  record Terms(
      int formerNumber,
      boolean staged,
      boolean redigested,
      long materializedLsn,
      boolean fresh,
      EntryWrites.Place place,
      ScopeNumbers renewed) {}

  /** What stood in a row's place before. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Before(
      RowState state, long imageId, Optional<String> serverVersion, long[] scopes) {}

  RelationActivation(
      StoreSession session, ScopeDirectory directory, RelationPlan plan, Terms terms) {
    this.session = session;
    this.directory = directory;
    this.plan = plan;
    this.terms = terms;
  }

  private boolean moves() {
    return terms.formerNumber() != plan.number();
  }

  private boolean changesImages() {
    return moves() || terms.redigested();
  }

  private HeldRows rows() {
    return new HeldRows(session, Statement.READ_ROWS, terms.formerNumber());
  }

  /** Whether some row would enter or leave a scope; writes nothing but new scopes. */
  boolean changesMembership() throws SQLException {
    HeldRows rows = rows();
    for (List<HeldRow> page = rows.next(); !page.isEmpty(); page = rows.next()) {
      List<Optional<ProjectedRow>> after = project(page);
      Map<String, Long> numbers = directory.existing(scopeIds(after));
      List<Optional<Before>> before = moves() ? stored(page) : own(page);
      for (int i = 0; i < page.size(); i++) {
        Set<Long> now = new HashSet<>();
        for (String scopeId : liveScopes(after.get(i))) {
          now.add(numbers.getOrDefault(scopeId, -1L));
        }
        Set<Long> then = new HashSet<>();
        for (long scope : before.get(i).map(Before::scopes).orElse(NO_SCOPES)) {
          then.add(scope);
        }
        if (!now.equals(then)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Digests the images anew under the plan's schema; scopes and states stay. */
  void redigest() throws SQLException {
    HeldRows rows = rows();
    for (List<HeldRow> page = rows.next(); !page.isEmpty(); page = rows.next()) {
      writeImages(page, project(page));
    }
    refreshEntries();
  }

  /** Judges every row anew and puts staged rows in their place. */
  void run() throws SQLException {
    if (moves()) {
      fenceUnstaged();
    }
    HeldRows rows = rows();
    for (List<HeldRow> page = rows.next(); !page.isEmpty(); page = rows.next()) {
      run(page);
    }
    refreshEntries();
  }

  /**
   * Puts staged rows in their place and keeps the scopes their predecessors were in: the rows are
   * judged when those they depend on are there as well.
   */
  void move() throws SQLException {
    fenceUnstagedUnfiled();
    HeldRows rows = rows();
    for (List<HeldRow> page = rows.next(); !page.isEmpty(); page = rows.next()) {
      List<Optional<Before>> before = taken(page);
      writeImages(page, project(page));
      HeadChanges heads = new HeadChanges(session);
      List<Long> superseded = new ArrayList<>();
      for (int i = 0; i < page.size(); i++) {
        HeldRow row = page.get(i);
        before
            .get(i)
            .filter(old -> old.imageId() != 0)
            .ifPresent(old -> superseded.add(old.imageId()));
        heads.add(
            terms.formerNumber(),
            row.key(),
            plan.number(),
            row.state(),
            row.serverVersion(),
            terms.fresh() ? NO_SCOPES : before.get(i).map(Before::scopes).orElse(NO_SCOPES));
      }
      heads.write();
      supersede(superseded);
    }
    if (!terms.fresh()) {
      moveChangedEntries();
      refreshEntries();
    }
  }

  /** What is gone is taken out of its scopes when rows are judged. */
  private void fenceUnstagedUnfiled() throws SQLException {
    HeldRows rows = new HeldRows(session, Statement.READ_UNSTAGED, plan.number());
    for (List<HeldRow> page = rows.next(); !page.isEmpty(); page = rows.next()) {
      HeadChanges heads = new HeadChanges(session);
      for (HeldRow row : page) {
        heads.add(
            plan.number(),
            row.key(),
            plan.number(),
            RowState.FENCE,
            fence(row),
            terms.fresh() ? NO_SCOPES : row.scopes());
      }
      heads.write();
    }
  }

  private Optional<String> fence(HeldRow row) {
    return row.serverVersion().map(v -> DeletionVersion.of(plan.identity(row.key()), v));
  }

  private void moveChangedEntries() throws SQLException {
    PreparedStatement statement = session.statement(Statement.MOVE_CHANGED_ENTRIES);
    statement.setString(1, new Lsn(terms.materializedLsn()).postgres());
    statement.setString(2, new Lsn(terms.place().commitLsn()).postgres());
    statement.setInt(3, plan.number());
    session.joiningFreely(
        () -> {
          try (ResultSet moved = statement.executeQuery()) {
            while (moved.next()) {
              if (!moved.getBoolean(2)) {
                terms.renewed().add(moved.getLong(1));
              }
            }
          }
          return null;
        });
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
    List<Optional<Before>> before = before(page);
    Map<String, Long> numbers = directory.resolve(liveScopeIds(after), plan.schemaHash());
    numbers.putAll(directory.existing(scopeIds(after)));
    writeImages(page, after);
    HeadChanges heads = new HeadChanges(session);
    EntryWrites entries = new EntryWrites(session);
    List<Long> superseded = new ArrayList<>();
    for (int i = 0; i < page.size(); i++) {
      HeldRow row = page.get(i);
      long[] scopes = numbers(after.get(i), numbers);
      before
          .get(i)
          .filter(old -> old.imageId() != 0 && old.imageId() != row.imageId())
          .ifPresent(old -> superseded.add(old.imageId()));
      head(heads, row, after.get(i), scopes);
      entries(entries, row, after.get(i), before.get(i), scopes, numbers);
    }
    heads.write();
    entries.write();
    supersede(superseded);
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
    long[] numbers = new long[ids.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = known.get(ids.get(i));
    }
    Arrays.sort(numbers);
    return numbers;
  }

  private List<Optional<Before>> before(List<HeldRow> page) throws SQLException {
    if (moves()) {
      return taken(page);
    }
    return terms.staged() ? nothing(page) : own(page);
  }

  private static List<Optional<Before>> own(List<HeldRow> page) {
    List<Optional<Before>> before = new ArrayList<>(page.size());
    for (HeldRow row : page) {
      before.add(
          Optional.of(new Before(row.state(), row.imageId(), row.serverVersion(), row.scopes())));
    }
    return before;
  }

  private static List<Optional<Before>> nothing(List<HeldRow> page) {
    List<Optional<Before>> before = new ArrayList<>(page.size());
    page.forEach(row -> before.add(Optional.empty()));
    return before;
  }

  /** What the plan's own number holds for the keys of the page; it is taken away. */
  private List<Optional<Before>> taken(List<HeldRow> page) throws SQLException {
    return look(page, Statement.TAKE_HEADS);
  }

  private List<Optional<Before>> stored(List<HeldRow> page) throws SQLException {
    return look(page, Statement.LOOK_AT_HEADS);
  }

  private List<Optional<Before>> look(List<HeldRow> page, Statement how) throws SQLException {
    byte[][] keys = new byte[page.size()][];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = page.get(i).key();
    }
    List<Optional<Before>> before = nothing(page);
    PreparedStatement statement = session.statement(how);
    statement.setArray(1, session.array("bytea", keys));
    statement.setInt(2, plan.number());
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        before.set(
            rows.getInt(1) - 1,
            Optional.of(
                new Before(
                    RowState.of(rows.getInt(2)),
                    rows.getLong(3),
                    Optional.ofNullable(rows.getString(4)),
                    HeadLoader.scopes(rows.getArray(5)))));
      }
    }
    return before;
  }

  private void writeImages(List<HeldRow> page, List<Optional<ProjectedRow>> after)
      throws SQLException {
    List<Integer> shown = new ArrayList<>(page.size());
    for (int i = 0; i < page.size(); i++) {
      if (page.get(i).imageId() != 0 && after.get(i).flatMap(ProjectedRow::encoded).isPresent()) {
        shown.add(i);
      }
    }
    if (shown.isEmpty() || !changesImages()) {
      return;
    }
    shown.sort((left, right) -> Long.compare(page.get(left).imageId(), page.get(right).imageId()));
    Columns columns = new Columns(session, shown.size());
    columns.add("bigint", i -> page.get(shown.get(i)).imageId());
    columns.addOctets(
        i -> after.get(shown.get(i)).flatMap(ProjectedRow::encoded).orElseThrow().rowDigest());
    columns.add("integer", i -> plan.number());
    columns.execute(Statement.REDIGEST_IMAGES);
  }

  private void head(HeadChanges heads, HeldRow row, Optional<ProjectedRow> after, long[] scopes) {
    RowState state = after.map(ProjectedRow::state).orElse(RowState.FENCE);
    boolean same = !moves() && state == row.state() && Arrays.equals(row.scopes(), scopes);
    if (!same) {
      heads.add(terms.formerNumber(), row.key(), plan.number(), state, row.serverVersion(), scopes);
    }
  }

  private void entries(
      EntryWrites entries,
      HeldRow row,
      Optional<ProjectedRow> after,
      Optional<Before> before,
      long[] scopes,
      Map<String, Long> numbers) {
    RowState state = after.map(ProjectedRow::state).orElse(RowState.FENCE);
    long[] then = terms.fresh() ? NO_SCOPES : before.map(Before::scopes).orElse(NO_SCOPES);
    boolean sameVersion =
        !terms.fresh()
            && before.isPresent()
            && before.get().state() == state
            && before.get().serverVersion().equals(row.serverVersion());
    for (long scope : scopes) {
      if (!sameVersion || Arrays.binarySearch(then, scope) < 0) {
        byte[] digest = after.flatMap(ProjectedRow::encoded).orElseThrow().rowDigest();
        entries.upsert(scope, plan.number(), row.key(), row.imageId(), digest, place(scope, row));
      }
    }
    for (long scope : then) {
      if (Arrays.binarySearch(scopes, scope) >= 0) {
        continue;
      }
      if (state == RowState.TOMBSTONE && wouldBeIn(after.orElseThrow(), scope, numbers)) {
        entries.tombstone(scope, plan.number(), row.key(), row.imageId(), place(scope, row));
      } else {
        String version =
            state == RowState.FENCE
                ? row.serverVersion().orElseThrow()
                : DeletionVersion.of(
                    plan.identity(row.key()), before.orElseThrow().serverVersion().orElseThrow());
        entries.removal(scope, plan.number(), row.key(), version, place(scope, row));
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

  private EntryWrites.Place place(long scope, HeldRow row) {
    boolean byEvent =
        terms.staged()
            && row.commitLsn() != 0
            && Long.compareUnsigned(row.commitLsn(), terms.materializedLsn()) > 0;
    if (!byEvent) {
      if (!terms.fresh()) {
        terms.renewed().add(scope);
      }
      return terms.place();
    }
    long number =
        effects.merge(List.of(scope, row.commitLsn(), row.eventOrdinal()), 1L, Long::sum) - 1;
    return new EntryWrites.Place(row.commitLsn(), row.eventOrdinal(), number);
  }

  /** Rows that are in no baseline are gone: their identities are kept as fences. */
  private void fenceUnstaged() throws SQLException {
    HeldRows rows = new HeldRows(session, Statement.READ_UNSTAGED, plan.number());
    for (List<HeldRow> page = rows.next(); !page.isEmpty(); page = rows.next()) {
      HeadChanges heads = new HeadChanges(session);
      EntryWrites entries = new EntryWrites(session);
      List<Long> superseded = new ArrayList<>();
      for (HeldRow row : page) {
        Optional<String> version = fence(row);
        heads.add(plan.number(), row.key(), plan.number(), RowState.FENCE, version, NO_SCOPES);
        for (long scope : terms.fresh() ? NO_SCOPES : row.scopes()) {
          terms.renewed().add(scope);
          entries.removal(scope, plan.number(), row.key(), version.orElseThrow(), terms.place());
        }
        if (row.imageId() != 0) {
          superseded.add(row.imageId());
        }
      }
      heads.write();
      entries.write();
      supersede(superseded);
    }
  }

  private void supersede(List<Long> images) throws SQLException {
    if (images.isEmpty()) {
      return;
    }
    images.sort(Long::compare);
    Columns columns = new Columns(session, images.size());
    columns.add("bigint", images::get);
    columns.execute(Statement.SUPERSEDE_IMAGES);
  }

  private void refreshEntries() throws SQLException {
    if (!changesImages()) {
      return;
    }
    List<Statement> refreshes =
        moves()
            ? List.of(Statement.REFRESH_ENTRIES, Statement.REFRESH_TOMBSTONES)
            : List.of(Statement.REFRESH_ENTRIES);
    for (Statement refresh : refreshes) {
      PreparedStatement statement = session.statement(refresh);
      statement.setInt(1, plan.number());
      session.joiningFreely(statement::executeUpdate);
    }
  }
}
