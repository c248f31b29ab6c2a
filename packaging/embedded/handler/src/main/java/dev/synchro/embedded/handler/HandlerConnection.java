package dev.synchro.embedded.handler;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;

/**
 * The session's one connection to itself. It has no transactions of its own: the caller's goes on
 * around it.
 */
final class HandlerConnection extends RefusingConnection {
  HandlerConnection() {}

  @Override
  public Statement createStatement() throws SQLException {
    return new HandlerStatement();
  }

  @Override
  public PreparedStatement prepareStatement(String sql) throws SQLException {
    return new HandlerPreparedStatement(sql);
  }

  @Override
  public Savepoint setSavepoint() throws SQLException {
    return new HandlerSavepoint(null, Backend.savepoint());
  }

  @Override
  public Savepoint setSavepoint(String name) throws SQLException {
    return new HandlerSavepoint(name, Backend.savepoint());
  }

  @Override
  public void releaseSavepoint(Savepoint savepoint) throws SQLException {
    HandlerSavepoint.of(savepoint).release();
  }

  @Override
  public void rollback(Savepoint savepoint) throws SQLException {
    HandlerSavepoint.of(savepoint).rollback();
  }

  @Override
  public boolean getAutoCommit() {
    return false;
  }

  @Override
  public boolean isClosed() {
    return false;
  }

  /** The session goes on. */
  @Override
  public void close() {}
}
