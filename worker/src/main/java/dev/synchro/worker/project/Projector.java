package dev.synchro.worker.project;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.row.DeletionVersion;
import dev.synchro.core.value.PortableValue;
import dev.synchro.worker.pgoutput.Tuple;
import dev.synchro.worker.poison.PoisonDetail;
import java.util.Optional;

/** Tells the state of a row at the boundary from what was decoded and what is stored. Pure. */
public final class Projector {
  private Projector() {}

  /**
   * The change of one row; empty when an unknown row came and went without any portable image.
   *
   * @param completion captured values of the stored row that unchanged values are taken from;
   *     needed exactly when {@link PendingRow#needsStoredRow}
   * @throws dev.synchro.worker.poison.Poisoned when the row cannot be filed in this state
   */
  public static Optional<RowChange> project(
      PendingRow row, Optional<StoredRow> before, Optional<PortableValue[]> completion) {
    complete(row, completion);
    if (row.image().isEmpty()) {
      return removed(row, before);
    }
    RelationPlan relation = row.id().relation();
    try {
      ProjectedRow after = relation.project(row.image().get().portable());
      return Optional.of(new RowChange(row, before, after));
    } catch (Malformed e) {
      throw relation.poisoned(PoisonDetail.VALUE_NOT_PORTABLE);
    }
  }

  /**
   * A row of a snapshot, none of which is stored yet. Its values are let go: only what is to be
   * written is held.
   *
   * @throws dev.synchro.worker.poison.Poisoned when the row cannot be filed
   */
  public static RowChange projectSnapshot(ShapeBinding binding, Tuple tuple) {
    RelationPlan relation = binding.relation();
    RowId id = binding.id(tuple);
    try {
      ProjectedRow after = relation.project(binding.values(tuple));
      return new RowChange(PendingRow.ofSnapshot(id), Optional.empty(), after);
    } catch (Malformed e) {
      throw relation.poisoned(PoisonDetail.VALUE_NOT_PORTABLE);
    }
  }

  private static void complete(PendingRow row, Optional<PortableValue[]> completion) {
    if (!row.needsStoredRow()) {
      return;
    }
    PortableValue[] stored =
        completion.orElseThrow(() -> row.id().relation().poisoned(PoisonDetail.VALUE_MISSING));
    row.image().ifPresent(image -> image.completeFrom(stored));
    row.lastPortableImage().ifPresent(image -> image.completeFrom(stored));
  }

  private static Optional<RowChange> removed(PendingRow row, Optional<StoredRow> before) {
    RelationPlan relation = row.id().relation();
    if (!relation.isSynced()) {
      return before
          .filter(stored -> stored.state() != RowState.FENCE)
          .map(stored -> new RowChange(row, before, ProjectedRow.fence(Optional.empty())));
    }
    Optional<String> lastVersion = lastVersionInFold(row);
    if (lastVersion.isEmpty() && before.isPresent()) {
      StoredRow stored = before.get();
      if (stored.state() == RowState.FENCE) {
        return Optional.empty();
      }
      lastVersion = stored.serverVersion();
    }
    return lastVersion
        .map(version -> DeletionVersion.of(relation.identity(row.id().key()), version))
        .map(version -> new RowChange(row, before, ProjectedRow.fence(Optional.of(version))));
  }

  private static Optional<String> lastVersionInFold(PendingRow row) {
    if (row.lastPortableImage().isEmpty()) {
      return Optional.empty();
    }
    try {
      return row.id().relation().version(row.lastPortableImage().get().portable());
    } catch (Malformed e) {
      return Optional.empty();
    }
  }
}
