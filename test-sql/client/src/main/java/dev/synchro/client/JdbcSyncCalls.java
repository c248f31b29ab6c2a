package dev.synchro.client;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;

/**
 * The four calls as SQL functions, made by an adapter login on behalf of one user. A connection
 * that fails is closed and replaced at the next call.
 */
public final class JdbcSyncCalls implements SyncCalls, AutoCloseable {

  /** Opens a connection of an adapter login. */
  @FunctionalInterface
  public interface Connections {
    Connection open() throws SQLException;
  }

  private final Connections connections;
  private final String userId;
  private Connection connection;

  /**
   * @param connections connections of a member of {@code synchro_adapter}
   * @param userId the user the credential names
   */
  public JdbcSyncCalls(Connections connections, String userId) {
    this.connections = Objects.requireNonNull(connections, "connections is null");
    this.userId = Objects.requireNonNull(userId, "userId is null");
  }

  @Override
  public byte[] call(SyncCall call, byte[] request) throws TransportFailure {
    try {
      return ask(statement(call), new String(request, StandardCharsets.UTF_8));
    } catch (SQLException failed) {
      close();
      throw new TransportFailure("the call ended with SQLSTATE " + failed.getSQLState(), failed);
    }
  }

  private byte[] ask(String statement, String request) throws SQLException {
    if (connection == null) {
      connection = connections.open();
    }
    try (PreparedStatement prepared = connection.prepareStatement(statement)) {
      prepared.setString(1, userId);
      prepared.setString(2, request);
      try (ResultSet answer = prepared.executeQuery()) {
        answer.next();
        return answer.getString(1).getBytes(StandardCharsets.UTF_8);
      }
    }
  }

  private static String statement(SyncCall call) {
    return switch (call) {
      case CONNECT -> "SELECT synchro.synchro_connect(?, ?::json)";
      case PUSH -> "SELECT synchro.synchro_push(?, ?::json)";
      case PULL -> "SELECT synchro.synchro_pull(?, ?::json)";
      case REBUILD -> "SELECT synchro.synchro_rebuild(?, ?::json)";
    };
  }

  /** Closes the connection; the next call opens another. */
  @Override
  public void close() {
    Connection closing = connection;
    connection = null;
    if (closing == null) {
      return;
    }
    try {
      closing.close();
    } catch (SQLException alreadyBroken) {
      // Nothing is lost: a broken connection holds no answer.
      return;
    }
  }
}
