package dev.synchro.backend.session;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.OptionalLong;

/**
 * One statement of the backend: parameters are bound in order, rows are read by position. Texts are
 * typed {@code text} and octets {@code bytea}, so that any other type needs a cast in the
 * statement; arrays travel as literals or JSON.
 *
 * <p>A statement that returns rows does nothing until a row is fetched: call {@link #next} even
 * when the rows do not matter.
 */
public final class Query implements AutoCloseable {
  private final PreparedStatement statement;
  private ResultSet rows;
  private int bound;

  Query(PreparedStatement statement) {
    this.statement = statement;
  }

  /**
   * Binds a text, or NULL.
   *
   * @throws IllegalArgumentException when PostgreSQL cannot store the text; see {@link #isStorable}
   */
  public Query text(String value) throws SQLException {
    if (value == null) {
      statement.setNull(++bound, Types.VARCHAR);
      return this;
    }
    if (!isStorable(value)) {
      throw new IllegalArgumentException("text with U+0000 or half of a surrogate pair");
    }
    statement.setString(++bound, value);
    return this;
  }

  /** Binds octets, or NULL. */
  public Query octets(byte[] value) throws SQLException {
    if (value == null) {
      statement.setNull(++bound, Types.VARBINARY);
    } else {
      statement.setBytes(++bound, value);
    }
    return this;
  }

  /** Binds a {@code bigint}. */
  public Query number(long value) throws SQLException {
    statement.setLong(++bound, value);
    return this;
  }

  /** Binds a {@code boolean}. */
  public Query truth(boolean value) throws SQLException {
    statement.setBoolean(++bound, value);
    return this;
  }

  /** Whether a text consists of Unicode scalar values other than U+0000. */
  public static boolean isStorable(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0 || Character.isLowSurrogate(c)) {
        return false;
      }
      if (Character.isHighSurrogate(c)
          && (++i == text.length() || !Character.isLowSurrogate(text.charAt(i)))) {
        return false;
      }
    }
    return true;
  }

  /** Runs a statement that returns no rows, and returns the number of rows it changed. */
  public int run() throws SQLException {
    bound = 0;
    return statement.executeUpdate();
  }

  /** Moves to the next row; the first call runs the statement. */
  public boolean next() throws SQLException {
    if (rows == null) {
      bound = 0;
      rows = statement.executeQuery();
    }
    return rows.next();
  }

  /** Moves to the first row of a statement that always has one. */
  public Query one() throws SQLException {
    if (!next()) {
      throw new IllegalStateException("expected a row, found none");
    }
    return this;
  }

  /** A text, or null for NULL. Also for any type that is not numeric, boolean or binary. */
  public String textAt(int column) throws SQLException {
    return rows.getString(column);
  }

  /** Octets, or null for NULL. */
  public byte[] octetsAt(int column) throws SQLException {
    return rows.getBytes(column);
  }

  /** A {@code bigint}, never NULL. */
  public long numberAt(int column) throws SQLException {
    long value = rows.getLong(column);
    refuseNull(column);
    return value;
  }

  /** A {@code bigint}, absent for NULL. */
  public OptionalLong optionalNumberAt(int column) throws SQLException {
    long value = rows.getLong(column);
    return rows.wasNull() ? OptionalLong.empty() : OptionalLong.of(value);
  }

  /** A {@code boolean}, never NULL. */
  public boolean truthAt(int column) throws SQLException {
    boolean value = rows.getBoolean(column);
    refuseNull(column);
    return value;
  }

  private void refuseNull(int column) throws SQLException {
    if (rows.wasNull()) {
      throw new IllegalStateException("expected a value in column " + column + ", found NULL");
    }
  }

  /** Closes the rows, so that the statement can be bound and run again. */
  public Query again() throws SQLException {
    if (rows != null) {
      rows.close();
      rows = null;
    }
    bound = 0;
    return this;
  }

  /** Closes rows and statement; a statement that stays open costs memory until the session ends. */
  @Override
  public void close() throws SQLException {
    try {
      if (rows != null) {
        rows.close();
      }
    } finally {
      statement.close();
    }
  }
}
