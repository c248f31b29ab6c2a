package dev.synchro.worker.store;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.membership.MembershipSql;
import dev.synchro.core.registry.MembershipDependency;
import dev.synchro.core.row.RowIdentity;
import dev.synchro.core.value.PortableType;
import dev.synchro.core.value.WireValue;
import dev.synchro.worker.poison.PoisonDetail;
import dev.synchro.worker.poison.Poisoned;
import dev.synchro.worker.project.RelationPlan;
import dev.synchro.worker.project.RelationPlans;
import dev.synchro.worker.project.RowId;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Changed rows that impact functions are still to be asked about: which rows of their targets does
 * this one reach? Within one materialization a row counts once, from its first image to its last.
 *
 * <p>When the functions are asked before the end, rows are filed by a state between, and a later
 * change is asked about as from that state. The limit is another matter: it is judged on the whole
 * change, at the end, so what was too much on the way is kept until then. Contract 7.5 and 9.1.
 */
final class PendingImpacts {
  private static final int CHANGES_AT_ONCE = 500;
  private static final int FETCH_ROWS = 2_000;
  private static final int ROWS_HELD = 10_000;

  private final StoreSession session;
  private final RelationPlans plans;
  private final long remembered;
  private final Map<Key, ImpactChange> noted = new LinkedHashMap<>();
  private final Map<Key, Optional<ImpactChange.Image>> origins = new HashMap<>();
  private final Map<Key, ImpactChange> excessive = new LinkedHashMap<>();
  private Optional<Poisoned> unfit = Optional.empty();
  private long octets;
  private long originOctets;

  /** A row and the table whose function reads it. */
  private record Key(int target, RowId id) {
    static Key of(ImpactChange change) {
      return new Key(change.dependency().target(), change.id());
    }
  }

  /** A row of the target that a change reaches. */
  private record Hit(int place, RowId id) {}

  /** What one question came to. */
  private static final class Answer {
    private final List<Hit> hits = new ArrayList<>();
    private boolean more;
    private boolean invalid;
  }

  /** Told of each row that is reached. */
  @FunctionalInterface
  interface Reached {
    void row(RowId id, ImpactChange origin) throws SQLException;
  }

  /**
   * Nothing is noted at first.
   *
   * @param remembered octets of first images to keep, so that the limit can be judged at the end
   */
  PendingImpacts(StoreSession session, RelationPlans plans, long remembered) {
    this.session = session;
    this.plans = plans;
    this.remembered = remembered;
  }

  void note(ImpactChange change) {
    Key key = Key.of(change);
    noted.merge(key, change, ImpactChange::followedBy);
    excessive.computeIfPresent(key, (same, earlier) -> earlier.followedBy(change));
    octets += change.octets();
  }

  /** Changes that are still to be asked about, or to be judged. */
  int size() {
    return noted.size() + excessive.size();
  }

  /** Memory the changes to be asked about take, about. */
  long octets() {
    return octets;
  }

  /** A change that could not be asked about, or reaches too much, by what is stored now. */
  Optional<Poisoned> unfit() {
    return unfit;
  }

  /** Asks about every change noted so far. One that fails stays noted. */
  void ask(Reached reached) throws SQLException {
    unfit = Optional.empty();
    List<List<ImpactChange>> groups = byDependency(noted.values());
    noted.clear();
    octets = 0;
    for (List<ImpactChange> changes : groups) {
      Asking asking = new Asking(changes.get(0).dependency());
      for (List<ImpactChange> batch : batches(changes)) {
        ask(asking, batch, reached);
      }
    }
    judge();
  }

  private void ask(Asking asking, List<ImpactChange> changes, Reached reached) throws SQLException {
    Optional<long[]> counts = asking.ask(changes, reached);
    if (counts.isEmpty()) {
      changes.forEach(change -> noted.put(Key.of(change), change));
      changes.forEach(change -> octets += change.octets());
      return;
    }
    for (int i = 0; i < changes.size(); i++) {
      ImpactChange change = changes.get(i);
      Key key = Key.of(change);
      Optional<ImpactChange.Image> origin = origins.getOrDefault(key, change.before());
      boolean tooMany = counts.get()[i] > change.dependency().maxRows();
      if (tooMany) {
        excessive.putIfAbsent(key, change.since(origin));
      }
      if (tooMany || originOctets < remembered) {
        originOctets += origins.putIfAbsent(key, origin) == null ? change.octets() : 0;
      }
    }
  }

  /** What was too much once, on the way or just now, is judged as a whole. */
  private void judge() throws SQLException {
    List<List<ImpactChange>> groups = byDependency(excessive.values());
    excessive.clear();
    for (List<ImpactChange> changes : groups) {
      Asking asking = new Asking(changes.get(0).dependency());
      for (List<ImpactChange> batch : batches(changes)) {
        Optional<long[]> counts = asking.count(batch);
        for (int i = 0; i < batch.size(); i++) {
          ImpactChange change = batch.get(i);
          boolean tooMany = counts.isPresent() && counts.get()[i] > change.dependency().maxRows();
          if (tooMany) {
            unfit = Optional.of(asking.target.poisoned(PoisonDetail.TOO_MANY_IMPACT_ROWS));
          }
          if (tooMany || counts.isEmpty()) {
            excessive.put(Key.of(change), change);
          }
        }
      }
    }
  }

