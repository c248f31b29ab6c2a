package dev.synchro.worker.store;

import dev.synchro.core.membership.MembershipSql;
import dev.synchro.core.registry.MembershipFunction;
import dev.synchro.core.row.DeletionVersion;
import dev.synchro.core.row.RowIdentity;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.scope.ScopeTemplate;
import dev.synchro.worker.poison.PoisonDetail;
import dev.synchro.worker.poison.Poisoned;
import dev.synchro.worker.project.RelationPlan;
import dev.synchro.worker.project.RowState;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Evaluates a batch of stored rows of one relation and files what differs from the scopes their
 * heads name, by the table of contract 7.7.
 */
final class MembershipFiling {
  private static final int FETCH_ROWS = 10_000;
  private static final long[] NO_SCOPES = {};

  private final StoreSession session;
  private final ScopeDirectory directory;
  private final EntryWriter entryWriter;
  private final SchemaHash schemaHash;
  private final Map<RelationPlan, String> statements = new HashMap<>();

  /** A row that is in more scopes than it may be, or in one that cannot be. */
  record Unfit(AffectedRow row, Poisoned reason) {}

  /** What was filed. */
  record Filed(List<EntryChange> entries, List<Unfit> unfit) {}

  /** A stored row with the scopes it belongs to. */
  private static final class Member {
    private final AffectedRow row;
    private final RowState state;
    private final long imageId;
    private final Optional<String> version;
    private final long[] before;
    private final byte[] digest;
    private final Set<String> scopeIds = new HashSet<>();
    private Optional<Poisoned> unfit = Optional.empty();

    private Member(AffectedRow row, ResultSet found) throws SQLException {
      this.row = row;
      this.state = RowState.of(found.getInt(2));
      this.imageId = found.getLong(3);
      this.version = Optional.ofNullable(found.getString(4));
      this.before = HeadLoader.scopes(found.getArray(5));
      this.digest = found.getBytes(6);
    }
  }

  MembershipFiling(ProjectionStore store, SchemaHash schemaHash) {
    this.session = store.session();
    this.directory = store.directory();
    this.entryWriter = new EntryWriter(session);
    this.schemaHash = schemaHash;
  }

  /** Evaluates and files rows of one relation, in the order of their keys. */
  Filed file(RelationPlan relation, List<AffectedRow> rows, EffectNumbers numbers)
      throws SQLException {
    Member[] members = load(relation, rows);
    evaluate(relation, rows, members);
    List<Unfit> unfit = new ArrayList<>();
    List<Member> fit = new ArrayList<>();
    for (Member member : members) {
      if (member != null) {
        Optional<Poisoned> reason = judge(relation, member);
        reason.ifPresent(poisoned -> unfit.add(new Unfit(member.row, poisoned)));
        if (reason.isEmpty()) {
          fit.add(member);
        }
      }
    }
    return new Filed(write(relation, fit, numbers), unfit);
  }

  private Member[] load(RelationPlan relation, List<AffectedRow> rows) throws SQLException {
    Member[] members = new Member[rows.size()];
    PreparedStatement statement = session.statement(Statement.LOAD_MEMBERS);
    statement.setArray(1, keys(rows));
    statement.setInt(2, relation.number());
    try (ResultSet found = statement.executeQuery()) {
      while (found.next()) {
        int at = found.getInt(1) - 1;
        members[at] = new Member(rows.get(at), found);
      }
    }
    return members;
  }

