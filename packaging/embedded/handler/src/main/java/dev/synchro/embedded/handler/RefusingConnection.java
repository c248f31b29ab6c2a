package dev.synchro.embedded.handler;

/** Refuses every method of {@code Connection}; what is supported is overridden. */
@SuppressWarnings({"deprecation", "removal"})
abstract class RefusingConnection implements java.sql.Connection {

  @Override
  public void abort(java.util.concurrent.Executor a1) throws java.sql.SQLException {
    throw Refusal.of("Connection.abort");
  }

  @Override
  public void beginRequest() throws java.sql.SQLException {
    throw Refusal.of("Connection.beginRequest");
  }

  @Override
  public void clearWarnings() throws java.sql.SQLException {
    throw Refusal.of("Connection.clearWarnings");
  }

  @Override
  public void close() throws java.sql.SQLException {
    throw Refusal.of("Connection.close");
  }

  @Override
  public void commit() throws java.sql.SQLException {
    throw Refusal.of("Connection.commit");
  }

  @Override
  public java.sql.Array createArrayOf(String a1, Object[] a2) throws java.sql.SQLException {
    throw Refusal.of("Connection.createArrayOf");
  }

  @Override
  public java.sql.Blob createBlob() throws java.sql.SQLException {
    throw Refusal.of("Connection.createBlob");
  }

  @Override
  public java.sql.Clob createClob() throws java.sql.SQLException {
    throw Refusal.of("Connection.createClob");
  }

  @Override
  public java.sql.NClob createNClob() throws java.sql.SQLException {
    throw Refusal.of("Connection.createNClob");
  }

  @Override
  public java.sql.SQLXML createSQLXML() throws java.sql.SQLException {
    throw Refusal.of("Connection.createSQLXML");
  }

  @Override
  public java.sql.Statement createStatement() throws java.sql.SQLException {
    throw Refusal.of("Connection.createStatement");
  }

  @Override
  public java.sql.Statement createStatement(int a1, int a2) throws java.sql.SQLException {
    throw Refusal.of("Connection.createStatement");
  }

  @Override
  public java.sql.Statement createStatement(int a1, int a2, int a3) throws java.sql.SQLException {
    throw Refusal.of("Connection.createStatement");
  }

  @Override
  public java.sql.Struct createStruct(String a1, Object[] a2) throws java.sql.SQLException {
    throw Refusal.of("Connection.createStruct");
  }

  @Override
  public void endRequest() throws java.sql.SQLException {
    throw Refusal.of("Connection.endRequest");
  }

  @Override
  public boolean getAutoCommit() throws java.sql.SQLException {
    throw Refusal.of("Connection.getAutoCommit");
  }

  @Override
  public String getCatalog() throws java.sql.SQLException {
    throw Refusal.of("Connection.getCatalog");
  }

  @Override
  public java.util.Properties getClientInfo() throws java.sql.SQLException {
    throw Refusal.of("Connection.getClientInfo");
  }

  @Override
  public String getClientInfo(String a1) throws java.sql.SQLException {
    throw Refusal.of("Connection.getClientInfo");
  }

  @Override
  public int getHoldability() throws java.sql.SQLException {
    throw Refusal.of("Connection.getHoldability");
  }

  @Override
  public java.sql.DatabaseMetaData getMetaData() throws java.sql.SQLException {
    throw Refusal.of("Connection.getMetaData");
  }

  @Override
  public int getNetworkTimeout() throws java.sql.SQLException {
    throw Refusal.of("Connection.getNetworkTimeout");
  }

  @Override
  public String getSchema() throws java.sql.SQLException {
    throw Refusal.of("Connection.getSchema");
  }

  @Override
  public int getTransactionIsolation() throws java.sql.SQLException {
    throw Refusal.of("Connection.getTransactionIsolation");
  }

  @Override
  public java.util.Map<String, Class<?>> getTypeMap() throws java.sql.SQLException {
    throw Refusal.of("Connection.getTypeMap");
  }

  @Override
  public java.sql.SQLWarning getWarnings() throws java.sql.SQLException {
    throw Refusal.of("Connection.getWarnings");
  }

  @Override
  public boolean isClosed() throws java.sql.SQLException {
    throw Refusal.of("Connection.isClosed");
  }

  @Override
  public boolean isReadOnly() throws java.sql.SQLException {
    throw Refusal.of("Connection.isReadOnly");
  }

  @Override
  public boolean isValid(int a1) throws java.sql.SQLException {
    throw Refusal.of("Connection.isValid");
  }

  @Override
  public boolean isWrapperFor(Class<?> a1) throws java.sql.SQLException {
    throw Refusal.of("Connection.isWrapperFor");
  }

  @Override
  public String nativeSQL(String a1) throws java.sql.SQLException {
    throw Refusal.of("Connection.nativeSQL");
  }

  @Override
  public java.sql.CallableStatement prepareCall(String a1) throws java.sql.SQLException {
    throw Refusal.of("Connection.prepareCall");
  }

