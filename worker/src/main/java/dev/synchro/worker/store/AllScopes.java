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
import java.util.List;
import java.util.Map;

/**
 * Counts the members of every scope and digests them anew from what is stored, in one pass over all
 * entries. Memory grows neither with the scopes nor with their members.
 */
final class AllScopes {
  private static final int FETCH_ROWS = 5_000;
  private static final int SCOPES_AT_ONCE = 5_000;

  private final StoreSession session;
  private final RelationPlans plans;
  private final Map<Integer, byte[]> heads = new HashMap<>();
  private final List<Counted> counted = new ArrayList<>();

  /** A scope with what its members come to. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Counted(long scope, long members, byte[] digest) {}

  AllScopes(StoreSession session, RelationPlans plans) {
    this.session = session;
    this.plans = plans;
  }

  /** Writes the digest and the number of members of every scope. */
  void write() throws SQLException {
    Integer[] order = identityOrder();
    session.joiningFreely(
        () -> {
          try (PreparedStatement scopes = session.openLarge(Statement.COUNT_SCOPES, FETCH_ROWS);
              PreparedStatement entries = session.openLarge(Statement.ALL_ENTRIES, FETCH_ROWS)) {
            entries.setArray(1, session.array("integer", order));
            try (ResultSet scope = scopes.executeQuery();
                Members members = new Members(entries.executeQuery())) {
              digest(scope, members);
            }
          }
          return null;
        });
  }

  private Integer[] identityOrder() {
    List<RelationPlan> synced = ScopeContent.inIdentityOrder(plans);
    Integer[] order = new Integer[synced.size()];
    for (int i = 0; i < order.length; i++) {
      order[i] = synced.get(i).number();
      heads.put(order[i], synced.get(i).head());
    }
    return order;
  }

  private void digest(ResultSet scope, Members members) throws SQLException {
    try {
      while (scope.next()) {
        counted.add(digest(scope.getLong(1), scope.getString(2), scope.getLong(3), members));
        if (counted.size() == SCOPES_AT_ONCE) {
          update();
        }
      }
    } catch (Malformed e) {
      throw new IntegrityBroken();
    }
    if (members.there) {
      throw new IntegrityBroken();
    }
    update();
  }

  private Counted digest(long scope, String scopeId, long count, Members members)
      throws SQLException {
    ScopeDigest digest = ScopeDigest.start(plans.schemaHash(), scopeId, count);
    while (members.there && members.scope == scope) {
      byte[] head = heads.get(members.rows.getInt(2));
      if (head == null) {
        throw new IntegrityBroken();
      }
      digest.add(head, members.rows.getBytes(3), members.rows.getBytes(4));
      members.next();
    }
    return new Counted(scope, count, digest.finish());
  }

  private void update() throws SQLException {
    if (counted.isEmpty()) {
      return;
    }
    Columns columns = new Columns(session, counted.size());
    columns.add("bigint", i -> counted.get(i).scope());
    columns.add("bigint", i -> counted.get(i).members());
    columns.addOctets(i -> counted.get(i).digest());
    columns.execute(Statement.UPDATE_SCOPES);
    counted.clear();
  }

  /** The entries of members, by scope and then by identity. */
  private static final class Members implements AutoCloseable {
    private final ResultSet rows;
    private boolean there;
    private long scope;

    private Members(ResultSet rows) throws SQLException {
      this.rows = rows;
      next();
    }

    private void next() throws SQLException {
      there = rows.next();
      scope = there ? rows.getLong(1) : 0;
    }

    @Override
    public void close() throws SQLException {
      rows.close();
    }
  }
}
