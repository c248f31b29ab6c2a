package dev.synchro.bench.calls;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The Java side of the measured functions; runs in the server. */
public final class BenchFunctions {
  private static Connection session;

  private BenchFunctions() {}

  public static long same(long value) {
    return value;
  }

  public static String sameText(String value) {
    return value;
  }

  public static byte[] sameOctets(byte[] value) {
    return value;
  }

  /** A row by its primary key. */
  public static long lookUp(long id) throws SQLException {
    if (session == null) {
      session = DriverManager.getConnection("jdbc:default:connection");
    }
    try (PreparedStatement statement =
        session.prepareStatement("select amount from measured where id = ?")) {
      statement.setLong(1, id);
      try (ResultSet row = statement.executeQuery()) {
        return row.next() ? row.getLong(1) : -1;
      }
    }
  }
}
