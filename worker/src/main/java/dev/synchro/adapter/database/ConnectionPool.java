package dev.synchro.adapter.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import dev.synchro.adapter.config.AdapterConfig.DatabaseConfig;
import dev.synchro.worker.config.Password;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.ToIntFunction;

/**
 * Connections of the adapter login. There is one more than calls are made at the same time, so that
 * a busy adapter can still say whether it is ready.
 */
public final class ConnectionPool implements AutoCloseable {
  private static final Duration BEYOND_STATEMENT = Duration.ofSeconds(5);
  private static final Duration FIRST_STATEMENT = Duration.ofSeconds(20);

  private final HikariDataSource connections;

  /** Does not wait for a connection: the server may come later. */
  public ConnectionPool(DatabaseConfig config) {
    HikariConfig pool = new HikariConfig();
    pool.setPoolName("adapter");
    pool.setJdbcUrl(config.url());
    pool.setUsername(config.user());
    config.password().map(Password::reveal).ifPresent(pool::setPassword);
    pool.setMaximumPoolSize(config.connections() + 1);
    pool.setConnectionTimeout(config.waitTime().toMillis());
    // Also bounds the first statement of a connection, during which the backend's JVM starts.
    pool.setValidationTimeout(FIRST_STATEMENT.toMillis());
    pool.setKeepaliveTime(Duration.ofMinutes(1).toMillis());
    pool.setInitializationFailTimeout(-1);
    // A backend starts its Java virtual machine at the first call: before a device waits for it.
    pool.setConnectionInitSql("SELECT synchro.synchro_contract_info()");
    driver(config, pool);
    connections = new HikariDataSource(pool);
  }

  private static void driver(DatabaseConfig config, HikariConfig pool) {
    long statement = config.statementTime().toMillis();
    pool.addDataSourceProperty("ApplicationName", "synchro adapter");
    pool.addDataSourceProperty("assumeMinServerVersion", "18");
    pool.addDataSourceProperty(
        "options",
        "-c statement_timeout="
            + statement
            + " -c default_transaction_read_only=off"
            + " -c default_transaction_isolation=read\\ committed");
    pool.addDataSourceProperty("connectTimeout", "5");
    // Else the pool sets one from the time a call may wait, and a slow server is never reached.
    pool.addDataSourceProperty("loginTimeout", "20");
    pool.addDataSourceProperty(
        "socketTimeout", String.valueOf(config.statementTime().plus(BEYOND_STATEMENT).toSeconds()));
    pool.addDataSourceProperty("tcpKeepAlive", "true");
    // There are few statements: each is planned once a connection.
    pool.addDataSourceProperty("prepareThreshold", "1");
    // Database errors may quote values; the driver must not add them to a message either.
    pool.addDataSourceProperty("logServerErrorDetail", "false");
  }

  /** A connection in autocommit mode; closing it gives it back. */
  Connection take() throws SQLException {
    return connections.getConnection();
  }

  /** Connections in use. */
  public int busy() {
    return count(HikariPoolMXBean::getActiveConnections);
  }

  /** Connections that wait for a call. */
  public int idle() {
    return count(HikariPoolMXBean::getIdleConnections);
  }

  private int count(ToIntFunction<HikariPoolMXBean> what) {
    HikariPoolMXBean pool = connections.getHikariPoolMXBean();
    return pool == null ? 0 : what.applyAsInt(pool);
  }

  @Override
  public void close() {
    connections.close();
  }
}
