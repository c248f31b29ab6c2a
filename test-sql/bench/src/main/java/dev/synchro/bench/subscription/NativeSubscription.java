package dev.synchro.bench.subscription;

import dev.synchro.fixture.Poll;
import dev.synchro.fixture.SynchroDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/**
 * A native logical subscription of one database to table {@code app.city} of another one on the
 * same server.
 */
public final class NativeSubscription implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofHours(1);

  private final SynchroDatabase publisher;
  private final SynchroDatabase subscriber;

  private NativeSubscription(SynchroDatabase publisher, SynchroDatabase subscriber) {
    this.publisher = publisher;
    this.subscriber = subscriber;
  }

  /** Publishes the table and holds back the WAL from now on. Both databases have the table. */
  public static NativeSubscription prepare(SynchroDatabase publisher, SynchroDatabase subscriber) {
    publisher.asSuperuser(
        "CREATE PUBLICATION bench FOR TABLE app.city",
        "SELECT pg_create_logical_replication_slot('bench', 'pgoutput')");
    return new NativeSubscription(publisher, subscriber);
  }

  /**
   * Subscribes and returns how many seconds it took until all rows were there.
   *
   * @param initialCopy whether rows that were there before come by an initial copy
   */
  public double secondsUntil(int rows, boolean initialCopy) throws SQLException {
    String source = publisher.stack().superuserUrl(publisher.name());
    long started = System.nanoTime();
    subscriber.asSuperuser(
        "CREATE SUBSCRIPTION bench CONNECTION '"
            + libpq(source)
            + "' PUBLICATION bench"
            + " WITH (create_slot = false, slot_name = 'bench', copy_data = "
            + initialCopy
            + ")");
    try (Connection connection = subscriber.openSuperuser()) {
      Poll.until(
          "the subscription", PATIENCE, () -> copied(connection) && count(connection) == rows);
    }
    return (System.nanoTime() - started) / 1e9;
  }

  /** A JDBC URL of the stack as a libpq connection string. */
  private static String libpq(String url) {
    return url.replaceFirst("^jdbc:", "").replace("'", "''");
  }

  /** Whether no initial copy is under way: its rows come in one commit. */
  private static boolean copied(Connection connection) {
    return number(
            connection,
            "SELECT count(*) FROM pg_subscription_rel WHERE srsubstate NOT IN ('s', 'r')")
        == 0;
  }

  private static long count(Connection connection) {
    return number(connection, "SELECT count(*) FROM app.city");
  }

  private static long number(Connection connection, String query) {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    subscriber.asSuperuser(
        "ALTER SUBSCRIPTION bench DISABLE",
        "ALTER SUBSCRIPTION bench SET (slot_name = NONE)",
        "DROP SUBSCRIPTION bench");
    publisher.asSuperuser(
        "SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots"
            + " WHERE slot_name = 'bench' AND active_pid IS NOT NULL");
    Poll.until(
        "an idle slot",
        PATIENCE,
        () ->
            publisher
                .ask("SELECT NOT active FROM pg_replication_slots WHERE slot_name = 'bench'")
                .filter("t"::equals)
                .isPresent());
    publisher.asSuperuser("SELECT pg_drop_replication_slot('bench')", "DROP PUBLICATION bench");
  }
}
