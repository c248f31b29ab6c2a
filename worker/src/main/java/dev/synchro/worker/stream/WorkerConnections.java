package dev.synchro.worker.stream;

import dev.synchro.worker.config.Password;
import dev.synchro.worker.config.WorkerConfig.ConnectionConfig;
import dev.synchro.worker.fault.FaultKind;
import dev.synchro.worker.fault.SqlFaults;
import dev.synchro.worker.fault.WorkerFault;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/**
 * Opens the worker's connections, all external and all with the worker login (contract 3.3), with
 * the session settings pinned in the startup packet and verified afterwards.
 */
public final class WorkerConnections {
  /** How an older server refuses a startup packet that pins a setting it does not have. */
  private static final String UNKNOWN_SETTING = "42704";

  private final ConnectionConfig config;

  public WorkerConnections(ConnectionConfig config) {
    this.config = config;
  }

  /** An SQL connection as the login itself, for the questions a group role may not ask. */
  public Connection openAsLogin(String purpose) {
    return open(config.url(), properties(purpose), "connect to the database");
  }

  /** An SQL connection that has become {@code synchro_worker}. */
  public Connection openAsWorker(String purpose) {
    Connection connection = openAsLogin(purpose);
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET ROLE synchro_worker");
      return connection;
    } catch (SQLException e) {
      closeQuietly(connection);
      throw SqlFaults.classify("become synchro_worker", e);
    }
  }

  /** A connection in replication mode; SQL on it uses the simple protocol. */
  public Connection openForReplication() {
    Properties properties = properties("stream");
    properties.setProperty("replication", "database");
    properties.setProperty("preferQueryMode", "simple");
    return open(config.effectiveReplicationUrl(), properties, "open the replication connection");
  }

  private Properties properties(String purpose) {
    Properties properties = new Properties();
    properties.setProperty("user", config.user());
    config.password().map(Password::reveal).ifPresent(p -> properties.setProperty("password", p));
    properties.setProperty("ApplicationName", "synchro worker " + purpose);
    properties.setProperty("assumeMinServerVersion", "18");
    properties.setProperty("options", SessionSettings.startupOptions());
    properties.setProperty("connectTimeout", "10");
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty("tcpNoDelay", "true");
    properties.setProperty("reWriteBatchedInserts", "false");
    // The worker repeats few statements very often: plan each one once.
    properties.setProperty("prepareThreshold", "2");
    // Database errors may quote values; the driver must not add them to a message either.
    properties.setProperty("logServerErrorDetail", "false");
    return properties;
  }

  private static Connection open(String url, Properties properties, String doing) {
    Connection connection;
    try {
      connection = DriverManager.getConnection(url, properties);
    } catch (SQLException e) {
      throw UNKNOWN_SETTING.equals(e.getSQLState())
          ? new WorkerFault(
              FaultKind.CONFIGURATION,
              "cannot " + doing + ": PostgreSQL 18 is needed, this server lacks a setting of it")
          : SqlFaults.classify(doing, e);
    }
    try {
      SessionSettings.pin(connection);
      return connection;
    } catch (RuntimeException e) {
      closeQuietly(connection);
      throw e;
    }
  }

  /** Closes a connection that is given up. */
  public static void closeQuietly(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      // The connection is being given up; there is nothing left to report.
    }
  }
}
