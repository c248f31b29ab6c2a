package dev.synchro.worker.store;

import dev.synchro.core.digest.ScopeDigest;
import dev.synchro.core.schema.SchemaHash;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Scope ids to the numbers that stand for them, remembered within a bound. */
final class ScopeDirectory {
  private static final int REMEMBERED = 50_000;

  private final StoreSession session;
  private final boolean lasting;
  private final Map<String, Long> remembered =
      new LinkedHashMap<>(1024, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > REMEMBERED;
        }
      };
  private final Set<Long> created = new HashSet<>();

  ScopeDirectory(StoreSession session) {
    this(session, false);
  }

  /**
   * Looks scopes up.
   *
   * @param lasting whether scopes are committed as soon as they are made, so that nobody else who
   *     needs one waits; the session is used for nothing else then
   */
  ScopeDirectory(StoreSession session, boolean lasting) {
    this.session = session;
    this.lasting = lasting;
  }

  /** The numbers of those scopes that exist. */
  Map<String, Long> existing(Collection<String> scopeIds) throws SQLException {
    Map<String, Long> existing = new HashMap<>();
    Set<String> unknown = new TreeSet<>();
    recall(scopeIds, existing, unknown);
    if (!unknown.isEmpty()) {
      existing.putAll(find(unknown));
      commitIfLasting();
    }
    return existing;
  }

  private void recall(
      Collection<String> scopeIds, Map<String, Long> resolved, Set<String> unknown) {
    for (String scopeId : scopeIds) {
      Long number = remembered.get(scopeId);
      if (number == null) {
        unknown.add(scopeId);
      } else {
        resolved.put(scopeId, number);
      }
    }
  }

  /** The numbers of these scopes; those that do not exist are created, without members. */
  Map<String, Long> resolve(Collection<String> scopeIds, SchemaHash schemaHash)
      throws SQLException {
    Map<String, Long> resolved = new HashMap<>();
    Set<String> unknown = new TreeSet<>();
    recall(scopeIds, resolved, unknown);
    if (!unknown.isEmpty()) {
      resolveUnknown(unknown, schemaHash, resolved);
      commitIfLasting();
    }
    return resolved;
  }

  private void commitIfLasting() throws SQLException {
    if (lasting) {
      session.commit();
    }
  }

  private void resolveUnknown(
      Set<String> unknown, SchemaHash schemaHash, Map<String, Long> resolved) throws SQLException {
    Map<String, Long> found = find(unknown);
    if (found.size() < unknown.size()) {
      List<String> missing = new ArrayList<>(unknown);
      missing.removeAll(found.keySet());
      int inserted = create(missing, schemaHash);
      Map<String, Long> made = find(missing);
      // When somebody else made one at the same time we cannot tell which one is ours.
      if (inserted == missing.size()) {
        created.addAll(made.values());
      }
      found.putAll(made);
    }
    remembered.putAll(found);
    resolved.putAll(found);
  }

  private Map<String, Long> find(Collection<String> scopeIds) throws SQLException {
    PreparedStatement statement = session.statement(Statement.FIND_SCOPES);
    statement.setArray(1, session.array("text", scopeIds.toArray()));
    Map<String, Long> found = new HashMap<>();
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        found.put(rows.getString(1), rows.getLong(2));
      }
    }
    return found;
  }

  private int create(List<String> scopeIds, SchemaHash schemaHash) throws SQLException {
    byte[][] digests = new byte[scopeIds.size()][];
    for (int i = 0; i < digests.length; i++) {
      digests[i] = ScopeDigest.start(schemaHash, scopeIds.get(i), 0).finish();
    }
    PreparedStatement statement = session.statement(Statement.CREATE_SCOPES);
    statement.setArray(1, session.array("text", scopeIds.toArray()));
    statement.setArray(2, session.array("bytea", digests));
    return statement.executeUpdate();
  }

  /** Whether the scope was created in the open transaction, so that it had no members before. */
  boolean isNew(long scope) {
    return created.contains(scope);
  }

  void committed() {
    created.clear();
  }

  void rolledBack() {
    created.clear();
    remembered.clear();
  }
}
