package dev.synchro.backend.table;

import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.Query;
import dev.synchro.sqlgen.Check;
import dev.synchro.sqlgen.Column;
import dev.synchro.sqlgen.SqlTable;
import java.sql.SQLException;

/**
 * Which scopes every client has, and which ones single users were given or denied. Contract 7.1.
 */
@SqlTable(
    name = "shared_scope",
    comment = "Scopes that every active client has",
    columns = {
      @Column(name = "scope_id", type = "text", collation = "C", primaryKey = true),
      @Column(name = "portable", type = "boolean")
    },
    checks =
        @Check(
            name = "shared_scope_id",
            condition =
                "pg_catalog.octet_length(scope_id) BETWEEN 1 AND 512"
                    + " AND NOT pg_catalog.starts_with(scope_id, 'user:')"))
@SqlTable(
    name = "user_scope",
    comment = "Scopes granted to or revoked from single users",
    columns = {
      @Column(name = "user_id", type = "text", collation = "C"),
      @Column(name = "scope_id", type = "text", collation = "C"),
      @Column(name = "granted", type = "boolean")
    },
    primaryKey = {"user_id", "scope_id"},
    checks = {
      @Check(
          name = "user_scope_user_id",
          condition = "pg_catalog.octet_length(user_id) BETWEEN 1 AND 500"),
      @Check(
          name = "user_scope_scope_id",
          condition = "pg_catalog.octet_length(scope_id) BETWEEN 1 AND 512")
    })
public final class ScopeAssignmentTables {
  private static final String ACTIVE = "retired_at IS NULL AND NOT generation_expired";

  private ScopeAssignmentTables() {}

  /** Declares a shared scope, or declares it again. */
  public static void putShared(BackendSession session, String scopeId, boolean portable)
      throws SQLException {
    try (Query query =
        session.query(
            "INSERT INTO synchro.shared_scope AS s (scope_id, portable) VALUES (?, ?)"
                + " ON CONFLICT (scope_id) DO UPDATE SET portable = excluded.portable")) {
      query.text(scopeId).truth(portable).run();
    }
  }

  /** Forgets a shared scope and returns whether it was one. */
  public static boolean removeShared(BackendSession session, String scopeId) throws SQLException {
    try (Query query = session.query("DELETE FROM synchro.shared_scope WHERE scope_id = ?")) {
      return query.text(scopeId).run() == 1;
    }
  }

  /** Assigns a scope to every active client that does not have it. Contract 7.1. */
  public static void assignToActiveClients(BackendSession session, String scopeId)
      throws SQLException {
    changeActiveClients(
        session,
        scopeId,
        "NOT EXISTS (SELECT FROM synchro.client_scope h WHERE h.client_pk = c.client_pk"
            + " AND h.scope_id = w.scope_id AND h.assigned)",
        "true");
  }

  /** Takes a scope from every active client whose user was not granted it as well. */
  public static void removeFromActiveClients(BackendSession session, String scopeId)
      throws SQLException {
    changeActiveClients(
        session,
        scopeId,
        "EXISTS (SELECT FROM synchro.client_scope h WHERE h.client_pk = c.client_pk"
            + " AND h.scope_id = w.scope_id AND h.assigned)"
            + " AND NOT EXISTS (SELECT FROM synchro.user_scope u WHERE u.user_id = c.user_id"
            + " AND u.scope_id = w.scope_id AND u.granted)",
        "false");
  }

  /** Changes assignment and version together, the clients locked in the order of their numbers. */
  private static void changeActiveClients(
      BackendSession session, String scopeId, String condition, String assigned)
      throws SQLException {
    try (Query query =
        session.query(
            "WITH w (scope_id) AS (VALUES (?)), locked AS MATERIALIZED ("
                + "SELECT c.client_pk, w.scope_id FROM synchro.client c, w WHERE c."
                + ACTIVE
                + " AND "
                + condition
                + " ORDER BY c.client_pk FOR NO KEY UPDATE OF c), changed AS ("
                + "UPDATE synchro.client c SET scope_set_version = c.scope_set_version + 1"
                + " FROM locked l WHERE c.client_pk = l.client_pk"
                + " RETURNING c.client_pk, l.scope_id, c.scope_set_version)"
                + " INSERT INTO synchro.client_scope AS h (client_pk, scope_id, assigned,"
                + " changed_version) SELECT client_pk, scope_id, "
                + assigned
                + ", scope_set_version FROM changed"
                + " ON CONFLICT (client_pk, scope_id) DO UPDATE SET assigned = excluded.assigned,"
                + " changed_version = excluded.changed_version")) {
      query.text(scopeId).run();
    }
  }

  /** Records that a user was granted a scope or that it was revoked. */
  public static void putUserScope(
      BackendSession session, String userId, String scopeId, boolean granted) throws SQLException {
    try (Query query =
        session.query(
            "INSERT INTO synchro.user_scope AS s (user_id, scope_id, granted) VALUES (?, ?, ?)"
                + " ON CONFLICT (user_id, scope_id) DO UPDATE SET granted = excluded.granted")) {
      query.text(userId).text(scopeId).truth(granted).run();
    }
  }
}
