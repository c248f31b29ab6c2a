package dev.synchro.worker.store;

import dev.synchro.worker.project.RowState;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What stands in a row's place before a step.
 *
 * @param scopes ascending
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record StoredBefore(RowState state, Optional<String> serverVersion, long[] scopes) {

  /** What a relation's number holds for the keys of a page. */
  static List<Optional<StoredBefore>> look(StoreSession session, List<HeldRow> page, int number)
      throws SQLException {
    byte[][] keys = new byte[page.size()][];
    List<Optional<StoredBefore>> before = new ArrayList<>(keys.length);
    for (int i = 0; i < keys.length; i++) {
      keys[i] = page.get(i).key();
      before.add(Optional.empty());
    }
    PreparedStatement statement = session.statement(Statement.LOOK_AT_HEADS);
    statement.setArray(1, session.array("bytea", keys));
    statement.setInt(2, number);
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        before.set(
            rows.getInt(1) - 1,
            Optional.of(
                new StoredBefore(
                    RowState.of(rows.getInt(2)),
                    Optional.ofNullable(rows.getString(3)),
                    HeadLoader.scopes(rows.getArray(4)))));
      }
    }
    return before;
  }
}