  private static List<List<ImpactChange>> byDependency(Iterable<ImpactChange> changes) {
    Map<MembershipDependency, List<ImpactChange>> groups = new LinkedHashMap<>();
    for (ImpactChange change : changes) {
      if (change.isChange()) {
        groups.computeIfAbsent(change.dependency(), same -> new ArrayList<>()).add(change);
      }
    }
    return List.copyOf(groups.values());
  }

  private static List<List<ImpactChange>> batches(List<ImpactChange> changes) {
    List<List<ImpactChange>> batches = new ArrayList<>();
    for (int from = 0; from < changes.size(); from += CHANGES_AT_ONCE) {
      batches.add(changes.subList(from, Math.min(changes.size(), from + CHANGES_AT_ONCE)));
    }
    return batches;
  }

  /** Puts questions to one function. */
  private final class Asking {
    private final MembershipDependency dependency;
    private final RelationPlan target;
    private final String tableId;

    Asking(MembershipDependency dependency) throws SQLException {
      this.dependency = dependency;
      this.target = plans.byNumber(dependency.target()).orElseThrow();
      this.tableId = target.relation().table().orElseThrow().tableId();
      FunctionFaults.verify(session, target, dependency.oid(), dependency.fingerprint());
    }

    /** How many rows each change reaches; empty when the function failed. */
    Optional<long[]> ask(List<ImpactChange> changes, Reached reached) throws SQLException {
      Answer answer = new Answer();
      if (!answered(MembershipSql.impacts(dependency), changes, answer)) {
        return Optional.empty();
      }
      long[] counts = new long[changes.size()];
      if (answer.more) {
        stream(changes, reached, counts);
        return Optional.of(counts);
      }
      for (Hit hit : answer.hits) {
        counts[hit.place()]++;
        reached.row(hit.id(), changes.get(hit.place()));
      }
      return Optional.of(counts);
    }

    /** Rows may be filed while they are taken, so an error cannot be undone any more. */
    private void stream(List<ImpactChange> changes, Reached reached, long[] counts)
        throws SQLException {
      try (PreparedStatement statement = statement(MembershipSql.impacts(dependency), changes);
          ResultSet found = session.lookingUp(statement::executeQuery)) {
        while (FunctionFaults.next(target, found)) {
          Hit hit =
              hit(found).orElseThrow(() -> target.poisoned(PoisonDetail.FUNCTION_RESULT_INVALID));
          counts[hit.place()]++;
          reached.row(hit.id(), changes.get(hit.place()));
        }
      }
    }

    /** How many rows each change reaches, without the rows; empty when the function failed. */
    Optional<long[]> count(List<ImpactChange> changes) throws SQLException {
      long[] counts = new long[changes.size()];
      FunctionFaults.Rows rows =
          found -> {
            while (found.next()) {
              counts[found.getInt(1) - 1] = found.getLong(2);
            }
          };
      return answered(MembershipSql.impactCounts(dependency), changes, rows)
          ? Optional.of(counts)
          : Optional.empty();
    }

    private boolean answered(String sql, List<ImpactChange> changes, FunctionFaults.Rows rows)
        throws SQLException {
      try (PreparedStatement statement = statement(sql, changes)) {
        if (!session.lookingUp(() -> FunctionFaults.answered(session, statement, rows))) {
          unfit = Optional.of(target.poisoned(PoisonDetail.FUNCTION_FAILED));
          return false;
        }
      }
      return true;
    }

    private boolean answered(String sql, List<ImpactChange> changes, Answer answer)
        throws SQLException {
      boolean answered = answered(sql, changes, found -> take(found, answer));
      if (answered && answer.invalid) {
        unfit = Optional.of(target.poisoned(PoisonDetail.FUNCTION_RESULT_INVALID));
      }
      return answered && !answer.invalid;
    }

    private void take(ResultSet found, Answer answer) throws SQLException {
      while (!answer.more && !answer.invalid && found.next()) {
        Optional<Hit> hit = hit(found);
        answer.invalid = hit.isEmpty();
        hit.ifPresent(answer.hits::add);
        answer.more = answer.hits.size() > ROWS_HELD;
      }
    }

    private PreparedStatement statement(String sql, List<ImpactChange> changes)
        throws SQLException {
      Object[] before = new Object[changes.size()];
      Object[] after = new Object[changes.size()];
      for (int i = 0; i < before.length; i++) {
        before[i] = changes.get(i).beforeJson().orElse(null);
        after[i] = changes.get(i).afterJson().orElse(null);
      }
      PreparedStatement statement = session.open(sql);
      statement.setFetchSize(FETCH_ROWS);
      statement.setArray(1, session.array("text", before));
      statement.setArray(2, session.array("text", after));
      return statement;
    }

    /** Empty when what was returned is no row of the target. */
    private Optional<Hit> hit(ResultSet found) throws SQLException {
      PortableType keyType = target.relation().key().type().portableType();
      String key = found.getString(4);
      boolean ours =
          tableId.equals(found.getString(2))
              && keyType.wireName().equals(found.getString(3))
              && key != null;
      if (!ours) {
        return Optional.empty();
      }
      try {
        byte[] wire = key.getBytes(StandardCharsets.UTF_8);
        byte[] stored = RowIdentity.key(WireValue.read(keyType, wire));
        return Optional.of(new Hit(found.getInt(1) - 1, new RowId(target, stored)));
      } catch (Malformed e) {
        return Optional.empty();
      }
    }
  }
}
