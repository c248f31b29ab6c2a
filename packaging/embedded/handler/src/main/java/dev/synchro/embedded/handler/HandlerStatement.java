package dev.synchro.embedded.handler;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A statement, alive until closed or until the call that made it returns. */
class HandlerStatement extends RefusingStatement {
  private static final int FETCH_SIZE = 1000;

  private final long invocation;
  private boolean isOpen = true;
  private int fetchSize = FETCH_SIZE;
  private int maxRows;
  private HandlerResultSet rows;
  private int updateCount = -1;
  private SqlText text;
  private Plan plan;

  HandlerStatement() throws SQLException {
    invocation = Backend.invocation();
    Session.opened(this);
  }

  final long invocation() {
    return invocation;
  }

  @Override
  public ResultSet executeQuery(String sql) throws SQLException {
    return query(plain(sql), new ParameterSet(0));
  }

  @Override
  public int executeUpdate(String sql) throws SQLException {
    return update(plain(sql), new ParameterSet(0));
  }

  @Override
  public boolean execute(String sql) throws SQLException {
    return run(plain(sql), new ParameterSet(0));
  }

  private static SqlText plain(String sql) throws SQLException {
    SqlText text = Session.PLANS.text(sql);
    if (text.parameters > 0) {
      throw new SQLException("expected a prepared statement for SQL text with parameters", "07001");
    }
    return text;
  }

  final HandlerResultSet query(SqlText next, ParameterSet parameters) throws SQLException {
    prepare(next, parameters);
    if (!plan.shape().returnsRows) {
      throw new SQLException("expected a statement that returns rows", "07005");
    }
    return open(parameters);
  }

  final int update(SqlText next, ParameterSet parameters) throws SQLException {
    prepare(next, parameters);
    if (plan.shape().returnsRows) {
      throw Refusal.of(
          "executeUpdate of a statement that returns rows (it runs only as they are fetched)");
    }
    return change(parameters);
  }

  final boolean run(SqlText next, ParameterSet parameters) throws SQLException {
    prepare(next, parameters);
    if (plan.shape().returnsRows) {
      open(parameters);
      return true;
    }
    change(parameters);
    return false;
  }

  final int[] updateAll(SqlText next, ParameterBatch batch) throws SQLException {
    prepare(next, batch.types());
    if (plan.shape().returnsRows) {
      throw Refusal.of("a batch of a statement that returns rows");
    }
    return Backend.updateAll(plan.handle, batch.octets(), batch.size());
  }

  private HandlerResultSet open(ParameterSet parameters) throws SQLException {
    byte[] octets = parameters.encode();
    parameters.clear();
    byte[] first = Backend.query(plan.handle, octets, firstLimit());
    rows = new HandlerResultSet(this, plan, first, fetchSize, maxRows);
    return rows;
  }

  private int firstLimit() {
    return maxRows > 0 ? Math.min(fetchSize, maxRows) : fetchSize;
  }

  private int change(ParameterSet parameters) throws SQLException {
    byte[] octets = parameters.encode();
    parameters.clear();
    long count = Backend.update(plan.handle, octets);
    updateCount = (int) Math.min(count, Integer.MAX_VALUE);
    return updateCount;
  }

  private void prepare(SqlText next, ParameterSet parameters) throws SQLException {
    prepare(next, parameters.types());
  }

  private void prepare(SqlText next, int[] types) throws SQLException {
    requireOpen();
    closeRows();
    updateCount = -1;
    if (plan != null && text == next && plan.isFor(types)) {
      return;
    }
    giveBackPlan();
    plan = Session.PLANS.take(next, types);
    text = next;
  }

  private void giveBackPlan() {
    if (plan != null) {
      Plan idle = plan;
      plan = null;
      Session.PLANS.giveBack(text, idle);
    }
  }

  private void closeRows() throws SQLException {
    if (rows != null) {
      HandlerResultSet old = rows;
      rows = null;
      old.close();
    }
  }

  final void requireOpen() throws SQLException {
    if (!isOpen) {
      throw new SQLException(
          "the statement is closed, or the call that made it has returned", "55000");
    }
  }

  @Override
  public ResultSet getResultSet() throws SQLException {
    requireOpen();
    return rows;
  }

  @Override
  public int getUpdateCount() throws SQLException {
    requireOpen();
    return updateCount;
  }

  @Override
  public boolean getMoreResults() throws SQLException {
    requireOpen();
    closeRows();
    updateCount = -1;
    return false;
  }

  @Override
  public int getFetchSize() throws SQLException {
    requireOpen();
    return fetchSize;
  }

  @Override
  public void setFetchSize(int rowCount) throws SQLException {
    requireOpen();
    if (rowCount < 0) {
      throw new SQLException("expected a fetch size of 0 or more, found " + rowCount, "22023");
    }
    fetchSize = rowCount == 0 ? FETCH_SIZE : rowCount;
  }

  @Override
  public int getMaxRows() throws SQLException {
    requireOpen();
    return maxRows;
  }

  @Override
  public void setMaxRows(int rowCount) throws SQLException {
    requireOpen();
    if (rowCount < 0) {
      throw new SQLException("expected a row limit of 0 or more, found " + rowCount, "22023");
    }
    maxRows = rowCount;
  }

  @Override
  public Connection getConnection() throws SQLException {
    requireOpen();
    return Session.CONNECTION;
  }

  @Override
  public void close() throws SQLException {
    if (!isOpen) {
      return;
    }
    isOpen = false;
    Session.closed(this);
    try {
      closeRows();
    } finally {
      giveBackPlan();
    }
  }
}