  @Override
  public java.sql.CallableStatement prepareCall(String a1, int a2, int a3)
      throws java.sql.SQLException {
    throw Refusal.of("Connection.prepareCall");
  }

  @Override
  public java.sql.CallableStatement prepareCall(String a1, int a2, int a3, int a4)
      throws java.sql.SQLException {
    throw Refusal.of("Connection.prepareCall");
  }

  @Override
  public java.sql.PreparedStatement prepareStatement(String a1) throws java.sql.SQLException {
    throw Refusal.of("Connection.prepareStatement");
  }

  @Override
  public java.sql.PreparedStatement prepareStatement(String a1, int[] a2)
      throws java.sql.SQLException {
    throw Refusal.of("Connection.prepareStatement");
  }

  @Override
  public java.sql.PreparedStatement prepareStatement(String a1, String[] a2)
      throws java.sql.SQLException {
    throw Refusal.of("Connection.prepareStatement");
  }

  @Override
  public java.sql.PreparedStatement prepareStatement(String a1, int a2)
      throws java.sql.SQLException {
    throw Refusal.of("Connection.prepareStatement");
  }

  @Override
  public java.sql.PreparedStatement prepareStatement(String a1, int a2, int a3)
      throws java.sql.SQLException {
    throw Refusal.of("Connection.prepareStatement");
  }

  @Override
  public java.sql.PreparedStatement prepareStatement(String a1, int a2, int a3, int a4)
      throws java.sql.SQLException {
    throw Refusal.of("Connection.prepareStatement");
  }

  @Override
  public void releaseSavepoint(java.sql.Savepoint a1) throws java.sql.SQLException {
    throw Refusal.of("Connection.releaseSavepoint");
  }

  @Override
  public void rollback() throws java.sql.SQLException {
    throw Refusal.of("Connection.rollback");
  }

  @Override
  public void rollback(java.sql.Savepoint a1) throws java.sql.SQLException {
    throw Refusal.of("Connection.rollback");
  }

  @Override
  public void setAutoCommit(boolean a1) throws java.sql.SQLException {
    throw Refusal.of("Connection.setAutoCommit");
  }

  @Override
  public void setCatalog(String a1) throws java.sql.SQLException {
    throw Refusal.of("Connection.setCatalog");
  }

  @Override
  public void setClientInfo(String a1, String a2) throws java.sql.SQLClientInfoException {
    throw new java.sql.SQLClientInfoException(
        "setClientInfo is not supported by the database's Java", "0A000", null);
  }

  @Override
  public void setClientInfo(java.util.Properties a1) throws java.sql.SQLClientInfoException {
    throw new java.sql.SQLClientInfoException(
        "setClientInfo is not supported by the database's Java", "0A000", null);
  }

  @Override
  public void setHoldability(int a1) throws java.sql.SQLException {
    throw Refusal.of("Connection.setHoldability");
  }

  @Override
  public void setNetworkTimeout(java.util.concurrent.Executor a1, int a2)
      throws java.sql.SQLException {
    throw Refusal.of("Connection.setNetworkTimeout");
  }

  @Override
  public void setReadOnly(boolean a1) throws java.sql.SQLException {
    throw Refusal.of("Connection.setReadOnly");
  }

  @Override
  public java.sql.Savepoint setSavepoint() throws java.sql.SQLException {
    throw Refusal.of("Connection.setSavepoint");
  }

  @Override
  public java.sql.Savepoint setSavepoint(String a1) throws java.sql.SQLException {
    throw Refusal.of("Connection.setSavepoint");
  }

  @Override
  public void setSchema(String a1) throws java.sql.SQLException {
    throw Refusal.of("Connection.setSchema");
  }

  @Override
  public void setShardingKey(java.sql.ShardingKey a1) throws java.sql.SQLException {
    throw Refusal.of("Connection.setShardingKey");
  }

  @Override
  public void setShardingKey(java.sql.ShardingKey a1, java.sql.ShardingKey a2)
      throws java.sql.SQLException {
    throw Refusal.of("Connection.setShardingKey");
  }

  @Override
  public boolean setShardingKeyIfValid(java.sql.ShardingKey a1, int a2)
      throws java.sql.SQLException {
    throw Refusal.of("Connection.setShardingKeyIfValid");
  }

  @Override
  public boolean setShardingKeyIfValid(java.sql.ShardingKey a1, java.sql.ShardingKey a2, int a3)
      throws java.sql.SQLException {
    throw Refusal.of("Connection.setShardingKeyIfValid");
  }

  @Override
  public void setTransactionIsolation(int a1) throws java.sql.SQLException {
    throw Refusal.of("Connection.setTransactionIsolation");
  }

  @Override
  public void setTypeMap(java.util.Map<String, Class<?>> a1) throws java.sql.SQLException {
    throw Refusal.of("Connection.setTypeMap");
  }

  @Override
  public <T> T unwrap(Class<T> a1) throws java.sql.SQLException {
    throw Refusal.of("Connection.unwrap");
  }
}
