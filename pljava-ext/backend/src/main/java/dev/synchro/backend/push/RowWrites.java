package dev.synchro.backend.push;

import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.Query;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.NotPortable;
import dev.synchro.core.error.Rule;
import dev.synchro.core.message.MutationOperation;
import dev.synchro.core.value.PortableValue;
import java.sql.SQLException;
import java.util.Optional;

/** Writes one mutation to its table. Contract 5.4.6. */
final class RowWrites {
  private final BackendSession session;
  private MutationCandidate last;
  private String lastStatement;

  RowWrites(BackendSession session) {
    this.session = session;
  }

  /**
   * What a write did.
   *
   * @param row the row as the statement returned it; absent when it is gone
   */
  record Written(Optional<PushedRow> row) {}

  /**
   * Writes, and returns what the statement returned; empty when no row was affected.
   *
   * @throws NotPortable when the row read back has a value without portable form, or another key
   */
  Optional<Written> write(MutationCandidate candidate) throws SQLException {
    PushedTable table = candidate.slot().table();
    MutationOperation operation = candidate.mutation().operation();
    boolean gone = operation == MutationOperation.DELETE && table.deletedAt().isEmpty();
    try (Query query = session.query(statement(table, candidate))) {
      bind(query, candidate);
      if (!query.next()) {
        return Optional.empty();
      }
      if (gone) {
        return Optional.of(new Written(Optional.empty()));
      }
      return Optional.of(new Written(Optional.of(readBack(candidate.slot(), query))));
    }
  }

  /** The returned row, which must still have the key that was pushed. */
  private static PushedRow readBack(RowSlot slot, Query query) throws SQLException {
    String[] texts = new String[slot.table().columns().size()];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = query.textAt(i + 2);
    }
    PushedRow row = written(slot.table(), query.textAt(1), texts);
    if (!row.values()[slot.table().schema().keyIndex()].equals(slot.key())) {
      throw new NotPortable(Rule.KEY_MISMATCH);
    }
    return row;
  }

  private static PushedRow written(PushedTable table, String place, String[] texts) {
    PortableValue[] values = RowReads.values(table, texts);
    try {
      return PushedRow.written(table, place, values);
    } catch (NotPortable refusal) {
      throw refusal;
    } catch (Malformed refusal) {
      throw new NotPortable(refusal.rule());
    }
  }

  /** Mutations of one kind follow each other in most batches and share their statement. */
  private String statement(PushedTable table, MutationCandidate candidate) {
    boolean same =
        last != null
            && last.slot().table() == table
            && last.mutation().operation() == candidate.mutation().operation()
            && last.columns().equals(candidate.columns());
    if (!same) {
      last = candidate;
      lastStatement = build(table, candidate);
    }
    return lastStatement;
  }

  private static String build(PushedTable table, MutationCandidate candidate) {
    return switch (candidate.mutation().operation()) {
      case INSERT -> PushStatements.insert(table, candidate.columns());
      case UPDATE -> PushStatements.update(table, candidate.columns());
      case DELETE ->
          table.deletedAt().isPresent()
              ? PushStatements.softDelete(table)
              : PushStatements.hardDelete(table);
    };
  }

  private static void bind(Query query, MutationCandidate candidate) throws SQLException {
    RowSlot slot = candidate.slot();
    boolean insert = candidate.mutation().operation() == MutationOperation.INSERT;
    if (insert) {
      query.text(slot.keyText());
    }
    for (String value : candidate.values()) {
      query.text(value);
    }
    if (!insert) {
      query.text(slot.keyText()).text(slot.row().place());
    }
  }
}
