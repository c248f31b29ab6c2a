package dev.synchro.worker.store;

import dev.synchro.core.registry.MembershipDependency;
import dev.synchro.core.row.EncodedRow;
import dev.synchro.core.value.PortableValue;
import dev.synchro.worker.project.ProjectedRow;
import dev.synchro.worker.project.RelationPlan;
import dev.synchro.worker.project.RowChange;
import dev.synchro.worker.project.RowId;
import dev.synchro.worker.project.RowState;
import java.util.Optional;

/**
 * A changed row as an impact function sees it. Contract 7.5.
 *
 * @param before absent for an insertion
 * @param after absent for a deletion
 * @param commitLsn of its last event, unsigned
 */
record ImpactChange(
    MembershipDependency dependency,
    RowId id,
    Optional<Image> before,
    Optional<Image> after,
    long commitLsn,
    long eventOrdinal) {

  /**
   * A row at one time.
   *
   * @param json an object keyed by column name, values in wire form
   */
  record Image(String json, RowState state) {}

  static ImpactChange of(
      MembershipDependency dependency, RowChange change, Optional<PortableValue[]> before) {
    RelationPlan relation = change.row().id().relation();
    ProjectedRow row = change.after();
    Optional<PortableValue[]> after =
        row.state() == RowState.FENCE
            ? Optional.empty()
            : Optional.of(relation.read(row.encoded().map(EncodedRow::row), row.captured()));
    return new ImpactChange(
        dependency,
        change.row().id(),
        before.map(values -> image(dependency, relation, values, wasState(change))),
        after.map(values -> image(dependency, relation, values, row.state())),
        change.row().commitLsn(),
        change.row().eventOrdinal());
  }

  private static RowState wasState(RowChange change) {
    return change.before().orElseThrow().state();
  }

  private static Image image(
      MembershipDependency dependency,
      RelationPlan relation,
      PortableValue[] values,
      RowState state) {
    return new Image(relation.byColumnName(values, dependency.fieldIds()), state);
  }

  /** Whether the function could see it: by a value it is shown, or by the row's being marked. */
  boolean isChange() {
    return !before.equals(after);
  }

  /** The same row changed again: from the first image to the last. */
  ImpactChange followedBy(ImpactChange later) {
    return new ImpactChange(
        dependency, id, before, later.after, later.commitLsn, later.eventOrdinal);
  }

  /** The same change, as from an earlier image. */
  ImpactChange since(Optional<Image> origin) {
    return new ImpactChange(dependency, id, origin, after, commitLsn, eventOrdinal);
  }

  Optional<String> beforeJson() {
    return before.map(Image::json);
  }

  Optional<String> afterJson() {
    return after.map(Image::json);
  }

  /** Memory it takes, about. */
  long octets() {
    return 200L + length(before) + length(after);
  }

  private static long length(Optional<Image> image) {
    return image.map(present -> present.json().length()).orElse(0);
  }
}
