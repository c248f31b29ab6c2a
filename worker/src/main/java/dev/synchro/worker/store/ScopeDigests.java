package dev.synchro.worker.store;

import dev.synchro.core.digest.ScopeDigest;
import dev.synchro.core.error.Malformed;
import dev.synchro.worker.project.RelationPlan;
import dev.synchro.worker.project.RelationPlans;
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
 * Computes the digest of each touched scope once per materialization. Members of scopes that change
 * often stay in memory within a budget, so that one small change does not read a large scope again;
 * a scope beyond the budget is streamed.
 */
final class ScopeDigests {
  /** A guess that decides between memory and streaming before the keys are known. */
  private static final long ENTRY_OCTETS = 96;

  private static final int FETCH_ROWS = 5000;

  private final StoreSession session;
  private final ScopeDirectory directory;
  private final long budget;
  private final LinkedHashMap<Long, ScopeContent> cached = new LinkedHashMap<>(64, 0.75f, true);
  private final Map<Long, Long> touched = new HashMap<>();
  private long cachedOctets;

  ScopeDigests(StoreSession session, ScopeDirectory directory, long budget) {
    this.session = session;
    this.directory = directory;
    this.budget = budget;
  }

  /** Takes note of entries in stored order, written in the open transaction. */
  void changed(List<EntryChange> entries) {
    int from = 0;
    while (from < entries.size()) {
      long scope = entries.get(from).scope();
      int to = from;
      long joined = 0;
      while (to < entries.size() && entries.get(to).scope() == scope) {
        EntryChange entry = entries.get(to);
        joined += (entry.present() ? 1 : 0) - (entry.wasMember() ? 1 : 0);
        to++;
      }
      // A new scope that was dropped from memory meanwhile must be read, not started over.
      boolean empty = directory.isNew(scope) && !touched.containsKey(scope);
      touched.merge(scope, joined, Long::sum);
      apply(scope, empty, entries.subList(from, to));
      from = to;
    }
  }

  private void apply(long scope, boolean empty, List<EntryChange> changes) {
    ScopeContent content = cached.get(scope);
    if (content == null && empty) {
      content = new ScopeContent();
      cached.put(scope, content);
    } else if (content == null) {
      return;
    } else {
      cachedOctets -= content.octets();
    }
    content.apply(changes);
    cachedOctets += content.octets();
    keepToBudget();
  }

  private void keepToBudget() {
    var eldest = cached.entrySet().iterator();
    while (cachedOctets > budget && eldest.hasNext()) {
      cachedOctets -= eldest.next().getValue().octets();
      eldest.remove();
    }
  }

  /** What is stored of a touched scope. */
  private static final class TouchedScope {
    private final long scope;
    private final String scopeId;
    private final long cardinality;
    private final byte[] storedDigest;

    private TouchedScope(long scope, String scopeId, long cardinality, byte[] storedDigest) {
      this.scope = scope;
      this.scopeId = scopeId;
      this.cardinality = cardinality;
      this.storedDigest = storedDigest;
    }
  }

  /** Computes and writes the digest of every touched scope. */
  void write(RelationPlans plans) throws SQLException {
    if (!touched.isEmpty()) {
      write(plans, loadTouched());
    }
  }

  /** Counts the members of every scope anew and computes its digest from what is stored. */
  void writeAll(RelationPlans plans) throws SQLException {
    cached.clear();
    cachedOctets = 0;
    touched.clear();
    new AllScopes(session, plans).write();
  }

  private void write(RelationPlans plans, List<TouchedScope> scopes) throws SQLException {
    Map<Long, byte[]> digests = new HashMap<>();
    List<TouchedScope> group = new ArrayList<>();
    long groupOctets = 0;
    for (TouchedScope scope : scopes) {
      Optional<ScopeContent> content = usable(scope);
      long octets = scope.cardinality * ENTRY_OCTETS;
      if (content.isPresent()) {
        digests.put(scope.scope, digest(plans, scope, content.get()));
      } else if (octets > budget / 2) {
        digests.put(scope.scope, stream(plans, scope));
      } else {
        group.add(scope);
        groupOctets += octets + ENTRY_OCTETS;
      }
      if (groupOctets > budget / 2) {
        digestGroup(plans, group, digests);
        group.clear();
        groupOctets = 0;
      }
    }
    digestGroup(plans, group, digests);
    update(scopes, digests);
  }

