package dev.synchro.backend.push;

import dev.synchro.backend.session.BackendSession;
import dev.synchro.backend.table.PushQueries;
import java.sql.SQLException;

/**
 * Under whose identity row security and triggers see the next statement. Contract 5.4.6. Set only
 * when it changes; what a savepoint undoes must be told by {@link #undone}.
 */
final class PushContext {
  private static final String NOBODY = "";

  private final BackendSession session;
  private final String userId;
  private final String clientId;
  private String currentUser = NOBODY;
  private String currentMutation = NOBODY;

  PushContext(BackendSession session, String userId, String clientId) {
    this.session = session;
    this.userId = userId;
    this.clientId = clientId;
  }

  /** Full sight: every row is seen. */
  void nobody() throws SQLException {
    set(NOBODY, NOBODY);
  }

  /** The user's sight, outside any mutation. */
  void user() throws SQLException {
    if (currentUser.equals(NOBODY)) {
      set(userId, NOBODY);
    }
  }

  /** The write of a mutation. */
  void mutation(String mutationId) throws SQLException {
    set(userId, mutationId);
  }

  /**
   * The writes of many mutations by one statement, of a table where nothing asks whose they are.
   */
  void mutations() throws SQLException {
    set(userId, NOBODY);
  }

  /** What is set now, to be told again when a savepoint undid later changes. */
  Memento memento() {
    return new Memento(currentUser, currentMutation);
  }

  /** A savepoint was undone, and with it every change since. */
  void undone(Memento memento) {
    currentUser = memento.user;
    currentMutation = memento.mutation;
  }

  /** What was set at a time. */
  record Memento(String user, String mutation) {}

  private void set(String user, String mutation) throws SQLException {
    if (user.equals(currentUser) && mutation.equals(currentMutation)) {
      return;
    }
    if (user.equals(currentUser)) {
      PushQueries.mutation(session, mutation);
    } else {
      PushQueries.context(session, user, user.equals(NOBODY) ? NOBODY : clientId, mutation);
    }
    currentUser = user;
    currentMutation = mutation;
  }
}
