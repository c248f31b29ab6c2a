package dev.synchro.worker.project;

import dev.synchro.core.row.EncodedRow;
import java.util.List;
import java.util.Optional;

/**
 * The state of a row after the materialization.
 *
 * @param encoded the canonical row; none for a fence and for a capture dependency
 * @param serverVersion of the row or, for a fence, of its deletion; none for a capture dependency
 * @param captured captured columns that are no fields, canonical text
 * @param scopeIds the scopes of a live row; of a tombstone, those it would be in were it live;
 *     empty for a deferred relation
 * @param references the values by which a live row leads to others
 */
public record ProjectedRow(
    RowState state,
    Optional<EncodedRow> encoded,
    Optional<String> serverVersion,
    Optional<byte[]> captured,
    List<String> scopeIds,
    References references) {
  public ProjectedRow {
    scopeIds = List.copyOf(scopeIds);
  }

  static ProjectedRow fence(Optional<String> deletionVersion) {
    return new ProjectedRow(
        RowState.FENCE,
        Optional.empty(),
        deletionVersion,
        Optional.empty(),
        List.of(),
        References.NONE);
  }
}
