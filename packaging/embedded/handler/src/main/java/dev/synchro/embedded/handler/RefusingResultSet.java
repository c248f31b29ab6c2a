package dev.synchro.embedded.handler;

/** Refuses every method of {@code ResultSet}; what is supported is overridden. */
@SuppressWarnings({"deprecation", "removal"})
abstract class RefusingResultSet implements java.sql.ResultSet {

  @Override
  public boolean absolute(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.absolute");
  }

  @Override
  public void afterLast() throws java.sql.SQLException {
    throw Refusal.of("ResultSet.afterLast");
  }

  @Override
  public void beforeFirst() throws java.sql.SQLException {
    throw Refusal.of("ResultSet.beforeFirst");
  }

  @Override
  public void cancelRowUpdates() throws java.sql.SQLException {
    throw Refusal.of("ResultSet.cancelRowUpdates");
  }

  @Override
  public void clearWarnings() throws java.sql.SQLException {
    throw Refusal.of("ResultSet.clearWarnings");
  }

  @Override
  public void close() throws java.sql.SQLException {
    throw Refusal.of("ResultSet.close");
  }

  @Override
  public void deleteRow() throws java.sql.SQLException {
    throw Refusal.of("ResultSet.deleteRow");
  }

  @Override
  public int findColumn(String a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.findColumn");
  }

  @Override
  public boolean first() throws java.sql.SQLException {
    throw Refusal.of("ResultSet.first");
  }

  @Override
  public java.sql.Array getArray(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getArray");
  }

  @Override
  public java.sql.Array getArray(String a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getArray");
  }

  @Override
  public java.io.InputStream getAsciiStream(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getAsciiStream");
  }

  @Override
  public java.io.InputStream getAsciiStream(String a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getAsciiStream");
  }

  @Override
  public java.math.BigDecimal getBigDecimal(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getBigDecimal");
  }

  @Override
  public java.math.BigDecimal getBigDecimal(int a1, int a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getBigDecimal");
  }

  @Override
  public java.math.BigDecimal getBigDecimal(String a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getBigDecimal");
  }

  @Override
  public java.math.BigDecimal getBigDecimal(String a1, int a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getBigDecimal");
  }

  @Override
  public java.io.InputStream getBinaryStream(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getBinaryStream");
  }

  @Override
  public java.io.InputStream getBinaryStream(String a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getBinaryStream");
  }

  @Override
  public java.sql.Blob getBlob(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getBlob");
  }

  @Override
  public java.sql.Blob getBlob(String a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getBlob");
  }

  @Override
  public boolean getBoolean(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getBoolean");
  }

  @Override
  public boolean getBoolean(String a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getBoolean");
  }

  @Override
  public byte getByte(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getByte");
  }

  @Override
  public byte getByte(String a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getByte");
  }

  @Override
  public byte[] getBytes(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getBytes");
  }

  @Override
  public byte[] getBytes(String a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getBytes");
  }

  @Override
  public java.io.Reader getCharacterStream(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getCharacterStream");
  }

  @Override
  public java.io.Reader getCharacterStream(String a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getCharacterStream");
  }

  @Override
  public java.sql.Clob getClob(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getClob");
  }

  @Override
  public java.sql.Clob getClob(String a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getClob");
  }

