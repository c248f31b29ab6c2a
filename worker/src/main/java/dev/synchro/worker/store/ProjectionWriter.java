package dev.synchro.worker.store;

import dev.synchro.core.position.Lsn;
import dev.synchro.core.registry.MembershipDependency;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.value.PortableValue;
import dev.synchro.worker.poison.Poisoned;
import dev.synchro.worker.project.PendingRow;
import dev.synchro.worker.project.Projector;
import dev.synchro.worker.project.References;
import dev.synchro.worker.project.RelationPlan;
import dev.synchro.worker.project.RowChange;
import dev.synchro.worker.project.RowId;
import dev.synchro.worker.project.RowState;
import dev.synchro.worker.project.StoredRow;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Writes the changes of a set of rows: new rows by COPY straight into the final tables, existing
 * ones by one statement over arrays, all sorted like the indexes they go into.
 */
final class ProjectionWriter {
  private static final int IMAGE_IDS_AT_ONCE = 64;
  private static final long OCTETS_AT_ONCE = 1L << 20;

  private final StoreSession session;
  private final ScopeDirectory directory;
  private final HeadLoader loader;
  private final EntryWriter entryWriter;
  private final EdgeWriter edgeWriter;
  private final Optional<EntriesAhead> ahead;
  private long nextImageId;
  private long imageIdsLeft;

  /** A row that cannot be filed in its present state. */
  record Unfit(PendingRow row, Poisoned reason) {}

  /** What one write did. */
  record Written(
      List<EntryChange> entries,
      List<Unfit> unfit,
      List<AffectedRow> affected,
      List<ReferenceChange> references,
      List<ImpactChange> impacts) {}

  /**
   * Prepares it.
   *
   * @param ahead files rows that are only staged here
   */
  ProjectionWriter(StoreSession session, ScopeDirectory directory, Optional<EntriesAhead> ahead) {
    this.ahead = ahead;
    this.session = session;
    this.directory = directory;
    this.loader = new HeadLoader(session);
    this.entryWriter = new EntryWriter(session);
    this.edgeWriter = new EdgeWriter(session);
  }

  /** Writes rows in stored order. */
  Written write(List<PendingRow> rows, SchemaHash schemaHash, EffectNumbers numbers)
      throws SQLException {
    List<Unfit> unfit = new ArrayList<>();
    return write(project(rows, unfit), unfit, schemaHash, numbers);
  }

  /** Writes changes in stored order; those of {@code unfit} are only passed on. */
  Written write(
      List<RowChange> changes, List<Unfit> unfit, SchemaHash schemaHash, EffectNumbers numbers)
      throws SQLException {
    List<ReferenceChange> references = new ArrayList<>();
    List<ImpactChange> impacts = new ArrayList<>();
    compare(changes, references, impacts);
    WriteSet writes = decide(changes, schemaHash);
    numbers.assign(writes.entries());
    ahead.ifPresent(filing -> filing.begin(writes.newHeads()));
    writeImages(writes.images());
    writeNewHeads(writes.newHeads());
    writeChangedHeads(writes.changedHeads());
    edgeWriter.write(references);
    List<EntryChange> entries = entryWriter.write(writes.newEntries(), writes.changedEntries());
    supersede(writes.superseded());
    ahead.ifPresent(EntriesAhead::await);
    return new Written(entries, unfit, affected(changes), references, impacts);
  }

  /** Read before anything is written: the heads still name the images before. */
  private void compare(
      List<RowChange> changes, List<ReferenceChange> references, List<ImpactChange> impacts)
      throws SQLException {
    List<RowChange> watched = new ArrayList<>();
    for (RowChange change : changes) {
      if (change.row().id().relation().isLeading() && !change.sameContent()) {
        watched.add(change);
      }
    }
    PortableValue[][] before = loader.loadValues(watched);
    for (int i = 0; i < before.length; i++) {
      RowChange change = watched.get(i);
      RelationPlan relation = change.row().id().relation();
      Optional<PortableValue[]> values = Optional.ofNullable(before[i]);
      boolean wasLive = change.before().filter(row -> row.state() == RowState.LIVE).isPresent();
      References old = wasLive ? relation.references(before[i]) : References.NONE;
      ReferenceChange reference = ReferenceChange.of(change, old);
      if (reference.isChange()) {
        references.add(reference);
      }
      for (MembershipDependency dependency : relation.rules().impacts()) {
        ImpactChange impact = ImpactChange.of(dependency, change, values);
        if (impact.isChange()) {
          impacts.add(impact);
        }
      }
    }
  }

  private static List<AffectedRow> affected(List<RowChange> changes) {
    List<AffectedRow> affected = new ArrayList<>();
    for (RowChange change : changes) {
      boolean filedLater =
          change.row().id().relation().isDeferred() && change.row().id().relation().isSynced();
      if (filedLater && (!change.sameContent() || change.row().pushed())) {
        affected.add(AffectedRow.of(change));
      }
    }
    return affected;
  }

