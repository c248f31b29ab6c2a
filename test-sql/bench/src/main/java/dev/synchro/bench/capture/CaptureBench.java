package dev.synchro.bench.capture;

import dev.synchro.bench.subscription.NativeSubscription;
import dev.synchro.fixture.Registration;
import dev.synchro.fixture.SynchroDatabase;
import dev.synchro.fixture.WorkerProcess;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/**
 * Two figures: rows per second of the worker with a backlog of row changes, against a native
 * logical subscription that applies the same backlog on the same server; and the time from a lone
 * commit to its visibility. Arguments: rows (default 100000) and lone commits (default 200). It
 * measures the embedded server or the one {@code SYNCHRO_TEST_DSN} names.
 */
public final class CaptureBench {
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final int ROWS_PER_TRANSACTION = 1000;
  private static final String TABLE =
      "CREATE TABLE app.city (id bigint PRIMARY KEY, name text, country text, population bigint,"
          + " changed timestamptz)";

  private CaptureBench() {}

  public static void main(String... arguments) throws SQLException {
    int rows = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 100_000;
    int commits = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 200;
    double worker = workerRowsPerSecond(rows, commits);
    double subscription = subscriptionRowsPerSecond(rows);
    print("worker rows per second", worker);
    print("native subscription rows per second", subscription);
    System.out.printf(Locale.ROOT, "ratio worker to subscription %.2f%n", worker / subscription);
  }

  private static void print(String what, double value) {
    System.out.printf(Locale.ROOT, "%s %.0f%n", what, value);
  }

  private static double workerRowsPerSecond(int rows, int commits) throws SQLException {
    try (SynchroDatabase database = SynchroDatabase.create()) {
      database.asMigration(TABLE);
      database.register(Registration.readOnly("app.city", "country:{country}"));
      try (WorkerProcess first = database.startWorker("-Xmx256m")) {
        latency(database, commits);
        first.stop();
      }
      load(database, rows);
      String end = database.ask("SELECT pg_current_wal_insert_lsn()").orElseThrow();
      // The start of the process is part of the time, which is the stricter measure.
      long started = System.nanoTime();
      database.launchWorker("-Xmx256m");
      database.awaitMaterialized(end, PATIENCE);
      return rows / seconds(started);
    }
  }

  private static void load(SynchroDatabase database, int rows) throws SQLException {
    try (Connection connection = database.openSuperuser();
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO app.city SELECT i, 'a city of number ' || i, 'c' || i % 250, i, now()"
                    + " FROM generate_series(?, ?) i")) {
      for (int from = 1; from <= rows; from += ROWS_PER_TRANSACTION) {
        insert.setInt(1, from);
        insert.setInt(2, Math.min(rows, from + ROWS_PER_TRANSACTION - 1));
        insert.executeUpdate();
      }
    }
  }

  /** The same load applied by PostgreSQL itself into another database of the same server. */
  private static double subscriptionRowsPerSecond(int rows) throws SQLException {
    try (SynchroDatabase publisher = SynchroDatabase.create();
        SynchroDatabase subscriber = SynchroDatabase.create()) {
      publisher.asMigration(TABLE);
      subscriber.asMigration(TABLE);
      try (NativeSubscription subscription = NativeSubscription.prepare(publisher, subscriber)) {
        load(publisher, rows);
        return rows / subscription.secondsUntil(rows, false);
      }
    }
  }

  private static void latency(SynchroDatabase database, int commits) throws SQLException {
    double[] millis = new double[commits];
    try (Connection writer = database.openSuperuser();
        Connection reader = database.openSuperuser();
        PreparedStatement insert =
            writer.prepareStatement("INSERT INTO app.city VALUES (?, 'lone', 'zz', 1, now())");
        PreparedStatement visible =
            reader.prepareStatement(
                "SELECT cardinality FROM synchro.scope WHERE scope_id = 'country:zz'")) {
      for (int i = 0; i < commits; i++) {
        insert.setLong(1, -1L - i);
        insert.executeUpdate();
        long started = System.nanoTime();
        int wanted = i + 1;
        while (cardinality(visible) != wanted) {
          LockSupport.parkNanos(200_000);
        }
        millis[i] = seconds(started) * 1000;
      }
    }
    Arrays.sort(millis);
    System.out.printf(
        Locale.ROOT,
        "commit to visible, milliseconds: median %.1f, 95th percentile %.1f, worst %.1f%n",
        millis[commits / 2],
        millis[commits * 95 / 100],
        millis[commits - 1]);
  }

  private static long cardinality(PreparedStatement statement) {
    try (ResultSet row = statement.executeQuery()) {
      return row.next() ? row.getLong(1) : 0;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static double seconds(long startedNanos) {
    return (System.nanoTime() - startedNanos) / 1e9;
  }
}
