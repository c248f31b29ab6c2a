package dev.synchro.embedded.handler;

/** Refuses every method of {@code Statement}; what is supported is overridden. */
@SuppressWarnings({"deprecation", "removal"})
abstract class RefusingStatement implements java.sql.Statement {

  @Override
  public void addBatch(String a1) throws java.sql.SQLException {
    throw Refusal.of("Statement.addBatch");
  }

  @Override
  public void cancel() throws java.sql.SQLException {
    throw Refusal.of("Statement.cancel");
  }

  @Override
  public void clearBatch() throws java.sql.SQLException {
    throw Refusal.of("Statement.clearBatch");
  }

  @Override
  public void clearWarnings() throws java.sql.SQLException {
    throw Refusal.of("Statement.clearWarnings");
  }

  @Override
  public void close() throws java.sql.SQLException {
    throw Refusal.of("Statement.close");
  }

  @Override
  public void closeOnCompletion() throws java.sql.SQLException {
    throw Refusal.of("Statement.closeOnCompletion");
  }

  @Override
  public String enquoteIdentifier(String a1, boolean a2) throws java.sql.SQLException {
    throw Refusal.of("Statement.enquoteIdentifier");
  }

  @Override
  public String enquoteLiteral(String a1) throws java.sql.SQLException {
    throw Refusal.of("Statement.enquoteLiteral");
  }

  @Override
  public String enquoteNCharLiteral(String a1) throws java.sql.SQLException {
    throw Refusal.of("Statement.enquoteNCharLiteral");
  }

  @Override
  public boolean execute(String a1) throws java.sql.SQLException {
    throw Refusal.of("Statement.execute");
  }

  @Override
  public boolean execute(String a1, int[] a2) throws java.sql.SQLException {
    throw Refusal.of("Statement.execute");
  }

  @Override
  public boolean execute(String a1, String[] a2) throws java.sql.SQLException {
    throw Refusal.of("Statement.execute");
  }

  @Override
  public boolean execute(String a1, int a2) throws java.sql.SQLException {
    throw Refusal.of("Statement.execute");
  }

  @Override
  public int[] executeBatch() throws java.sql.SQLException {
    throw Refusal.of("Statement.executeBatch");
  }

  @Override
  public long[] executeLargeBatch() throws java.sql.SQLException {
    throw Refusal.of("Statement.executeLargeBatch");
  }

  @Override
  public long executeLargeUpdate(String a1) throws java.sql.SQLException {
    throw Refusal.of("Statement.executeLargeUpdate");
  }

  @Override
  public long executeLargeUpdate(String a1, int[] a2) throws java.sql.SQLException {
    throw Refusal.of("Statement.executeLargeUpdate");
  }

  @Override
  public long executeLargeUpdate(String a1, String[] a2) throws java.sql.SQLException {
    throw Refusal.of("Statement.executeLargeUpdate");
  }

  @Override
  public long executeLargeUpdate(String a1, int a2) throws java.sql.SQLException {
    throw Refusal.of("Statement.executeLargeUpdate");
  }

  @Override
  public java.sql.ResultSet executeQuery(String a1) throws java.sql.SQLException {
    throw Refusal.of("Statement.executeQuery");
  }

  @Override
  public int executeUpdate(String a1) throws java.sql.SQLException {
    throw Refusal.of("Statement.executeUpdate");
  }

  @Override
  public int executeUpdate(String a1, int[] a2) throws java.sql.SQLException {
    throw Refusal.of("Statement.executeUpdate");
  }

  @Override
  public int executeUpdate(String a1, String[] a2) throws java.sql.SQLException {
    throw Refusal.of("Statement.executeUpdate");
  }

  @Override
  public int executeUpdate(String a1, int a2) throws java.sql.SQLException {
    throw Refusal.of("Statement.executeUpdate");
  }

  @Override
  public java.sql.Connection getConnection() throws java.sql.SQLException {
    throw Refusal.of("Statement.getConnection");
  }

  @Override
  public int getFetchDirection() throws java.sql.SQLException {
    throw Refusal.of("Statement.getFetchDirection");
  }

  @Override
  public int getFetchSize() throws java.sql.SQLException {
    throw Refusal.of("Statement.getFetchSize");
  }

