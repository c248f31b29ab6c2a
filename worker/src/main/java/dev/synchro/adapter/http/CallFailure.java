package dev.synchro.adapter.http;

import dev.synchro.core.error.ErrorCode;
import java.sql.SQLException;

/**
 * A call that ended in a database error instead of an answer. The functions return every foreseen
 * refusal as a value, so what arrives here is the world failing or somebody being wrong; a device
 * can do nothing about either but come back. Contract 4.1 and 5.2 step 9.
 *
 * @param code what the sender is told
 * @param state SQLSTATE, or {@code none}
 * @param foreseen whether it is one of the states a healthy installation can be in
 */
record CallFailure(ErrorCode code, String state, boolean foreseen) {
  static CallFailure of(SQLException error) {
    String state = printable(error.getSQLState());
    return new CallFailure(ErrorCode.TEMPORARY_UNAVAILABLE, state, foreseen(state));
  }

  private static boolean foreseen(String state) {
    return state.equals("none")
        || state.startsWith("08")
        || state.startsWith("40")
        || state.startsWith("53")
        || state.startsWith("57")
        || state.startsWith("58")
        || state.equals("55P03");
  }

  private static String printable(String state) {
    return state != null && state.matches("[0-9A-Z]{5}") ? state : "none";
  }
}
