package dev.synchro.worker.store;

import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.value.PortableValue;
import dev.synchro.worker.project.PendingRow;
import dev.synchro.worker.project.RowChange;
import dev.synchro.worker.project.RowId;
import dev.synchro.worker.project.RowState;
import dev.synchro.worker.project.StoredRow;
import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Loads what is stored of changed rows, all at once. */
final class HeadLoader {
  private static final long[] NO_SCOPES = {};

  private final StoreSession session;

  HeadLoader(StoreSession session) {
    this.session = session;
  }

  /** The stored rows, at the places of their ids; null where there is none. */
  StoredRow[] load(List<PendingRow> rows) throws SQLException {
    StoredRow[] stored = new StoredRow[rows.size()];
    PreparedStatement statement = session.statement(Statement.LOAD_HEADS);
    List<RowId> ids = new ArrayList<>(rows.size());
    rows.forEach(row -> ids.add(row.id()));
    setIds(statement, ids);
    try (ResultSet found = statement.executeQuery()) {
      while (found.next()) {
        stored[found.getInt(1) - 1] =
            new StoredRow(
                RowState.of(found.getInt(2)),
                found.getLong(3),
                Optional.ofNullable(found.getString(4)),
                Optional.ofNullable(found.getString(5)).map(Utf8::encode),
                scopes(found.getArray(6)));
      }
    }
    return stored;
  }

  /** The values that images with unchanged columns are completed from, by row. */
  Map<RowId, PortableValue[]> loadCompletions(List<PendingRow> rows) throws SQLException {
    List<RowId> ids = new ArrayList<>();
    for (PendingRow row : rows) {
      if (row.needsStoredRow()) {
        ids.add(row.completedFrom());
      }
    }
    Map<RowId, PortableValue[]> completions = new HashMap<>();
    if (ids.isEmpty()) {
      return completions;
    }
    PreparedStatement statement = session.statement(Statement.LOAD_ROWS);
    setIds(statement, ids);
    try (ResultSet found = statement.executeQuery()) {
      while (found.next()) {
        RowId id = ids.get(found.getInt(1) - 1);
        Optional<byte[]> row = Optional.ofNullable(found.getString(2)).map(Utf8::encode);
        Optional<byte[]> captured = Optional.ofNullable(found.getString(3)).map(Utf8::encode);
        completions.put(id, id.relation().read(row, captured));
      }
    }
    return completions;
  }

  /** The captured values of stored rows that are not gone, at the places of their changes. */
  PortableValue[][] loadValues(List<RowChange> changes) throws SQLException {
    PortableValue[][] values = new PortableValue[changes.size()][];
    List<RowId> ids = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      boolean stored =
          changes.get(i).before().filter(row -> row.state() != RowState.FENCE).isPresent();
      if (stored) {
        ids.add(changes.get(i).row().id());
        places.add(i);
      }
    }
    if (ids.isEmpty()) {
      return values;
    }
    PreparedStatement statement = session.statement(Statement.LOAD_ROWS);
    setIds(statement, ids);
    try (ResultSet found = statement.executeQuery()) {
      while (found.next()) {
        int at = found.getInt(1) - 1;
        Optional<byte[]> row = Optional.ofNullable(found.getString(2)).map(Utf8::encode);
        Optional<byte[]> captured = Optional.ofNullable(found.getString(3)).map(Utf8::encode);
        values[places.get(at)] = ids.get(at).relation().read(row, captured);
      }
    }
    return values;
  }

  private void setIds(PreparedStatement statement, List<RowId> ids) throws SQLException {
    Integer[] relations = new Integer[ids.size()];
    byte[][] keys = new byte[ids.size()][];
    for (int i = 0; i < keys.length; i++) {
      relations[i] = ids.get(i).relation().number();
      keys[i] = ids.get(i).key();
    }
    statement.setArray(1, session.array("integer", relations));
    statement.setArray(2, session.array("bytea", keys));
  }

  static long[] scopes(Array array) throws SQLException {
    Long[] boxed = (Long[]) array.getArray();
    if (boxed.length == 0) {
      return NO_SCOPES;
    }
    long[] scopes = new long[boxed.length];
    for (int i = 0; i < scopes.length; i++) {
      scopes[i] = boxed[i];
    }
    return scopes;
  }
}
