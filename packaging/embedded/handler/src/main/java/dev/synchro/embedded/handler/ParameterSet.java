package dev.synchro.embedded.handler;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Arrays;

/** The parameters of one execution. A parameter's SQL type is that of its setter, as in PL/Java. */
final class ParameterSet {
  static final int BOOLEAN = 16;
  static final int BYTEA = 17;
  static final int INT8 = 20;
  static final int INT2 = 21;
  static final int INT4 = 23;
  static final int FLOAT4 = 700;
  static final int FLOAT8 = 701;
  static final int VARCHAR = 1043;
  static final int DATE = 1082;
  static final int TIMESTAMP = 1114;
  static final int TIMESTAMPTZ = 1184;
  static final int NUMERIC = 1700;

  private static final int[] NO_TYPES = {};
  private static final byte[] NO_OCTETS = {};

  /** 0 where nothing is set. */
  private final int[] types;

  private final long[] numbers;

  /** Octets of a value that is no number; null for NULL and for numbers. */
  private final byte[][] octets;

  private final boolean[] isNumber;

  ParameterSet(int count) {
    types = count == 0 ? NO_TYPES : new int[count];
    numbers = new long[count];
    octets = new byte[count][];
    isNumber = new boolean[count];
  }

  void setNumber(int parameter, int type, long value) throws SQLException {
    int i = index(parameter);
    types[i] = type;
    numbers[i] = value;
    octets[i] = null;
    isNumber[i] = true;
  }

  void setNull(int parameter, int type) throws SQLException {
    setOctets(parameter, type, null);
  }

  void setText(int parameter, String value) throws SQLException {
    setOctets(parameter, VARCHAR, value == null ? null : encode(value));
  }

  void setDecimal(int parameter, BigDecimal value) throws SQLException {
    setOctets(
        parameter,
        NUMERIC,
        value == null ? null : value.toString().getBytes(StandardCharsets.US_ASCII));
  }

  void setOctets(int parameter, int type, byte[] value) throws SQLException {
    int i = index(parameter);
    types[i] = type;
    octets[i] = value;
    isNumber[i] = false;
  }

  private int index(int parameter) throws SQLException {
    if (parameter < 1 || parameter > types.length) {
      throw new SQLException(
          "expected a parameter number from 1 to " + types.length + ", found " + parameter,
          "07009");
    }
    return parameter - 1;
  }

  private static byte[] encode(String text) throws SQLException {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0) {
        throw new SQLException(
            "expected text that PostgreSQL can store, found the character NUL", "22021");
      }
      if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
        if (!Character.isHighSurrogate(c)
            || i + 1 == text.length()
            || !Character.isLowSurrogate(text.charAt(i + 1))) {
          throw new SQLException(
              "expected text that PostgreSQL can store, found half of a surrogate pair", "22021");
        }
        i++;
      }
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** The types, complete. */
  int[] types() throws SQLException {
    for (int i = 0; i < types.length; i++) {
      if (types[i] == 0) {
        throw new SQLException(
            "parameter " + (i + 1) + " is not set; parameters are cleared by each execution",
            "07002");
      }
    }
    return types.length == 0 ? NO_TYPES : types.clone();
  }

  /** Each value as its length, or -1, and its octets. */
  byte[] encode() {
    int size = 0;
    for (int i = 0; i < types.length; i++) {
      size += 4 + (isNumber[i] ? 8 : octets[i] == null ? 0 : octets[i].length);
    }
    if (size == 0) {
      return NO_OCTETS;
    }
    byte[] out = new byte[size];
    int at = 0;
    for (int i = 0; i < types.length; i++) {
      if (isNumber[i]) {
        at = putInt(out, at, 8);
        at = putInt(out, at, (int) (numbers[i] >>> 32));
        at = putInt(out, at, (int) numbers[i]);
      } else if (octets[i] == null) {
        at = putInt(out, at, -1);
      } else {
        at = putInt(out, at, octets[i].length);
        System.arraycopy(octets[i], 0, out, at, octets[i].length);
        at += octets[i].length;
      }
    }
    return out;
  }

  private static int putInt(byte[] out, int at, int value) {
    out[at] = (byte) (value >>> 24);
    out[at + 1] = (byte) (value >>> 16);
    out[at + 2] = (byte) (value >>> 8);
    out[at + 3] = (byte) value;
    return at + 4;
  }

  void clear() {
    Arrays.fill(types, 0);
    Arrays.fill(octets, null);
    Arrays.fill(isNumber, false);
  }
}