  @Override
  public java.sql.ResultSet getGeneratedKeys() throws java.sql.SQLException {
    throw Refusal.of("Statement.getGeneratedKeys");
  }

  @Override
  public long getLargeMaxRows() throws java.sql.SQLException {
    throw Refusal.of("Statement.getLargeMaxRows");
  }

  @Override
  public long getLargeUpdateCount() throws java.sql.SQLException {
    throw Refusal.of("Statement.getLargeUpdateCount");
  }

  @Override
  public int getMaxFieldSize() throws java.sql.SQLException {
    throw Refusal.of("Statement.getMaxFieldSize");
  }

  @Override
  public int getMaxRows() throws java.sql.SQLException {
    throw Refusal.of("Statement.getMaxRows");
  }

  @Override
  public boolean getMoreResults() throws java.sql.SQLException {
    throw Refusal.of("Statement.getMoreResults");
  }

  @Override
  public boolean getMoreResults(int a1) throws java.sql.SQLException {
    throw Refusal.of("Statement.getMoreResults");
  }

  @Override
  public int getQueryTimeout() throws java.sql.SQLException {
    throw Refusal.of("Statement.getQueryTimeout");
  }

  @Override
  public java.sql.ResultSet getResultSet() throws java.sql.SQLException {
    throw Refusal.of("Statement.getResultSet");
  }

  @Override
  public int getResultSetConcurrency() throws java.sql.SQLException {
    throw Refusal.of("Statement.getResultSetConcurrency");
  }

  @Override
  public int getResultSetHoldability() throws java.sql.SQLException {
    throw Refusal.of("Statement.getResultSetHoldability");
  }

  @Override
  public int getResultSetType() throws java.sql.SQLException {
    throw Refusal.of("Statement.getResultSetType");
  }

  @Override
  public int getUpdateCount() throws java.sql.SQLException {
    throw Refusal.of("Statement.getUpdateCount");
  }

  @Override
  public java.sql.SQLWarning getWarnings() throws java.sql.SQLException {
    throw Refusal.of("Statement.getWarnings");
  }

  @Override
  public boolean isCloseOnCompletion() throws java.sql.SQLException {
    throw Refusal.of("Statement.isCloseOnCompletion");
  }

  @Override
  public boolean isClosed() throws java.sql.SQLException {
    throw Refusal.of("Statement.isClosed");
  }

  @Override
  public boolean isPoolable() throws java.sql.SQLException {
    throw Refusal.of("Statement.isPoolable");
  }

  @Override
  public boolean isSimpleIdentifier(String a1) throws java.sql.SQLException {
    throw Refusal.of("Statement.isSimpleIdentifier");
  }

  @Override
  public boolean isWrapperFor(Class<?> a1) throws java.sql.SQLException {
    throw Refusal.of("Statement.isWrapperFor");
  }

  @Override
  public void setCursorName(String a1) throws java.sql.SQLException {
    throw Refusal.of("Statement.setCursorName");
  }

  @Override
  public void setEscapeProcessing(boolean a1) throws java.sql.SQLException {
    throw Refusal.of("Statement.setEscapeProcessing");
  }

  @Override
  public void setFetchDirection(int a1) throws java.sql.SQLException {
    throw Refusal.of("Statement.setFetchDirection");
  }

  @Override
  public void setFetchSize(int a1) throws java.sql.SQLException {
    throw Refusal.of("Statement.setFetchSize");
  }

  @Override
  public void setLargeMaxRows(long a1) throws java.sql.SQLException {
    throw Refusal.of("Statement.setLargeMaxRows");
  }

  @Override
  public void setMaxFieldSize(int a1) throws java.sql.SQLException {
    throw Refusal.of("Statement.setMaxFieldSize");
  }

  @Override
  public void setMaxRows(int a1) throws java.sql.SQLException {
    throw Refusal.of("Statement.setMaxRows");
  }

  @Override
  public void setPoolable(boolean a1) throws java.sql.SQLException {
    throw Refusal.of("Statement.setPoolable");
  }

  @Override
  public void setQueryTimeout(int a1) throws java.sql.SQLException {
    throw Refusal.of("Statement.setQueryTimeout");
  }

  @Override
  public <T> T unwrap(Class<T> a1) throws java.sql.SQLException {
    throw Refusal.of("Statement.unwrap");
  }
}
