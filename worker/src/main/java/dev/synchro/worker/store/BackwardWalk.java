package dev.synchro.worker.store;

import dev.synchro.core.membership.Hop;
import dev.synchro.core.membership.MembershipRules.RelationRules;
import dev.synchro.core.membership.ReferenceValue;
import dev.synchro.core.membership.Walk;
import dev.synchro.worker.project.RelationPlan;
import dev.synchro.worker.project.RelationPlans;
import dev.synchro.worker.project.RowId;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Walks one path backwards: from rows that a step finds to the rows whose path starts there. Only
 * one batch of rows for each step is in memory.
 *
 * <p>The edges stored after a materialization are enough also for paths that led through a row
 * before it: such a path either still leads to the row, or it was turned away by another change,
 * from which it is walked backwards too. Only a value that a row is found by, and no longer has, is
 * taken from before.
 */
final class BackwardWalk {
  private static final int VALUES_AT_ONCE = 1_000;
  private static final int FETCH_ROWS = 2_000;

  private final StoreSession session;
  private final Walk walk;
  private final RelationPlan table;

  /** Told of each row that is reached; one may be reached several times. */
  @FunctionalInterface
  interface Reached {
    void row(RowId id, ReferenceChange origin) throws SQLException;
  }

  /** A value that leads to rows of interest, and the change that made them so. */
  private static final class Start {
    private final byte[] value;
    private final ReferenceChange origin;

    private Start(byte[] value, ReferenceChange origin) {
      this.value = value;
      this.origin = origin;
    }
  }

  BackwardWalk(StoreSession session, RelationPlans plans, Walk walk) {
    this.session = session;
    this.walk = walk;
    this.table = plans.byNumber(walk.table().relation()).orElseThrow();
  }

  /** Walks back from those changed rows that the step finds, the first change first. */
  void from(int hop, List<ReferenceChange> changes, Reached reached) throws SQLException {
    Hop step = walk.hops().get(hop);
    List<Start> starts = new ArrayList<>();
    for (ReferenceChange change : changes) {
      if (change.id().relation().number() == step.to().relation()) {
        start(step, change, starts);
      }
      if (starts.size() >= VALUES_AT_ONCE) {
        back(hop, starts, reached);
        starts.clear();
      }
    }
    back(hop, starts, reached);
  }

  private static void start(Hop step, ReferenceChange change, List<Start> starts) {
    RelationRules rules = change.id().relation().rules();
    int match = rules.placeOf(step.match());
    int next = rules.placeOf(step.next());
    boolean foundAlike = !change.changesLife() && change.before().sameValue(match, change.after());
    if (foundAlike && change.before().sameValue(next, change.after())) {
      return;
    }
    Optional<byte[]> before = change.before().value(match);
    Optional<byte[]> after = change.after().value(match);
    before.ifPresent(value -> starts.add(new Start(value, change)));
    if (!change.before().sameValue(match, change.after())) {
      after.ifPresent(value -> starts.add(new Start(value, change)));
    }
  }

  private void back(int hop, List<Start> starts, Reached reached) throws SQLException {
    if (starts.isEmpty()) {
      return;
    }
    Hop step = walk.hops().get(hop);
    // Not the shared statement: a longer path runs it again while this result is read.
    try (PreparedStatement statement = session.open(Statement.FIND_REFERRERS)) {
      statement.setFetchSize(FETCH_ROWS);
      byte[][] values = new byte[starts.size()][];
      for (int i = 0; i < values.length; i++) {
        values[i] = starts.get(i).value;
      }
      statement.setArray(1, session.array("bytea", values));
      statement.setInt(2, step.from().relation());
      statement.setInt(3, step.value().number());
      try (ResultSet found = statement.executeQuery()) {
        follow(hop, starts, found, reached);
      }
    }
  }

  private void follow(int hop, List<Start> starts, ResultSet found, Reached reached)
      throws SQLException {
    List<Start> further = new ArrayList<>();
    while (found.next()) {
      ReferenceChange origin = starts.get(found.getInt(1) - 1).origin;
      byte[] key = found.getBytes(2);
      if (hop == 0) {
        reached.row(new RowId(table, key), origin);
        continue;
      }
      further.add(new Start(ReferenceValue.ofKey(key), origin));
      if (further.size() >= VALUES_AT_ONCE) {
        back(hop - 1, further, reached);
        further.clear();
      }
    }
    if (hop > 0) {
      back(hop - 1, further, reached);
    }
  }
}
