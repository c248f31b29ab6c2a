package dev.synchro.embedded.handler;

/** Refuses every method of {@code PreparedStatement}; what is supported is overridden. */
@SuppressWarnings({"deprecation", "removal"})
abstract class RefusingPreparedStatement extends HandlerStatement
    implements java.sql.PreparedStatement {
  RefusingPreparedStatement() throws java.sql.SQLException {}

  @Override
  public void addBatch() throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.addBatch");
  }

  @Override
  public void clearParameters() throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.clearParameters");
  }

  @Override
  public boolean execute() throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.execute");
  }

  @Override
  public long executeLargeUpdate() throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.executeLargeUpdate");
  }

  @Override
  public java.sql.ResultSet executeQuery() throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.executeQuery");
  }

  @Override
  public int executeUpdate() throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.executeUpdate");
  }

  @Override
  public java.sql.ResultSetMetaData getMetaData() throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.getMetaData");
  }

  @Override
  public java.sql.ParameterMetaData getParameterMetaData() throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.getParameterMetaData");
  }

  @Override
  public void setArray(int a1, java.sql.Array a2) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setArray");
  }

  @Override
  public void setAsciiStream(int a1, java.io.InputStream a2) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setAsciiStream");
  }

  @Override
  public void setAsciiStream(int a1, java.io.InputStream a2, int a3) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setAsciiStream");
  }

  @Override
  public void setAsciiStream(int a1, java.io.InputStream a2, long a3) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setAsciiStream");
  }

  @Override
  public void setBigDecimal(int a1, java.math.BigDecimal a2) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setBigDecimal");
  }

  @Override
  public void setBinaryStream(int a1, java.io.InputStream a2) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setBinaryStream");
  }

  @Override
  public void setBinaryStream(int a1, java.io.InputStream a2, int a3) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setBinaryStream");
  }

  @Override
  public void setBinaryStream(int a1, java.io.InputStream a2, long a3)
      throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setBinaryStream");
  }

  @Override
  public void setBlob(int a1, java.io.InputStream a2) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setBlob");
  }

  @Override
  public void setBlob(int a1, java.io.InputStream a2, long a3) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setBlob");
  }

  @Override
  public void setBlob(int a1, java.sql.Blob a2) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setBlob");
  }

  @Override
  public void setBoolean(int a1, boolean a2) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setBoolean");
  }

  @Override
  public void setByte(int a1, byte a2) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setByte");
  }

  @Override
  public void setBytes(int a1, byte[] a2) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setBytes");
  }

  @Override
  public void setCharacterStream(int a1, java.io.Reader a2) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setCharacterStream");
  }

  @Override
  public void setCharacterStream(int a1, java.io.Reader a2, int a3) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setCharacterStream");
  }

  @Override
  public void setCharacterStream(int a1, java.io.Reader a2, long a3) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setCharacterStream");
  }

  @Override
  public void setClob(int a1, java.io.Reader a2) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setClob");
  }

  @Override
  public void setClob(int a1, java.io.Reader a2, long a3) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setClob");
  }

  @Override
  public void setClob(int a1, java.sql.Clob a2) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setClob");
  }

  @Override
  public void setDate(int a1, java.sql.Date a2) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setDate");
  }

  @Override
  public void setDate(int a1, java.sql.Date a2, java.util.Calendar a3)
      throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setDate");
  }

  @Override
  public void setDouble(int a1, double a2) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setDouble");
  }

  @Override
  public void setFloat(int a1, float a2) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setFloat");
  }

  @Override
  public void setInt(int a1, int a2) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setInt");
  }

  @Override
  public void setLong(int a1, long a2) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setLong");
  }

  @Override
  public void setNCharacterStream(int a1, java.io.Reader a2) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setNCharacterStream");
  }

  @Override
  public void setNCharacterStream(int a1, java.io.Reader a2, long a3) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setNCharacterStream");
  }

  @Override
  public void setNClob(int a1, java.io.Reader a2) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setNClob");
  }

  @Override
  public void setNClob(int a1, java.io.Reader a2, long a3) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setNClob");
  }

  @Override
  public void setNClob(int a1, java.sql.NClob a2) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setNClob");
  }

  @Override
  public void setNString(int a1, String a2) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setNString");
  }

  @Override
  public void setNull(int a1, int a2) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setNull");
  }

  @Override
  public void setNull(int a1, int a2, String a3) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setNull");
  }

  @Override
  public void setObject(int a1, Object a2) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setObject");
  }

  @Override
  public void setObject(int a1, Object a2, int a3) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setObject");
  }

  @Override
  public void setObject(int a1, Object a2, int a3, int a4) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setObject");
  }

  @Override
  public void setObject(int a1, Object a2, java.sql.SQLType a3) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setObject");
  }

  @Override
  public void setObject(int a1, Object a2, java.sql.SQLType a3, int a4)
      throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setObject");
  }

  @Override
  public void setRef(int a1, java.sql.Ref a2) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setRef");
  }

  @Override
  public void setRowId(int a1, java.sql.RowId a2) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setRowId");
  }

  @Override
  public void setSQLXML(int a1, java.sql.SQLXML a2) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setSQLXML");
  }

  @Override
  public void setShort(int a1, short a2) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setShort");
  }

  @Override
  public void setString(int a1, String a2) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setString");
  }

  @Override
  public void setTime(int a1, java.sql.Time a2) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setTime");
  }

  @Override
  public void setTime(int a1, java.sql.Time a2, java.util.Calendar a3)
      throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setTime");
  }

  @Override
  public void setTimestamp(int a1, java.sql.Timestamp a2) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setTimestamp");
  }

  @Override
  public void setTimestamp(int a1, java.sql.Timestamp a2, java.util.Calendar a3)
      throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setTimestamp");
  }

  @Override
  public void setURL(int a1, java.net.URL a2) throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setURL");
  }

  @Override
  public void setUnicodeStream(int a1, java.io.InputStream a2, int a3)
      throws java.sql.SQLException {
    throw Refusal.of("PreparedStatement.setUnicodeStream");
  }
}