  private java.sql.Array keys(List<AffectedRow> rows) throws SQLException {
    byte[][] keys = new byte[rows.size()][];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = rows.get(i).id().key();
    }
    return session.array("bytea", keys);
  }

  private void evaluate(RelationPlan relation, List<AffectedRow> rows, Member[] members)
      throws SQLException {
    try (PreparedStatement statement = session.open(sql(relation))) {
      statement.setFetchSize(FETCH_ROWS);
      statement.setArray(1, keys(rows));
      if (relation.rules().function().isEmpty()) {
        try (ResultSet found = statement.executeQuery()) {
          take(relation, found, members);
        }
        return;
      }
      boolean answered =
          session.lookingUp(
              () ->
                  FunctionFaults.answered(
                      session, statement, found -> take(relation, found, members)));
      if (!answered) {
        for (Member member : members) {
          if (member != null) {
            member.unfit = Optional.of(relation.poisoned(PoisonDetail.FUNCTION_FAILED));
          }
        }
      }
    }
  }

  private String sql(RelationPlan relation) throws SQLException {
    String sql = statements.get(relation);
    if (sql == null) {
      if (relation.rules().function().isPresent()) {
        MembershipFunction function = relation.rules().function().get();
        FunctionFaults.verify(session, relation, function.oid(), function.fingerprint());
      }
      sql = MembershipSql.scopes(relation.rules());
      statements.put(relation, sql);
    }
    return sql;
  }

  private static void take(RelationPlan relation, ResultSet found, Member[] members)
      throws SQLException {
    while (found.next()) {
      Member member = members[found.getInt(1) - 1];
      String scopeId = found.getString(2);
      // One too many is enough to know.
      boolean full = member.state == RowState.LIVE && member.scopeIds.size() > relation.fanout();
      if (scopeId == null) {
        member.unfit = Optional.of(relation.poisoned(PoisonDetail.FUNCTION_RESULT_INVALID));
      } else if (!full) {
        member.scopeIds.add(scopeId);
      }
    }
  }

  /** A tombstone is in no scope, so no limit is judged. */
  private static Optional<Poisoned> judge(RelationPlan relation, Member member) {
    if (member.unfit.isPresent() || member.state != RowState.LIVE) {
      return member.unfit;
    }
    for (String scopeId : member.scopeIds) {
      if (!ScopeTemplate.isScopeId(scopeId)) {
        return Optional.of(relation.poisoned(PoisonDetail.SCOPE_ID_INVALID));
      }
    }
    return member.scopeIds.size() > relation.fanout()
        ? Optional.of(relation.poisoned(PoisonDetail.TOO_MANY_SCOPES))
        : Optional.empty();
  }

  private List<EntryChange> write(
      RelationPlan relation, List<Member> members, EffectNumbers numbers) throws SQLException {
    Map<String, Long> scopes = resolve(members);
    List<EntryChange> fresh = new ArrayList<>();
    List<EntryChange> changed = new ArrayList<>();
    List<Member> moved = new ArrayList<>();
    List<long[]> movedTo = new ArrayList<>();
    for (Member member : members) {
      long[] named = numbers(member, scopes);
      long[] after = member.state == RowState.LIVE ? named : NO_SCOPES;
      joined(member, after, member.row.isFresh() ? fresh : changed);
      left(relation, member, named, changed);
      if (!Arrays.equals(member.before, after)) {
        moved.add(member);
        movedTo.add(after);
      }
    }
    List<EntryChange> all = new ArrayList<>(fresh);
    all.addAll(changed);
    numbers.assign(all);
    updateHeads(relation, moved, movedTo);
    return entryWriter.write(fresh, changed);
  }

  private Map<String, Long> resolve(List<Member> members) throws SQLException {
    Set<String> live = new HashSet<>();
    Set<String> former = new HashSet<>();
    for (Member member : members) {
      (member.state == RowState.LIVE ? live : former).addAll(member.scopeIds);
    }
    Map<String, Long> scopes = directory.resolve(live, schemaHash);
    scopes.putAll(directory.existing(former));
    return scopes;
  }

  private static long[] numbers(Member member, Map<String, Long> scopes) {
    return member.scopeIds.stream()
        .map(scopes::get)
        .filter(number -> number != null)
        .mapToLong(Long::longValue)
        .sorted()
        .toArray();
  }

  private static void joined(Member member, long[] after, List<EntryChange> entries) {
    boolean same =
        member.row.versionBefore(member.version).equals(member.version) && !member.row.pushed();
    for (long scope : after) {
      boolean was = Arrays.binarySearch(member.before, scope) >= 0;
      if (!was || !same) {
        entries.add(
            EntryChange.upsert(scope, member.row.place(), member.imageId, member.digest, was));
      }
    }
  }

  private static void left(
      RelationPlan relation, Member member, long[] named, List<EntryChange> entries) {
    for (long scope : member.before) {
      boolean stillNamed = Arrays.binarySearch(named, scope) >= 0;
      EffectPlace place = member.row.place();
      if (member.state == RowState.FENCE) {
        entries.add(EntryChange.removal(scope, place, member.version.orElseThrow()));
      } else if (member.state == RowState.TOMBSTONE && stillNamed) {
        entries.add(EntryChange.tombstone(scope, place, member.imageId));
      } else if (member.state == RowState.TOMBSTONE || !stillNamed) {
        String version = member.row.versionBefore(member.version).orElseThrow();
        byte[] identity = RowIdentity.of(relation.head(), member.row.id().key());
        entries.add(EntryChange.removal(scope, place, DeletionVersion.of(identity, version)));
      }
    }
  }

  private void updateHeads(RelationPlan relation, List<Member> members, List<long[]> scopes)
      throws SQLException {
    if (members.isEmpty()) {
      return;
    }
    Columns columns = new Columns(session, members.size());
    columns.add("integer", i -> relation.number());
    columns.addOctets(i -> members.get(i).row.id().key());
    columns.add("text", i -> Columns.arrayText(scopes.get(i)));
    columns.execute(Statement.UPDATE_MEMBERSHIPS);
  }
}
