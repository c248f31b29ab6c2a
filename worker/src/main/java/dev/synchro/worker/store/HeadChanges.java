package dev.synchro.worker.store;

import dev.synchro.worker.project.RowState;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Row heads that get another state or other scopes, written all at once. */
final class HeadChanges {
  private final StoreSession session;
  private final List<Change> changes = new ArrayList<>();

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Change(
      int relation, byte[] key, RowState state, Optional<String> serverVersion, long[] scopes) {}

  HeadChanges(StoreSession session) {
    this.session = session;
  }

  void add(
      int relation, byte[] key, RowState state, Optional<String> serverVersion, long[] scopes) {
    changes.add(new Change(relation, key, state, serverVersion, scopes));
  }

  void write() throws SQLException {
    if (changes.isEmpty()) {
      return;
    }
    Columns columns = new Columns(session, changes.size());
    columns.add("integer", i -> changes.get(i).relation());
    columns.addOctets(i -> changes.get(i).key());
    columns.add("smallint", i -> changes.get(i).state().code());
    columns.add("text", i -> changes.get(i).serverVersion().orElse(null));
    columns.add("text", i -> Columns.arrayText(changes.get(i).scopes()));
    columns.execute(Statement.REPLACE_HEADS);
  }
}
