package dev.synchro.embedded.handler;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;

/** Serves {@code jdbc:default:connection}: the session that called the function. */
public final class HandlerDriver implements Driver {
  private static final String URL = "jdbc:default:connection";

  static {
    try {
      DriverManager.registerDriver(new HandlerDriver());
    } catch (SQLException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Called by the service loader, which makes one only to have the class initialized. */
  public HandlerDriver() {}

  @Override
  public Connection connect(String url, Properties properties) {
    return acceptsURL(url) ? Session.CONNECTION : null;
  }

  @Override
  public boolean acceptsURL(String url) {
    return URL.equals(url);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) {
    return new DriverPropertyInfo[0];
  }

  @Override
  public int getMajorVersion() {
    return 0;
  }

  @Override
  public int getMinorVersion() {
    return 3;
  }

  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("a parent logger is not supported", "0A000");
  }
}
