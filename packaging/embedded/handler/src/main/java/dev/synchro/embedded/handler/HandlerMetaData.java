package dev.synchro.embedded.handler;

import java.sql.SQLException;
import java.sql.Types;
import java.util.Locale;

/** Columns of a result. Labels are in upper case, as in PL/Java. */
final class HandlerMetaData extends RefusingMetaData {
  private final Shape shape;

  HandlerMetaData(Shape shape) {
    this.shape = shape;
  }

  private int index(int column) throws SQLException {
    if (column < 1 || column > shape.codes.length) {
      throw new SQLException(
          "expected a column number from 1 to " + shape.codes.length + ", found " + column,
          "07009");
    }
    return column - 1;
  }

  @Override
  public int getColumnCount() {
    return shape.codes.length;
  }

  @Override
  public String getColumnLabel(int column) throws SQLException {
    return shape.names[index(column)].toUpperCase(Locale.ROOT);
  }

  @Override
  public String getColumnTypeName(int column) throws SQLException {
    return shape.types[index(column)];
  }

  @Override
  public int getColumnType(int column) throws SQLException {
    return switch (shape.codes[index(column)]) {
      case 'Z' -> Types.BOOLEAN;
      case 'S' -> Types.SMALLINT;
      case 'I' -> Types.INTEGER;
      case 'J' -> Types.BIGINT;
      case 'F' -> Types.REAL;
      case 'D' -> Types.DOUBLE;
      case 'N' -> Types.NUMERIC;
      case 'B' -> Types.VARBINARY;
      case 'O' -> Types.TIMESTAMP_WITH_TIMEZONE;
      case 'o' -> Types.TIMESTAMP;
      case 'd' -> Types.DATE;
      case 'T' -> Types.VARCHAR;
      default -> Types.OTHER;
    };
  }
}
