package dev.synchro.backend.function;

import dev.synchro.backend.decide.Arguments;
import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.session.SqlRefusal;
import dev.synchro.backend.table.ScopeAssignmentTables;
import dev.synchro.sqlgen.Parameter;
import dev.synchro.sqlgen.SqlFunction;
import java.sql.SQLException;

/** Which scopes clients may have. Contract 7.1. */
public final class ScopeFunctions {
  private ScopeFunctions() {}

  /**
   * Declares a shared scope, assigned to every active client at once. A portable one is exported in
   * seeds. Raises 22023 for an id that is none and for one that belongs to a user.
   */
  @SqlFunction(name = "synchro_register_shared_scope", executableBy = "synchro_operator")
  public static void registerSharedScope(
      @Parameter(name = "p_scope_id") String scopeId,
      @Parameter(name = "p_portable", defaultValue = "false") boolean portable)
      throws SQLException {
    BackendSession session = BackendSession.open();
    try {
      String shared = Arguments.sharedScopeId(scopeId);
      ScopeAssignmentTables.putShared(session, shared, portable);
      ScopeAssignmentTables.assignToActiveClients(session, shared);
    } catch (SqlRefusal refusal) {
      throw session.raise(refusal);
    }
  }

  /**
   * Takes a shared scope from every active client and forgets it. Raises 42704 when there is no
   * such shared scope.
   */
  @SqlFunction(name = "synchro_unregister_shared_scope", executableBy = "synchro_operator")
  public static void unregisterSharedScope(@Parameter(name = "p_scope_id") String scopeId)
      throws SQLException {
    BackendSession session = BackendSession.open();
    if (!ScopeAssignmentTables.removeShared(session, scopeId)) {
      throw session.raise(
          SqlRefusal.unknownObject("unknown_shared_scope", "there is no shared scope of this id"));
    }
    ScopeAssignmentTables.removeFromActiveClients(session, scopeId);
  }

  /**
   * Gives a scope to one user, whose clients have it from their next connect on. Raises 22023 for
   * another user's private scope.
   */
  @SqlFunction(name = "synchro_grant_user_scope", executableBy = "synchro_operator")
  public static void grantUserScope(
      @Parameter(name = "p_user_id") String userId, @Parameter(name = "p_scope_id") String scopeId)
      throws SQLException {
    put(userId, scopeId, true);
  }

  /**
   * Takes a scope from one user, whose clients lose it at their next connect. Raises 22023 for
   * another user's private scope.
   */
  @SqlFunction(name = "synchro_revoke_user_scope", executableBy = "synchro_operator")
  public static void revokeUserScope(
      @Parameter(name = "p_user_id") String userId, @Parameter(name = "p_scope_id") String scopeId)
      throws SQLException {
    put(userId, scopeId, false);
  }

  private static void put(String userId, String scopeId, boolean granted) throws SQLException {
    BackendSession session = BackendSession.open();
    try {
      String user = Arguments.userId(userId);
      ScopeAssignmentTables.putUserScope(
          session, user, Arguments.scopeIdFor(user, scopeId), granted);
    } catch (SqlRefusal refusal) {
      throw session.raise(refusal);
    }
  }
}