  private List<TouchedScope> loadTouched() throws SQLException {
    PreparedStatement statement = session.statement(Statement.LOAD_SCOPES);
    statement.setArray(1, session.array("bigint", touched.keySet().toArray()));
    List<TouchedScope> scopes = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        long scope = rows.getLong(1);
        long cardinality = rows.getLong(3) + touched.get(scope);
        scopes.add(new TouchedScope(scope, rows.getString(2), cardinality, rows.getBytes(4)));
      }
    }
    scopes.sort((left, right) -> Long.compare(left.scope, right.scope));
    return scopes;
  }

  /** The content in memory, unless somebody else has changed the scope since. */
  private Optional<ScopeContent> usable(TouchedScope scope) {
    ScopeContent content = cached.get(scope.scope);
    if (content == null) {
      return Optional.empty();
    }
    if (directory.isNew(scope.scope) || content.isStoredAs(scope.storedDigest)) {
      return Optional.of(content);
    }
    drop(scope.scope);
    return Optional.empty();
  }

  private void drop(long scope) {
    ScopeContent content = cached.remove(scope);
    if (content != null) {
      cachedOctets -= content.octets();
    }
  }

  private static byte[] digest(RelationPlans plans, TouchedScope scope, ScopeContent content) {
    try {
      byte[] digest = content.digest(plans, scope.scopeId, scope.cardinality);
      content.storedAs(digest);
      return digest;
    } catch (Malformed e) {
      throw new IntegrityBroken();
    }
  }

  private void digestGroup(RelationPlans plans, List<TouchedScope> group, Map<Long, byte[]> digests)
      throws SQLException {
    if (group.isEmpty()) {
      return;
    }
    Map<Long, ScopeContent> loaded = load(group);
    for (TouchedScope scope : group) {
      ScopeContent content = loaded.get(scope.scope);
      digests.put(scope.scope, digest(plans, scope, content));
      cached.put(scope.scope, content);
      cachedOctets += content.octets();
    }
    keepToBudget();
  }

  private Map<Long, ScopeContent> load(List<TouchedScope> group) throws SQLException {
    Map<Long, ScopeContent> loaded = new HashMap<>();
    Object[] numbers = new Object[group.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = group.get(i).scope;
      loaded.put(group.get(i).scope, new ScopeContent());
    }
    PreparedStatement statement = session.statement(Statement.LOAD_ENTRIES);
    statement.setFetchSize(FETCH_ROWS);
    statement.setArray(1, session.array("bigint", numbers));
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        loaded.get(rows.getLong(1)).of(rows.getInt(2)).append(rows.getBytes(3), rows.getBytes(4));
      }
    }
    return loaded;
  }

  private byte[] stream(RelationPlans plans, TouchedScope scope) throws SQLException {
    try {
      ScopeDigest digest = ScopeDigest.start(plans.schemaHash(), scope.scopeId, scope.cardinality);
      for (RelationPlan plan : ScopeContent.inIdentityOrder(plans)) {
        byte[] head = plan.head();
        PreparedStatement statement = session.statement(Statement.STREAM_ENTRIES);
        statement.setFetchSize(FETCH_ROWS);
        statement.setLong(1, scope.scope);
        statement.setInt(2, plan.number());
        try (ResultSet rows = statement.executeQuery()) {
          while (rows.next()) {
            digest.add(head, rows.getBytes(1), rows.getBytes(2));
          }
        }
      }
      return digest.finish();
    } catch (Malformed e) {
      throw new IntegrityBroken();
    }
  }

  private void update(List<TouchedScope> scopes, Map<Long, byte[]> digests) throws SQLException {
    Object[] numbers = new Object[scopes.size()];
    Object[] cardinalities = new Object[scopes.size()];
    byte[][] values = new byte[scopes.size()][];
    for (int i = 0; i < numbers.length; i++) {
      TouchedScope scope = scopes.get(i);
      numbers[i] = scope.scope;
      cardinalities[i] = scope.cardinality;
      values[i] = digests.get(scope.scope);
    }
    PreparedStatement statement = session.statement(Statement.UPDATE_SCOPES);
    statement.setArray(1, session.array("bigint", numbers));
    statement.setArray(2, session.array("bigint", cardinalities));
    statement.setArray(3, session.array("bytea", values));
    statement.executeUpdate();
  }

  void committed() {
    touched.clear();
  }

  /** What memory holds of the touched scopes was never stored. */
  void rolledBack() {
    touched.keySet().forEach(this::drop);
    touched.clear();
  }
}
