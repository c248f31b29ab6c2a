package dev.synchro.worker.store;

import dev.synchro.core.bytes.Utf8;
import dev.synchro.worker.project.RowState;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The stored rows of one relation, page by page in the order of their keys. */
final class HeldRows {
  static final int ROWS_AT_ONCE = 5000;
  private static final byte[] BEFORE_ALL_KEYS = {};

  private final StoreSession session;
  private final Statement source;
  private final int relation;
  private byte[] last = BEFORE_ALL_KEYS;
  private boolean ended;

  HeldRows(StoreSession session, Statement source, int relation) {
    this.session = session;
    this.source = source;
    this.relation = relation;
  }

  /** The next page; empty at the end. */
  List<HeldRow> next() throws SQLException {
    List<HeldRow> page = new ArrayList<>();
    if (ended) {
      return page;
    }
    PreparedStatement statement = session.statement(source);
    statement.setInt(1, relation);
    statement.setBytes(2, last);
    statement.setInt(3, ROWS_AT_ONCE);
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        page.add(read(rows));
      }
    }
    ended = page.size() < ROWS_AT_ONCE;
    if (!page.isEmpty()) {
      last = page.get(page.size() - 1).key();
    }
    return page;
  }

  private static HeldRow read(ResultSet row) throws SQLException {
    return new HeldRow(
        row.getBytes(1),
        RowState.of(row.getInt(2)),
        row.getLong(3),
        Optional.ofNullable(row.getString(4)),
        Optional.ofNullable(row.getString(5)).map(Utf8::encode),
        HeadLoader.scopes(row.getArray(6)),
        ProgressStore.lsn(row, 7),
        row.getLong(8),
        Optional.ofNullable(row.getString(9)).map(Utf8::encode));
  }
}
