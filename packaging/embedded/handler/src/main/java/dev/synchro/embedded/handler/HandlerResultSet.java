package dev.synchro.embedded.handler;

import java.math.BigDecimal;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;

/** Rows read forward, a batch at a time; the statement runs only as far as they are fetched. */
final class HandlerResultSet extends RefusingResultSet {
  private final HandlerStatement statement;
  private final Plan plan;
  private final int fetchSize;
  private final int maxRows;

  private Shape shape;
  private RowBatch batch;
  private int rowOfBatch;
  private int taken;
  private boolean wasFetched;
  private boolean isOnRow;
  private boolean isOpen = true;
  private boolean wasNull;

  HandlerResultSet(HandlerStatement statement, Plan plan, byte[] first, int fetchSize, int maxRows)
      throws SQLException {
    this.statement = statement;
    this.plan = plan;
    this.fetchSize = fetchSize;
    this.maxRows = maxRows;
    this.shape = plan.shape();
    take(first);
  }

  @Override
  public boolean next() throws SQLException {
    requireOpen();
    isOnRow = false;
    if (maxRows > 0 && taken >= maxRows) {
      return false;
    }
    if (batch.rows < 0 || (rowOfBatch == batch.rows && !batch.isLast)) {
      wasFetched = true;
      int limit = maxRows > 0 ? Math.min(fetchSize, maxRows - taken) : fetchSize;
      take(Backend.fetch(batch.cursor, limit));
    }
    if (rowOfBatch == batch.rows) {
      return false;
    }
    batch.advance();
    rowOfBatch++;
    taken++;
    isOnRow = true;
    return true;
  }

  private void take(byte[] octets) throws SQLException {
    RowBatch next = new RowBatch(octets, shape.codes.length);
    if (next.version != shape.version) {
      shape = plan.shape(next.version);
      next = next.withColumns(shape.codes.length);
    }
    batch = next;
    rowOfBatch = 0;
  }

  @Override
  public void close() throws SQLException {
    if (!isOpen) {
      return;
    }
    isOpen = false;
    isOnRow = false;
    if (batch.cursor != 0) {
      Backend.closeCursor(batch.cursor);
    }
    if (!wasFetched && shape.modifies) {
      throw new SQLException(
          "a data-changing statement with RETURNING was closed before its first row was fetched, so"
              + " it never ran",
          "24000");
    }
  }

  private void requireOpen() throws SQLException {
    if (!isOpen) {
      throw new SQLException(
          "the rows are closed, or the call that fetched them has returned", "24000");
    }
  }

  /** Index of a column that holds a value on the current row, -1 for NULL. */
  private int index(int column) throws SQLException {
    requireOpen();
    if (!isOnRow) {
      throw new SQLException("expected a row; call next first", "24000");
    }
    if (column < 1 || column > shape.codes.length) {
      throw new SQLException(
          "expected a column number from 1 to " + shape.codes.length + ", found " + column,
          "07009");
    }
    wasNull = batch.isNull(column - 1);
    return wasNull ? -1 : column - 1;
  }

  @Override
  public int findColumn(String name) throws SQLException {
    requireOpen();
    int column = shape.find(name);
    if (column == 0) {
      throw new SQLException(
          "no column \"" + name + "\"; names are compared in lower case", "42703");
    }
    return column;
  }

  private SQLException mismatch(int index, String wanted) {
    return new SQLException(
        "expected a column that can be read as " + wanted + ", found type " + shape.types[index],
        "42804");
  }

  @Override
  public boolean wasNull() {
    return wasNull;
  }

  @Override
  public String getString(int column) throws SQLException {
    int i = index(column);
    if (i < 0) {
      return null;
    }
    return switch (shape.codes[i]) {
      case 'T', 'N' -> batch.text(i);
      case 'S', 'I', 'J' -> Long.toString(batch.number(i));
      default -> throw mismatch(i, "String; cast it to text");
    };
  }

  @Override
  public boolean getBoolean(int column) throws SQLException {
    int i = index(column);
    if (i < 0) {
      return false;
    }
    if (shape.codes[i] != 'Z') {
      throw mismatch(i, "boolean");
    }
    return batch.number(i) != 0;
  }

  @Override
  public short getShort(int column) throws SQLException {
    return (short) integer(column, Short.MIN_VALUE, Short.MAX_VALUE);
  }