  private List<RowChange> project(List<PendingRow> rows, List<Unfit> unfit) throws SQLException {
    StoredRow[] stored = loader.load(rows);
    Map<RowId, PortableValue[]> completions = loader.loadCompletions(rows);
    List<RowChange> changes = new ArrayList<>(rows.size());
    for (int i = 0; i < stored.length; i++) {
      PendingRow row = rows.get(i);
      try {
        Projector.project(
                row,
                Optional.ofNullable(stored[i]),
                Optional.ofNullable(completions.get(row.completedFrom())))
            .ifPresent(changes::add);
      } catch (Poisoned e) {
        unfit.add(new Unfit(row, e));
      }
    }
    return changes;
  }

  private WriteSet decide(List<RowChange> changes, SchemaHash schemaHash) throws SQLException {
    Set<String> scopeIds = new HashSet<>();
    Set<String> formerScopeIds = new HashSet<>();
    int images = 0;
    for (RowChange change : changes) {
      boolean live = change.after().state() == RowState.LIVE;
      (live ? scopeIds : formerScopeIds).addAll(change.after().scopeIds());
      images += change.after().encoded().isPresent() && !change.sameVersion() ? 1 : 0;
    }
    reserveImageIds(images);
    Map<String, Long> numbers = directory.resolve(scopeIds, schemaHash);
    numbers.putAll(directory.existing(formerScopeIds));
    WriteSet writes = new WriteSet(numbers, this::takeImageId);
    changes.forEach(writes::add);
    return writes;
  }

  /** Numbers from the sequence; when others draw from it too, only an unbroken run is used. */
  private void reserveImageIds(int count) throws SQLException {
    while (imageIdsLeft < count) {
      int wanted = Math.max(count, IMAGE_IDS_AT_ONCE);
      PreparedStatement statement = session.statement(Statement.NEXT_IMAGE_IDS);
      statement.setInt(1, wanted);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        if (row.getLong(2) - row.getLong(1) + 1 == wanted) {
          nextImageId = row.getLong(1);
          imageIdsLeft = wanted;
        }
      }
    }
  }

  private long takeImageId() {
    imageIdsLeft--;
    return nextImageId++;
  }

  private void writeImages(List<WriteSet.ImageWrite> images) throws SQLException {
    if (images.isEmpty()) {
      return;
    }
    BinaryCopy copy = new BinaryCopy(session, Statement.COPY_IMAGES);
    for (WriteSet.ImageWrite image : images) {
      copy.row(5)
          .int8(image.imageId())
          .int4(image.relation())
          .row(image.row())
          .octets(image.row().rowDigest())
          .optionalText(Optional.of(image.row().contentVersion()));
    }
    copy.finish();
  }

  private void writeNewHeads(List<HeadWrite> heads) throws SQLException {
    if (heads.isEmpty()) {
      return;
    }
    BinaryCopy copy = new BinaryCopy(session, Statement.COPY_HEADS);
    for (HeadWrite head : heads) {
      copy.row(9)
          .int4(head.row().id().relation().number())
          .octets(head.row().id().key())
          .int2(head.after().state().code());
      if (head.imageId().isPresent()) {
        copy.int8(head.imageId().get());
      } else {
        copy.nothing();
      }
      copy.optionalText(head.after().serverVersion())
          .optionalOctets(head.after().captured())
          .int8Array(head.scopes())
          .int8(head.row().commitLsn())
          .int8(head.row().eventOrdinal());
    }
    copy.finish();
  }

  /** Arrays hold every value several times over, so few octets of captured rows go at a time. */
  private void writeChangedHeads(List<HeadWrite> heads) throws SQLException {
    int from = 0;
    long octets = 0;
    for (int next = 0; next < heads.size(); next++) {
      long captured = heads.get(next).after().captured().map(row -> row.length).orElse(0);
      if (next > from && octets + captured > OCTETS_AT_ONCE) {
        updateHeads(heads.subList(from, next));
        from = next;
        octets = 0;
      }
      octets += captured;
    }
    if (from < heads.size()) {
      updateHeads(heads.subList(from, heads.size()));
    }
  }

  private void updateHeads(List<HeadWrite> heads) throws SQLException {
    Columns columns = new Columns(session, heads.size());
    columns.add("integer", i -> heads.get(i).row().id().relation().number());
    columns.addOctets(i -> heads.get(i).row().id().key());
    columns.add("smallint", i -> heads.get(i).after().state().code());
    columns.add("bigint", i -> heads.get(i).imageId().orElse(null));
    columns.add("text", i -> heads.get(i).after().serverVersion().orElse(null));
    columns.add("text", i -> heads.get(i).after().captured().map(Columns::text).orElse(null));
    columns.add("text", i -> Columns.arrayText(heads.get(i).scopes()));
    columns.add("text", i -> new Lsn(heads.get(i).row().commitLsn()).postgres());
    columns.add("bigint", i -> heads.get(i).row().eventOrdinal());
    columns.execute(Statement.UPDATE_HEADS);
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

  /** What was reserved is not undone by a rollback, but other sessions may have gone on. */
  void rolledBack() {
    imageIdsLeft = 0;
  }
}
