package dev.synchro.worker.stream;

import dev.synchro.worker.fault.FaultKind;
import dev.synchro.worker.fault.SqlFaults;
import dev.synchro.worker.fault.WorkerFault;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The server settings every connection of the worker runs under, whatever the defaults of database
 * and role are: the output settings of contract 2.6, and no time limit, since one would kill a long
 * copy and its repetition for ever.
 */
final class SessionSettings {
  private static final Map<String, String> PINNED = new LinkedHashMap<>();

  static {
    PINNED.put("DateStyle", "ISO, MDY");
    PINNED.put("TimeZone", "UTC");
    PINNED.put("IntervalStyle", "iso_8601");
    PINNED.put("bytea_output", "hex");
    PINNED.put("extra_float_digits", "1");
    PINNED.put("client_encoding", "UTF8");
    PINNED.put("standard_conforming_strings", "on");
    PINNED.put("row_security", "on");
    PINNED.put("search_path", "pg_catalog, pg_temp");
    PINNED.put("statement_timeout", "0");
    PINNED.put("lock_timeout", "0");
    PINNED.put("idle_in_transaction_session_timeout", "0");
    PINNED.put("idle_session_timeout", "0");
    PINNED.put("transaction_timeout", "0");
    PINNED.put("default_transaction_isolation", "read committed");
    PINNED.put("default_transaction_read_only", "off");
    PINNED.put("synchronous_commit", "on");
    PINNED.put("jit", "off");
    PINNED.put("max_parallel_workers_per_gather", "0");
  }

  private SessionSettings() {}

  /** The settings as the {@code options} of a startup packet. */
  static String startupOptions() {
    return PINNED.entrySet().stream()
        .map(setting -> "-c " + setting.getKey() + "=" + setting.getValue().replace(" ", "\\ "))
        .collect(Collectors.joining(" "));
  }

  /** Sets them once more, since the driver sends some of its own, and reads each one back. */
  static void pin(Connection connection) {
    try (Statement statement = connection.createStatement()) {
      for (Map.Entry<String, String> setting : PINNED.entrySet()) {
        String value = setting.getValue();
        // A list must not become one quoted name, and a number or word needs no quotes.
        String literal = setting.getKey().equals("search_path") ? value : "'" + value + "'";
        statement.execute("SET SESSION " + setting.getKey() + " TO " + literal);
      }
      for (Map.Entry<String, String> setting : PINNED.entrySet()) {
        verify(statement, setting.getKey(), setting.getValue());
      }
    } catch (SQLException e) {
      throw SqlFaults.classify("pin the session settings", e);
    }
  }

  private static void verify(Statement statement, String name, String expected)
      throws SQLException {
    try (ResultSet row = statement.executeQuery("SHOW " + name)) {
      row.next();
      if (!row.getString(1).equals(expected)) {
        throw new WorkerFault(
            FaultKind.CONFIGURATION, "setting " + name + " does not take the value " + expected);
      }
    }
  }
}
