package dev.synchro.embedded.handler;

import java.sql.SQLException;
import java.util.ArrayList;

/**
 * What the session keeps between calls, and the statements that running calls have open. One
 * thread.
 */
final class Session {
  static final PlanCache PLANS = new PlanCache();
  static final HandlerConnection CONNECTION = new HandlerConnection();

  private static final ArrayList<HandlerStatement> OPEN = new ArrayList<>();

  private Session() {}

  static void opened(HandlerStatement statement) {
    OPEN.add(statement);
  }

  static void closed(HandlerStatement statement) {
    for (int i = OPEN.size() - 1; i >= 0; i--) {
      if (OPEN.get(i) == statement) {
        OPEN.remove(i);
        return;
      }
    }
  }

  /**
   * Closes what a returning call left open.
   *
   * @throws SQLException when a data-changing statement was left without being run
   */
  static void finish(long invocation) throws SQLException {
    SQLException first = null;
    for (int i = OPEN.size() - 1; i >= 0; i--) {
      HandlerStatement statement = OPEN.get(i);
      if (statement.invocation() != invocation) {
        continue;
      }
      try {
        statement.close();
      } catch (SQLException e) {
        first = e;
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