  @Override
  public int getInt(int column) throws SQLException {
    return (int) integer(column, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  @Override
  public long getLong(int column) throws SQLException {
    return integer(column, Long.MIN_VALUE, Long.MAX_VALUE);
  }

  private long integer(int column, long lowest, long highest) throws SQLException {
    int i = index(column);
    if (i < 0) {
      return 0;
    }
    long value;
    switch (shape.codes[i]) {
      case 'S', 'I', 'J' -> value = batch.number(i);
      default -> throw mismatch(i, "an integer");
    }
    if (value < lowest || value > highest) {
      throw new SQLException("an integer is out of the range of its getter", "22003");
    }
    return value;
  }

  @Override
  public float getFloat(int column) throws SQLException {
    int i = index(column);
    if (i < 0) {
      return 0;
    }
    if (shape.codes[i] != 'F') {
      throw mismatch(i, "float");
    }
    return Float.intBitsToFloat((int) batch.number(i));
  }

  @Override
  public double getDouble(int column) throws SQLException {
    int i = index(column);
    if (i < 0) {
      return 0;
    }
    return switch (shape.codes[i]) {
      case 'D' -> Double.longBitsToDouble(batch.number(i));
      case 'F' -> Float.intBitsToFloat((int) batch.number(i));
      default -> throw mismatch(i, "double");
    };
  }

  @Override
  public BigDecimal getBigDecimal(int column) throws SQLException {
    int i = index(column);
    if (i < 0) {
      return null;
    }
    if (shape.codes[i] != 'N') {
      throw mismatch(i, "BigDecimal");
    }
    return decimal(i);
  }

  private BigDecimal decimal(int index) throws SQLException {
    String text = batch.text(index);
    try {
      return new BigDecimal(text);
    } catch (NumberFormatException e) {
      throw new SQLException(
          "numeric " + text + " has no form as java.math.BigDecimal", "22003", e);
    }
  }

  @Override
  public byte[] getBytes(int column) throws SQLException {
    int i = index(column);
    if (i < 0) {
      return null;
    }
    if (shape.codes[i] != 'B') {
      throw mismatch(i, "byte[]");
    }
    return batch.octets(i);
  }

  @Override
  public Timestamp getTimestamp(int column) throws SQLException {
    int i = index(column);
    if (i < 0) {
      return null;
    }
    if (shape.codes[i] != 'O') {
      throw mismatch(i, "Timestamp");
    }
    return Timestamp.from(Instants.dateTime(batch.number(i)).toInstant());
  }

  @Override
  public Object getObject(int column) throws SQLException {
    int i = index(column);
    if (i < 0) {
      return null;
    }
    return switch (shape.codes[i]) {
      case 'T' -> batch.text(i);
      case 'Z' -> batch.number(i) != 0;
      case 'I' -> (int) batch.number(i);
      case 'J' -> batch.number(i);
      case 'F' -> Float.intBitsToFloat((int) batch.number(i));
      case 'D' -> Double.longBitsToDouble(batch.number(i));
      case 'N' -> decimal(i);
      case 'B' -> batch.octets(i);
      case 'A' -> batch.texts(i);
      case 'L' -> batch.numbers(i);
      case 'Y' -> batch.octetArrays(i);
      default ->
          throw mismatch(i, "an object of no named class; name the class or use another getter");
    };
  }

  @Override
  public <T> T getObject(int column, Class<T> type) throws SQLException {
    int i = index(column);
    if (i < 0) {
      requireReadable(type);
      return null;
    }
    char code = shape.codes[i];
    Object value;
    if (type == OffsetDateTime.class && code == 'O') {
      value = Instants.dateTime(batch.number(i));
    } else if (type == LocalDateTime.class && code == 'o') {
      value = Instants.local(batch.number(i));
    } else if (type == LocalDate.class && code == 'd') {
      value = Instants.date(batch.number(i));
    } else if (type == Long[].class && code == 'L') {
      value = batch.numbers(i);
    } else {
      requireReadable(type);
      throw mismatch(i, type.getTypeName());
    }
    return type.cast(value);
  }

  private static void requireReadable(Class<?> type) throws SQLException {
    if (type != OffsetDateTime.class
        && type != LocalDateTime.class
        && type != LocalDate.class
        && type != Long[].class) {
      throw Refusal.of("getObject as " + type.getTypeName());
    }
  }

  @Override
  public String getString(String name) throws SQLException {
    return getString(findColumn(name));
  }

  @Override
  public boolean getBoolean(String name) throws SQLException {
    return getBoolean(findColumn(name));
  }

  @Override
  public short getShort(String name) throws SQLException {
    return getShort(findColumn(name));
  }

  @Override
  public int getInt(String name) throws SQLException {
    return getInt(findColumn(name));
  }

  @Override
  public long getLong(String name) throws SQLException {
    return getLong(findColumn(name));
  }

  @Override
  public float getFloat(String name) throws SQLException {
    return getFloat(findColumn(name));
  }

  @Override
  public double getDouble(String name) throws SQLException {
    return getDouble(findColumn(name));
  }

  @Override
  public BigDecimal getBigDecimal(String name) throws SQLException {
    return getBigDecimal(findColumn(name));
  }

  @Override
  public byte[] getBytes(String name) throws SQLException {
    return getBytes(findColumn(name));
  }

  @Override
  public Timestamp getTimestamp(String name) throws SQLException {
    return getTimestamp(findColumn(name));
  }

  @Override
  public Object getObject(String name) throws SQLException {
    return getObject(findColumn(name));
  }

  @Override
  public <T> T getObject(String name, Class<T> type) throws SQLException {
    return getObject(findColumn(name), type);
  }

  @Override
  public ResultSetMetaData getMetaData() throws SQLException {
    requireOpen();
    return new HandlerMetaData(shape);
  }

  @Override
  public Statement getStatement() throws SQLException {
    requireOpen();
    return statement;
  }
}
