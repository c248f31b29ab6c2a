package dev.synchro.embedded.handler;

/** Refuses every method of {@code ResultSetMetaData}; what is supported is overridden. */
@SuppressWarnings({"deprecation", "removal"})
abstract class RefusingMetaData implements java.sql.ResultSetMetaData {

  @Override
  public String getCatalogName(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSetMetaData.getCatalogName");
  }

  @Override
  public String getColumnClassName(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSetMetaData.getColumnClassName");
  }

  @Override
  public int getColumnCount() throws java.sql.SQLException {
    throw Refusal.of("ResultSetMetaData.getColumnCount");
  }

  @Override
  public int getColumnDisplaySize(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSetMetaData.getColumnDisplaySize");
  }

  @Override
  public String getColumnLabel(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSetMetaData.getColumnLabel");
  }

  @Override
  public String getColumnName(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSetMetaData.getColumnName");
  }

  @Override
  public int getColumnType(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSetMetaData.getColumnType");
  }

  @Override
  public String getColumnTypeName(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSetMetaData.getColumnTypeName");
  }

  @Override
  public int getPrecision(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSetMetaData.getPrecision");
  }

  @Override
  public int getScale(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSetMetaData.getScale");
  }

  @Override
  public String getSchemaName(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSetMetaData.getSchemaName");
  }

  @Override
  public String getTableName(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSetMetaData.getTableName");
  }

  @Override
  public boolean isAutoIncrement(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSetMetaData.isAutoIncrement");
  }

  @Override
  public boolean isCaseSensitive(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSetMetaData.isCaseSensitive");
  }

  @Override
  public boolean isCurrency(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSetMetaData.isCurrency");
  }

  @Override
  public boolean isDefinitelyWritable(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSetMetaData.isDefinitelyWritable");
  }

  @Override
  public int isNullable(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSetMetaData.isNullable");
  }

  @Override
  public boolean isReadOnly(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSetMetaData.isReadOnly");
  }

  @Override
  public boolean isSearchable(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSetMetaData.isSearchable");
  }

  @Override
  public boolean isSigned(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSetMetaData.isSigned");
  }

  @Override
  public boolean isWrapperFor(Class<?> a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSetMetaData.isWrapperFor");
  }

  @Override
  public boolean isWritable(int a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSetMetaData.isWritable");
  }

  @Override
  public <T> T unwrap(Class<T> a1) throws java.sql.SQLException {
    throw Refusal.of("ResultSetMetaData.unwrap");
  }
}
