package dev.synchro.worker.store;

import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** The parameters of a statement over a set of rows, one array for each column. */
final class Columns {
  private final StoreSession session;
  private final int rows;
  private final List<Array> arrays = new ArrayList<>();

  Columns(StoreSession session, int rows) {
    this.session = session;
    this.rows = rows;
  }

  void add(String type, IntFunction<?> value) throws SQLException {
    Object[] values = array(type);
    for (int i = 0; i < rows; i++) {
      values[i] = value.apply(i);
    }
    arrays.add(session.array(type, values));
  }

  /** An array of the element type that the driver sends as it is, not as text. */
  private Object[] array(String type) {
    return switch (type) {
      case "bigint" -> new Long[rows];
      case "integer" -> new Integer[rows];
      case "boolean" -> new Boolean[rows];
      case "text" -> new String[rows];
      default -> new Object[rows];
    };
  }

  void addOctets(IntFunction<byte[]> value) throws SQLException {
    byte[][] values = new byte[rows][];
    for (int i = 0; i < rows; i++) {
      values[i] = value.apply(i);
    }
    arrays.add(session.array("bytea", values));
  }

  void execute(Statement statement) throws SQLException {
    PreparedStatement prepared = session.statement(statement);
    for (int i = 0; i < arrays.size(); i++) {
      prepared.setArray(i + 1, arrays.get(i));
    }
    prepared.executeUpdate();
  }

  static String text(byte[] utf8) {
    return new String(utf8, StandardCharsets.UTF_8);
  }

  static String arrayText(long[] values) {
    StringBuilder text = new StringBuilder("{");
    for (int i = 0; i < values.length; i++) {
      text.append(i == 0 ? "" : ",").append(values[i]);
    }
    return text.append('}').toString();
  }
}
