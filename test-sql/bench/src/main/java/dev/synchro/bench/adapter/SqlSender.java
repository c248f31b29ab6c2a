package dev.synchro.bench.adapter;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Makes one call again and again over one connection, as a prepared statement. */
final class SqlSender implements Load.Sender, AutoCloseable {
  private final Connection connection;
  private final PreparedStatement statement;

  SqlSender(Connection connection, String user, byte[] body) throws SQLException {
    this.connection = connection;
    statement = connection.prepareStatement("SELECT synchro.synchro_pull(?, ?::json)");
    statement.setString(1, user);
    statement.setString(2, new String(body, StandardCharsets.UTF_8));
  }

  @Override
  public void send() throws SQLException {
    try (ResultSet answer = statement.executeQuery()) {
      answer.next();
      if (answer.getString(1).startsWith("{\"error\":")) {
        throw new SQLException("the call was refused");
      }
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
