package dev.synchro.embedded.handler;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;

/** A statement with parameters; each execution clears them. */
final class HandlerPreparedStatement extends RefusingPreparedStatement {
  private final SqlText sql;
  private final ParameterSet parameters;
  private ParameterBatch batch;

  HandlerPreparedStatement(String sql) throws SQLException {
    this.sql = Session.PLANS.text(sql);
    this.parameters = new ParameterSet(this.sql.parameters);
  }

  @Override
  public ResultSet executeQuery() throws SQLException {
    return query(sql, parameters);
  }

  @Override
  public int executeUpdate() throws SQLException {
    return update(sql, parameters);
  }

  @Override
  public boolean execute() throws SQLException {
    return run(sql, parameters);
  }

  @Override
  public ResultSet executeQuery(String text) throws SQLException {
    throw Refusal.of("other SQL text on a prepared statement");
  }

  @Override
  public int executeUpdate(String text) throws SQLException {
    throw Refusal.of("other SQL text on a prepared statement");
  }

  @Override
  public boolean execute(String text) throws SQLException {
    throw Refusal.of("other SQL text on a prepared statement");
  }

  @Override
  public void addBatch() throws SQLException {
    requireOpen();
    if (batch == null) {
      batch = new ParameterBatch();
    }
    batch.add(parameters);
    parameters.clear();
  }

  @Override
  public int[] executeBatch() throws SQLException {
    requireOpen();
    if (batch == null) {
      return new int[0];
    }
    batch.requireFresh();
    try {
      return updateAll(sql, batch);
    } finally {
      batch.executed();
    }
  }

  @Override
  public void clearBatch() throws SQLException {
    requireOpen();
    batch = null;
  }

  @Override
  public void clearParameters() throws SQLException {
    requireOpen();
    parameters.clear();
  }

  @Override
  public void setString(int parameter, String value) throws SQLException {
    parameters.setText(parameter, value);
  }

  @Override
  public void setBoolean(int parameter, boolean value) throws SQLException {
    parameters.setNumber(parameter, ParameterSet.BOOLEAN, value ? 1 : 0);
  }

  @Override
  public void setShort(int parameter, short value) throws SQLException {
    parameters.setNumber(parameter, ParameterSet.INT2, value);
  }

  @Override
  public void setInt(int parameter, int value) throws SQLException {
    parameters.setNumber(parameter, ParameterSet.INT4, value);
  }

  @Override
  public void setLong(int parameter, long value) throws SQLException {
    parameters.setNumber(parameter, ParameterSet.INT8, value);
  }

  @Override
  public void setFloat(int parameter, float value) throws SQLException {
    parameters.setNumber(parameter, ParameterSet.FLOAT4, Float.floatToRawIntBits(value));
  }

  @Override
  public void setDouble(int parameter, double value) throws SQLException {
    parameters.setNumber(parameter, ParameterSet.FLOAT8, Double.doubleToRawLongBits(value));
  }

  @Override
  public void setBigDecimal(int parameter, BigDecimal value) throws SQLException {
    parameters.setDecimal(parameter, value);
  }

  @Override
  public void setBytes(int parameter, byte[] value) throws SQLException {
    parameters.setOctets(parameter, ParameterSet.BYTEA, value == null ? null : value.clone());
  }

  @Override
  public void setNull(int parameter, int type) throws SQLException {
    parameters.setNull(parameter, typeOf(type));
  }

  @Override
  public void setNull(int parameter, int type, String name) throws SQLException {
    if (name == null) {
      setNull(parameter, type);
      return;
    }
    int oid = Backend.typeOid(name);
    if (oid == 0) {
      throw new SQLException("type \"" + name + "\" does not exist", "42704");
    }
    parameters.setNull(parameter, oid);
  }

  private static int typeOf(int type) throws SQLException {
    return switch (type) {
      case Types.BOOLEAN, Types.BIT -> ParameterSet.BOOLEAN;
      case Types.SMALLINT -> ParameterSet.INT2;
      case Types.INTEGER -> ParameterSet.INT4;
      case Types.BIGINT -> ParameterSet.INT8;
      case Types.REAL -> ParameterSet.FLOAT4;
      case Types.DOUBLE, Types.FLOAT -> ParameterSet.FLOAT8;
      case Types.NUMERIC, Types.DECIMAL -> ParameterSet.NUMERIC;
      case Types.VARCHAR -> ParameterSet.VARCHAR;
      case Types.BINARY, Types.VARBINARY -> ParameterSet.BYTEA;
      case Types.DATE -> ParameterSet.DATE;
      case Types.TIMESTAMP -> ParameterSet.TIMESTAMP;
      case Types.TIMESTAMP_WITH_TIMEZONE -> ParameterSet.TIMESTAMPTZ;
      default -> throw Refusal.of("a null of JDBC type " + type + " without a type name");
    };
  }

  @Override
  public void setObject(int parameter, Object value) throws SQLException {
    if (value instanceof String text) {
      setString(parameter, text);
    } else if (value instanceof Number number) {
      setNumber(parameter, number);
    } else if (value instanceof Boolean truth) {
      setBoolean(parameter, truth);
    } else if (value instanceof byte[] octets) {
      setBytes(parameter, octets);
    } else {
      setTime(parameter, value);
    }
  }

  private void setNumber(int parameter, Number value) throws SQLException {
    if (value instanceof Integer) {
      setInt(parameter, value.intValue());
    } else if (value instanceof Long) {
      setLong(parameter, value.longValue());
    } else if (value instanceof Short) {
      setShort(parameter, value.shortValue());
    } else if (value instanceof Double) {
      setDouble(parameter, value.doubleValue());
    } else if (value instanceof Float) {
      setFloat(parameter, value.floatValue());
    } else if (value instanceof BigDecimal decimal) {
      setBigDecimal(parameter, decimal);
    } else {
      throw refused(value);
    }
  }

  private void setTime(int parameter, Object value) throws SQLException {
    try {
      if (value instanceof OffsetDateTime time) {
        parameters.setNumber(parameter, ParameterSet.TIMESTAMPTZ, Instants.micros(time));
      } else if (value instanceof LocalDateTime time) {
        parameters.setNumber(parameter, ParameterSet.TIMESTAMP, Instants.micros(time));
      } else if (value instanceof LocalDate date) {
        parameters.setNumber(parameter, ParameterSet.DATE, Instants.days(date));
      } else {
        throw refused(value);
      }
    } catch (ArithmeticException e) {
      throw new SQLException("the time is out of PostgreSQL's range", "22008", e);
    }
  }

  private static SQLException refused(Object value) {
    return Refusal.of(
        "a parameter "
            + (value == null ? "null without a type" : "of " + value.getClass().getTypeName()));
  }
}
