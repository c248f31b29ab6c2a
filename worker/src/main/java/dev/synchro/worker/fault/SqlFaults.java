package dev.synchro.worker.fault;

import java.sql.SQLException;

/** Translates a database error once, by its SQLSTATE alone. */
public final class SqlFaults {
  private SqlFaults() {}

  /**
   * A fault that says what was attempted, the SQLSTATE and, where it has one cause, what to do.
   *
   * @param doing what was attempted, as in "write the materialization"
   */
  public static WorkerFault classify(String doing, SQLException error) {
    String state = error.getSQLState() == null ? "?????" : error.getSQLState();
    return new WorkerFault(
        kind(state), "cannot " + doing + ": SQLSTATE " + printable(state) + remedy(state));
  }

  private static String remedy(String state) {
    if (state.startsWith("08")) {
      return ", check host and port and that the server accepts connections";
    }
    if (state.startsWith("28")) {
      return ", check the worker login, its password file and pg_hba.conf";
    }
    return switch (state) {
      case "3D000" -> ", check the database in the URL";
      case "42501" -> ", a grant is missing, roles/80-check.sql names it";
      case "53300" -> ", raise max_connections or the login's connection limit";
      default -> "";
    };
  }

  public static FaultKind kind(String state) {
    if (state.startsWith("08") || state.startsWith("57P0")) {
      return FaultKind.UNAVAILABLE;
    }
    if (state.startsWith("28") || state.equals("42501") || state.equals("0LP01")) {
      return FaultKind.PERMISSION;
    }
    if (state.startsWith("3D")) {
      return FaultKind.CONFIGURATION;
    }
    if (state.startsWith("40")
        || state.startsWith("53")
        || state.startsWith("57")
        || state.startsWith("55P03")
        || state.equals("55006")
        || state.startsWith("58")) {
      return FaultKind.TEMPORARY;
    }
    return FaultKind.PROTOCOL;
  }

  private static String printable(String state) {
    return state.matches("[0-9A-Z]{5}") ? state : "?????";
  }
}