  @Override
  public int getConcurrency() throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getConcurrency");
  }

  @Override
  public String getCursorName() throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getCursorName");
  }

  @Override
  public java.sql.Date getDate(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getDate");
  }

  @Override
  public java.sql.Date getDate(int a1, java.util.Calendar a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getDate");
  }

  @Override
  public java.sql.Date getDate(String a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getDate");
  }

  @Override
  public java.sql.Date getDate(String a1, java.util.Calendar a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getDate");
  }

  @Override
  public double getDouble(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getDouble");
  }

  @Override
  public double getDouble(String a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getDouble");
  }

  @Override
  public int getFetchDirection() throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getFetchDirection");
  }

  @Override
  public int getFetchSize() throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getFetchSize");
  }

  @Override
  public float getFloat(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getFloat");
  }

  @Override
  public float getFloat(String a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getFloat");
  }

  @Override
  public int getHoldability() throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getHoldability");
  }

  @Override
  public int getInt(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getInt");
  }

  @Override
  public int getInt(String a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getInt");
  }

  @Override
  public long getLong(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getLong");
  }

  @Override
  public long getLong(String a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getLong");
  }

  @Override
  public java.sql.ResultSetMetaData getMetaData() throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getMetaData");
  }

  @Override
  public java.io.Reader getNCharacterStream(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getNCharacterStream");
  }

  @Override
  public java.io.Reader getNCharacterStream(String a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getNCharacterStream");
  }

  @Override
  public java.sql.NClob getNClob(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getNClob");
  }

  @Override
  public java.sql.NClob getNClob(String a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getNClob");
  }

  @Override
  public String getNString(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getNString");
  }

  @Override
  public String getNString(String a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getNString");
  }

  @Override
  public Object getObject(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getObject");
  }

  @Override
  public <T> T getObject(int a1, Class<T> a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getObject");
  }

  @Override
  public Object getObject(int a1, java.util.Map<String, Class<?>> a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getObject");
  }

  @Override
  public Object getObject(String a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getObject");
  }

  @Override
  public <T> T getObject(String a1, Class<T> a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getObject");
  }

  @Override
  public Object getObject(String a1, java.util.Map<String, Class<?>> a2)
      throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getObject");
  }

  @Override
  public java.sql.Ref getRef(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getRef");
  }

  @Override
  public java.sql.Ref getRef(String a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getRef");
  }

  @Override
  public int getRow() throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getRow");
  }

  @Override
  public java.sql.RowId getRowId(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getRowId");
  }

  @Override
  public java.sql.RowId getRowId(String a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getRowId");
  }

  @Override
  public java.sql.SQLXML getSQLXML(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getSQLXML");
  }

  @Override
  public java.sql.SQLXML getSQLXML(String a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getSQLXML");
  }

  @Override
  public short getShort(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getShort");
  }

  @Override
  public short getShort(String a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getShort");
  }

  @Override
  public java.sql.Statement getStatement() throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getStatement");
  }

  @Override
  public String getString(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getString");
  }

  @Override
  public String getString(String a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getString");
  }

  @Override
  public java.sql.Time getTime(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getTime");
  }

  @Override
  public java.sql.Time getTime(int a1, java.util.Calendar a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getTime");
  }

  @Override
  public java.sql.Time getTime(String a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getTime");
  }

  @Override
  public java.sql.Time getTime(String a1, java.util.Calendar a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getTime");
  }

  @Override
  public java.sql.Timestamp getTimestamp(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getTimestamp");
  }

  @Override
  public java.sql.Timestamp getTimestamp(int a1, java.util.Calendar a2)
      throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getTimestamp");
  }

  @Override
  public java.sql.Timestamp getTimestamp(String a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getTimestamp");
  }

  @Override
  public java.sql.Timestamp getTimestamp(String a1, java.util.Calendar a2)
      throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getTimestamp");
  }

  @Override
  public int getType() throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getType");
  }

  @Override
  public java.net.URL getURL(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getURL");
  }

  @Override
  public java.net.URL getURL(String a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getURL");
  }

  @Override
  public java.io.InputStream getUnicodeStream(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getUnicodeStream");
  }

  @Override
  public java.io.InputStream getUnicodeStream(String a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getUnicodeStream");
  }

  @Override
  public java.sql.SQLWarning getWarnings() throws java.sql.SQLException {
    throw Refusal.of("ResultSet.getWarnings");
  }

  @Override
  public void insertRow() throws java.sql.SQLException {
    throw Refusal.of("ResultSet.insertRow");
  }

  @Override
  public boolean isAfterLast() throws java.sql.SQLException {
    throw Refusal.of("ResultSet.isAfterLast");
  }

  @Override
  public boolean isBeforeFirst() throws java.sql.SQLException {
    throw Refusal.of("ResultSet.isBeforeFirst");
  }

  @Override
  public boolean isClosed() throws java.sql.SQLException {
    throw Refusal.of("ResultSet.isClosed");
  }

  @Override
  public boolean isFirst() throws java.sql.SQLException {
    throw Refusal.of("ResultSet.isFirst");
  }

  @Override
  public boolean isLast() throws java.sql.SQLException {
    throw Refusal.of("ResultSet.isLast");
  }

  @Override
  public boolean isWrapperFor(Class<?> a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.isWrapperFor");
  }

  @Override
  public boolean last() throws java.sql.SQLException {
    throw Refusal.of("ResultSet.last");
  }

  @Override
  public void moveToCurrentRow() throws java.sql.SQLException {
    throw Refusal.of("ResultSet.moveToCurrentRow");
  }

  @Override
  public void moveToInsertRow() throws java.sql.SQLException {
    throw Refusal.of("ResultSet.moveToInsertRow");
  }

  @Override
  public boolean next() throws java.sql.SQLException {
    throw Refusal.of("ResultSet.next");
  }

  @Override
  public boolean previous() throws java.sql.SQLException {
    throw Refusal.of("ResultSet.previous");
  }

  @Override
  public void refreshRow() throws java.sql.SQLException {
    throw Refusal.of("ResultSet.refreshRow");
  }

  @Override
  public boolean relative(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.relative");
  }

  @Override
  public boolean rowDeleted() throws java.sql.SQLException {
    throw Refusal.of("ResultSet.rowDeleted");
  }

  @Override
  public boolean rowInserted() throws java.sql.SQLException {
    throw Refusal.of("ResultSet.rowInserted");
  }

  @Override
  public boolean rowUpdated() throws java.sql.SQLException {
    throw Refusal.of("ResultSet.rowUpdated");
  }

  @Override
  public void setFetchDirection(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.setFetchDirection");
  }

  @Override
  public void setFetchSize(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.setFetchSize");
  }

  @Override
  public <T> T unwrap(Class<T> a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.unwrap");
  }

  @Override
  public void updateArray(int a1, java.sql.Array a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateArray");
  }

  @Override
  public void updateArray(String a1, java.sql.Array a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateArray");
  }

  @Override
  public void updateAsciiStream(int a1, java.io.InputStream a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateAsciiStream");
  }

  @Override
  public void updateAsciiStream(int a1, java.io.InputStream a2, int a3)
      throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateAsciiStream");
  }

  @Override
  public void updateAsciiStream(int a1, java.io.InputStream a2, long a3)
      throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateAsciiStream");
  }

  @Override
  public void updateAsciiStream(String a1, java.io.InputStream a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateAsciiStream");
  }

  @Override
  public void updateAsciiStream(String a1, java.io.InputStream a2, int a3)
      throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateAsciiStream");
  }

  @Override
  public void updateAsciiStream(String a1, java.io.InputStream a2, long a3)
      throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateAsciiStream");
  }

  @Override
  public void updateBigDecimal(int a1, java.math.BigDecimal a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateBigDecimal");
  }

  @Override
  public void updateBigDecimal(String a1, java.math.BigDecimal a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateBigDecimal");
  }

  @Override
  public void updateBinaryStream(int a1, java.io.InputStream a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateBinaryStream");
  }

  @Override
  public void updateBinaryStream(int a1, java.io.InputStream a2, int a3)
      throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateBinaryStream");
  }

  @Override
  public void updateBinaryStream(int a1, java.io.InputStream a2, long a3)
      throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateBinaryStream");
  }

  @Override
  public void updateBinaryStream(String a1, java.io.InputStream a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateBinaryStream");
  }

  @Override
  public void updateBinaryStream(String a1, java.io.InputStream a2, int a3)
      throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateBinaryStream");
  }

  @Override
  public void updateBinaryStream(String a1, java.io.InputStream a2, long a3)
      throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateBinaryStream");
  }

  @Override
  public void updateBlob(int a1, java.io.InputStream a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateBlob");
  }

  @Override
  public void updateBlob(int a1, java.io.InputStream a2, long a3) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateBlob");
  }

  @Override
  public void updateBlob(int a1, java.sql.Blob a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateBlob");
  }

  @Override
  public void updateBlob(String a1, java.io.InputStream a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateBlob");
  }

  @Override
  public void updateBlob(String a1, java.io.InputStream a2, long a3) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateBlob");
  }

  @Override
  public void updateBlob(String a1, java.sql.Blob a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateBlob");
  }

  @Override
  public void updateBoolean(int a1, boolean a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateBoolean");
  }

  @Override
  public void updateBoolean(String a1, boolean a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateBoolean");
  }

  @Override
  public void updateByte(int a1, byte a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateByte");
  }

  @Override
  public void updateByte(String a1, byte a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateByte");
  }

  @Override
  public void updateBytes(int a1, byte[] a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateBytes");
  }

  @Override
  public void updateBytes(String a1, byte[] a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateBytes");
  }

  @Override
  public void updateCharacterStream(int a1, java.io.Reader a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateCharacterStream");
  }

  @Override
  public void updateCharacterStream(int a1, java.io.Reader a2, int a3)
      throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateCharacterStream");
  }

  @Override
  public void updateCharacterStream(int a1, java.io.Reader a2, long a3)
      throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateCharacterStream");
  }

  @Override
  public void updateCharacterStream(String a1, java.io.Reader a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateCharacterStream");
  }

  @Override
  public void updateCharacterStream(String a1, java.io.Reader a2, int a3)
      throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateCharacterStream");
  }

  @Override
  public void updateCharacterStream(String a1, java.io.Reader a2, long a3)
      throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateCharacterStream");
  }

  @Override
  public void updateClob(int a1, java.io.Reader a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateClob");
  }

  @Override
  public void updateClob(int a1, java.io.Reader a2, long a3) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateClob");
  }

  @Override
  public void updateClob(int a1, java.sql.Clob a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateClob");
  }

  @Override
  public void updateClob(String a1, java.io.Reader a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateClob");
  }

  @Override
  public void updateClob(String a1, java.io.Reader a2, long a3) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateClob");
  }

  @Override
  public void updateClob(String a1, java.sql.Clob a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateClob");
  }

  @Override
  public void updateDate(int a1, java.sql.Date a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateDate");
  }

  @Override
  public void updateDate(String a1, java.sql.Date a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateDate");
  }

  @Override
  public void updateDouble(int a1, double a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateDouble");
  }

  @Override
  public void updateDouble(String a1, double a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateDouble");
  }

  @Override
  public void updateFloat(int a1, float a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateFloat");
  }

  @Override
  public void updateFloat(String a1, float a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateFloat");
  }

  @Override
  public void updateInt(int a1, int a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateInt");
  }

  @Override
  public void updateInt(String a1, int a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateInt");
  }

  @Override
  public void updateLong(int a1, long a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateLong");
  }

  @Override
  public void updateLong(String a1, long a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateLong");
  }

  @Override
  public void updateNCharacterStream(int a1, java.io.Reader a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateNCharacterStream");
  }

  @Override
  public void updateNCharacterStream(int a1, java.io.Reader a2, long a3)
      throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateNCharacterStream");
  }

  @Override
  public void updateNCharacterStream(String a1, java.io.Reader a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateNCharacterStream");
  }

  @Override
  public void updateNCharacterStream(String a1, java.io.Reader a2, long a3)
      throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateNCharacterStream");
  }

  @Override
  public void updateNClob(int a1, java.io.Reader a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateNClob");
  }

  @Override
  public void updateNClob(int a1, java.io.Reader a2, long a3) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateNClob");
  }

  @Override
  public void updateNClob(int a1, java.sql.NClob a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateNClob");
  }

  @Override
  public void updateNClob(String a1, java.io.Reader a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateNClob");
  }

  @Override
  public void updateNClob(String a1, java.io.Reader a2, long a3) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateNClob");
  }

  @Override
  public void updateNClob(String a1, java.sql.NClob a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateNClob");
  }

  @Override
  public void updateNString(int a1, String a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateNString");
  }

  @Override
  public void updateNString(String a1, String a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateNString");
  }

  @Override
  public void updateNull(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateNull");
  }

  @Override
  public void updateNull(String a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateNull");
  }

  @Override
  public void updateObject(int a1, Object a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateObject");
  }

  @Override
  public void updateObject(int a1, Object a2, int a3) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateObject");
  }

  @Override
  public void updateObject(int a1, Object a2, java.sql.SQLType a3) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateObject");
  }

  @Override
  public void updateObject(int a1, Object a2, java.sql.SQLType a3, int a4)
      throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateObject");
  }

  @Override
  public void updateObject(String a1, Object a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateObject");
  }

  @Override
  public void updateObject(String a1, Object a2, int a3) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateObject");
  }

  @Override
  public void updateObject(String a1, Object a2, java.sql.SQLType a3) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateObject");
  }

  @Override
  public void updateObject(String a1, Object a2, java.sql.SQLType a3, int a4)
      throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateObject");
  }

  @Override
  public void updateRef(int a1, java.sql.Ref a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateRef");
  }

  @Override
  public void updateRef(String a1, java.sql.Ref a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateRef");
  }

  @Override
  public void updateRow() throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateRow");
  }

  @Override
  public void updateRowId(int a1, java.sql.RowId a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateRowId");
  }

  @Override
  public void updateRowId(String a1, java.sql.RowId a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateRowId");
  }

  @Override
  public void updateSQLXML(int a1, java.sql.SQLXML a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateSQLXML");
  }

  @Override
  public void updateSQLXML(String a1, java.sql.SQLXML a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateSQLXML");
  }

  @Override
  public void updateShort(int a1, short a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateShort");
  }

  @Override
  public void updateShort(String a1, short a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateShort");
  }

  @Override
  public void updateString(int a1, String a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateString");
  }

  @Override
  public void updateString(String a1, String a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateString");
  }

  @Override
  public void updateTime(int a1, java.sql.Time a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateTime");
  }

  @Override
  public void updateTime(String a1, java.sql.Time a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateTime");
  }

  @Override
  public void updateTimestamp(int a1, java.sql.Timestamp a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateTimestamp");
  }

  @Override
  public void updateTimestamp(String a1, java.sql.Timestamp a2) throws java.sql.SQLException {
    throw Refusal.of("ResultSet.updateTimestamp");
  }

  @Override
  public boolean wasNull() throws java.sql.SQLException {
    throw Refusal.of("ResultSet.wasNull");
  }
}
