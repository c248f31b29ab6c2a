package dev.synchro.backend.push;

import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.Query;
import dev.synchro.backend.table.ArrayText;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.NotPortable;
import dev.synchro.core.error.Rule;
import dev.synchro.core.json.JsonArray;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.message.MutationOperation;
import dev.synchro.core.value.PortableValue;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Writes mutations to their table. Contract 5.4.6. */
final class RowWrites {
  private static final Written GONE = new Written(Optional.empty());

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
    try (Query query = session.query(statement(table, candidate))) {
      bind(query, candidate);
      if (!query.next()) {
        return Optional.empty();
      }
      if (isGone(table, candidate.mutation().operation())) {
        return Optional.of(GONE);
      }
      return Optional.of(new Written(Optional.of(readBack(candidate.slot(), query))));
    }
  }

  /**
   * Writes mutations of different rows that share a statement, all by one, and returns the rows in
   * their order. Empty when not every one affected its row, or when they were written in another
   * order and it matters.
   *
   * @throws NotPortable as {@link #write} does
   */
  Optional<List<Written>> writeAll(List<MutationCandidate> run) throws SQLException {
    MutationCandidate first = run.get(0);
    PushedTable table = first.slot().table();
    try (Query query = session.query(buildForAll(table, first))) {
      bindAll(query, run);
      query.one();
      if (isGone(table, first.mutation().operation())) {
        boolean all = query.numberAt(1) == run.size();
        return all ? Optional.of(Collections.nCopies(run.size(), GONE)) : Optional.empty();
      }
      byte[] rows = query.octetsAt(1);
      return rows == null ? Optional.empty() : readBackAll(run, rows);
    }
  }

  private static Optional<List<Written>> readBackAll(List<MutationCandidate> run, byte[] json) {
    PushedTable table = run.get(0).slot().table();
    Map<PortableValue, Integer> places = new HashMap<>();
    for (int i = 0; i < run.size(); i++) {
      places.put(run.get(i).slot().key(), i);
    }
    Written[] written = new Written[run.size()];
    List<JsonValue> rows = ((JsonArray) JsonParser.parse(json, JsonLimits.DOCUMENT)).elements();
    for (int i = 0; i < rows.size(); i++) {
      List<JsonValue> columns = ((JsonArray) rows.get(i)).elements();
      String[] texts = RowReads.texts(table, columns, 1);
      PushedRow row = written(table, ((JsonString) columns.get(0)).value(), texts);
      Integer place = places.get(row.values()[table.schema().keyIndex()]);
      if (place == null) {
        throw new NotPortable(Rule.KEY_MISMATCH);
      }
      if (place != i && table.independence() != RowIndependence.COMPLETE) {
        return Optional.empty();
      }
      written[place] = new Written(Optional.of(row));
    }
    return rows.size() == run.size() ? Optional.of(List.of(written)) : Optional.empty();
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

  private static boolean isGone(PushedTable table, MutationOperation operation) {
    return operation == MutationOperation.DELETE && table.deletedAt().isEmpty();
  }

  /** Mutations of one kind follow each other in most batches and share their statement. */
  private String statement(PushedTable table, MutationCandidate candidate) {
    if (last == null || !last.sharesStatement(candidate)) {
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

  private static String buildForAll(PushedTable table, MutationCandidate candidate) {
    return switch (candidate.mutation().operation()) {
      case INSERT -> PushStatements.insertAll(table, candidate.columns());
      case UPDATE -> PushStatements.updateAll(table, candidate.columns());
      case DELETE ->
          table.deletedAt().isPresent()
              ? PushStatements.softDeleteAll(table)
              : PushStatements.hardDeleteAll(table);
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

  private static void bindAll(Query query, List<MutationCandidate> run) throws SQLException {
    MutationCandidate first = run.get(0);
    bindEach(query, run, candidate -> candidate.slot().keyText());
    for (int i = 0; i < first.columns().size(); i++) {
      int column = i;
      bindEach(query, run, candidate -> candidate.values().get(column));
    }
    if (first.mutation().operation() != MutationOperation.INSERT) {
      bindEach(query, run, candidate -> candidate.slot().row().place());
    }
  }

  private static void bindEach(
      Query query, List<MutationCandidate> run, Function<MutationCandidate, String> value)
      throws SQLException {
    List<String> values = new ArrayList<>(run.size());
    for (MutationCandidate candidate : run) {
      values.add(value.apply(candidate));
    }
    query.text(ArrayText.of(values));
  }
}
