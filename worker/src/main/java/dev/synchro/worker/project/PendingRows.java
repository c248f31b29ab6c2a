package dev.synchro.worker.project;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The rows changed since the last write, each with its latest state. */
public final class PendingRows {
  /** Position of a row of a snapshot: the start of the stream. */
  public static final long SNAPSHOT_LSN = 0;

  public static final long SNAPSHOT_ORDINAL = -1;

  private final Map<RowId, PendingRow> rows = new HashMap<>();
  private long octets;

  public boolean isEmpty() {
    return rows.isEmpty();
  }

  public int size() {
    return rows.size();
  }

  /** Memory the rows hold, about. */
  public long octets() {
    return octets;
  }

  /** The rows in the order they are stored in. */
  public List<PendingRow> sorted() {
    List<PendingRow> sorted = new ArrayList<>(rows.values());
    sorted.sort((left, right) -> left.id().compareTo(right.id()));
    return sorted;
  }

  public void clear() {
    rows.clear();
    octets = 0;
  }

  /** Takes rows back that could not be written yet. */
  public void keep(Collection<PendingRow> kept) {
    for (PendingRow row : kept) {
      rows.put(row.id(), row);
      octets += row.octets();
    }
  }

  Optional<PendingRow> find(RowId id) {
    return Optional.ofNullable(rows.get(id));
  }

  PendingRow row(RowId id) {
    return rows.computeIfAbsent(id, PendingRow::new);
  }

  Collection<PendingRow> all() {
    return rows.values();
  }

  void grew(long more) {
    octets += more;
  }
}
