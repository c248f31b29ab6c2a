package dev.synchro.worker.store;

import dev.synchro.worker.poison.PoisonDetail;
import dev.synchro.worker.project.RelationPlan;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.List;

/** Runs functions of the application so that one that fails leaves the transaction whole. */
final class FunctionFaults {
  /** What a function answers with when it, or the data it meets, is wrong. */
  private static final List<String> OF_THE_FUNCTION =
      List.of("0A", "21", "22", "2F", "38", "39", "42", "54", "P0");

  private FunctionFaults() {}

  /** Refuses a function that is not the one that was registered any more. Contract 7.3. */
  static void verify(StoreSession session, RelationPlan relation, long oid, String fingerprint)
      throws SQLException {
    PreparedStatement statement = session.statement(Statement.FUNCTION_FINGERPRINT);
    statement.setLong(1, oid);
    try (ResultSet row = statement.executeQuery()) {
      if (!row.next() || !fingerprint.equals(row.getString(1))) {
        throw relation.poisoned(PoisonDetail.FUNCTION_CHANGED);
      }
    }
  }

  /** Takes the rows of a function's answer. */
  @FunctionalInterface
  interface Rows {
    void take(ResultSet found) throws SQLException;
  }

  /**
   * Runs a statement that calls a function; nothing may be written while its rows are taken.
   *
   * @return whether it came to its end; if not, what was taken is of no use
   */
  static boolean answered(StoreSession session, PreparedStatement statement, Rows rows)
      throws SQLException {
    Savepoint before = session.connection().setSavepoint();
    try (ResultSet found = statement.executeQuery()) {
      rows.take(found);
    } catch (SQLException e) {
      if (!isOfTheFunction(e)) {
        throw e;
      }
      session.connection().rollback(before);
      return false;
    }
    session.connection().releaseSavepoint(before);
    return true;
  }

  /** The next row where an error cannot be undone: the transaction is lost then. */
  static boolean next(RelationPlan relation, ResultSet found) throws SQLException {
    try {
      return found.next();
    } catch (SQLException e) {
      if (isOfTheFunction(e)) {
        throw relation.poisoned(PoisonDetail.FUNCTION_FAILED);
      }
      throw e;
    }
  }

  private static boolean isOfTheFunction(SQLException error) {
    String state = error.getSQLState() == null ? "" : error.getSQLState();
    return OF_THE_FUNCTION.stream().anyMatch(state::startsWith);
  }
}
