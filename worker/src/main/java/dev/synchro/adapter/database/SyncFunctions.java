package dev.synchro.adapter.database;

import dev.synchro.core.message.SyncCall;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The functions of contract 4.2, one statement a call, each a transaction of its own. Bodies and
 * answers stay octets: neither is ever a text in this process.
 */
public final class SyncFunctions {
  private static final int READINESS_SECONDS = 5;

  private static final Map<SyncCall, String> CALLS = calls();

  private final ConnectionPool pool;

  public SyncFunctions(ConnectionPool pool) {
    this.pool = pool;
  }

  private static Map<SyncCall, String> calls() {
    Map<SyncCall, String> calls = new EnumMap<>(SyncCall.class);
    for (SyncCall call : SyncCall.values()) {
      calls.put(call, statement(call.name().toLowerCase(Locale.ROOT)));
    }
    return calls;
  }

  /**
   * Asks first whether the body is JSON at all: a failing cast would write a piece of the body to
   * the server's log. The offset keeps the planner from decoding the body twice.
   */
  private static String statement(String call) {
    return "SELECT CASE WHEN pg_catalog.pg_input_is_valid(b.body, 'json')"
        + " THEN synchro.synchro_"
        + call
        + "(?, b.body::json) END"
        + " FROM (SELECT pg_catalog.convert_from(?, 'UTF8') AS body OFFSET 0) AS b";
  }

  /**
   * One of the four calls.
   *
   * @param body well-formed UTF-8
   * @return the answer, an error envelope included; nothing when the body is not JSON
   */
  public Optional<byte[]> call(SyncCall call, String userId, byte[] body) throws SQLException {
    try (Connection connection = pool.take();
        PreparedStatement statement = connection.prepareStatement(CALLS.get(call))) {
      statement.setString(1, userId);
      statement.setBytes(2, body);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return Optional.ofNullable(row.getBytes(1));
      }
    }
  }

  /** Whether the server says it is ready. Contract 10. */
  public boolean ready() throws SQLException {
    try (Connection connection = pool.take();
        PreparedStatement statement =
            connection.prepareStatement(
                "SELECT synchro.synchro_readiness()::text = '{\"ready\":true}'")) {
      statement.setQueryTimeout(READINESS_SECONDS);
      try (ResultSet row = statement.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    }
  }

  /** The published manifest, as the function returns it. */
  public byte[] schema() throws SQLException {
    return document("SELECT synchro.synchro_schema_manifest()");
  }

  /** The synced tables, as the function returns them. */
  public byte[] tables() throws SQLException {
    return document("SELECT synchro.synchro_tables()");
  }

  private byte[] document(String query) throws SQLException {
    try (Connection connection = pool.take();
        PreparedStatement statement = connection.prepareStatement(query);
        ResultSet row = statement.executeQuery()) {
      row.next();
      return row.getBytes(1);
    }
  }
}
