package dev.synchro.bench.evolution;

import dev.synchro.bench.subscription.NativeSubscription;
import dev.synchro.fixture.Poll;
import dev.synchro.fixture.Registration;
import dev.synchro.fixture.SynchroDatabase;
import dev.synchro.fixture.WorkerProcess;
import java.io.IOException;
import java.io.OutputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import org.postgresql.PGConnection;

/**
 * Figures, with the worker's heap bounded to 256 MB: rows per second of the bootstrap of a table,
 * from its registration until clients see it, and of a native subscription's initial copy of the
 * same table, each against COPY of it out of the server; and the time a manifest change takes,
 * which digests every row and scope anew, while a client goes on reading and compares what it has
 * with the server's digests. Arguments: rows (default 1000000), shapes of the table (default all).
 */
public final class EvolutionBench {
  private static final Duration PATIENCE = Duration.ofHours(2);
  private static final int COPIES = 3;
  private static final String USER = "reader";

  /** What a row of the table is like. */
  private enum Shape {
    /** Five short columns, about 70 octets as text. */
    NARROW(
        "id bigint PRIMARY KEY, name text, country text, population bigint, changed timestamptz",
        "i, 'a city of number ' || i, 'c' || i % 250, i, now()"),
    /** Sixteen columns of many types, about 480 octets as text, in no order of the keys. */
    WIDE(
        "id uuid PRIMARY KEY, country text NOT NULL, title text, body text, amount numeric(12,2),"
            + " price numeric(10,4), quantity integer, total bigint, ratio double precision,"
            + " active boolean, due date, created timestamptz, changed timestamptz, detail jsonb,"
            + " note text, owner uuid",
        "gen_random_uuid(), 'c' || i % 250, 'an order of number ' || i, repeat(md5(i::text), 5),"
            + " (i % 100000) / 7.0, (i % 1000) / 3.0, i % 1000, i * 1000::bigint, i / 3.0, i % 2 = 0,"
            + " date '2020-01-01' + i % 1000, now() - i * interval '1 second', now(),"
            + " jsonb_build_object('color', 'red', 'sizes', jsonb_build_array(i % 10, i % 20),"
            + " 'maker', md5((i + 1)::text)),"
            + " CASE WHEN i % 3 > 0 THEN 'noted by hand ' || i END, gen_random_uuid()");

    private final String columns;
    private final String values;

    Shape(String columns, String values) {
      this.columns = columns;
      this.values = values;
    }

    private String table() {
      return "CREATE TABLE app.city (" + columns + ")";
    }
  }

  private EvolutionBench() {}

  public static void main(String... arguments) throws SQLException, IOException {
    int rows = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_000;
    for (Shape shape : Shape.values()) {
      if (arguments.length < 2 || shape.name().equalsIgnoreCase(arguments[1])) {
        measure(shape, rows);
      }
    }
  }

  private static void measure(Shape shape, int rows) throws SQLException, IOException {
    try (SynchroDatabase database = SynchroDatabase.create()) {
      prepare(database, shape, rows);
      database.register(Registration.readOnly("app.other", "all"));
      WorkerProcess worker = database.startWorker("-Xmx256m");
      double copied = rows / copySeconds(database);
      double subscribed = rows / subscriptionSeconds(database, shape, rows);
      System.out.printf(
          Locale.ROOT,
          "initial copy of a native subscription: %.0f rows per second; ratio %.3f%n",
          subscribed,
          subscribed / copied);
      double staged = bootstrapSeconds(database, worker);
      System.out.printf(
          Locale.ROOT,
          "bootstrap of %d %s rows: %.0f rows per second; COPY out: %.0f; ratio %.3f%n",
          rows,
          shape.name().toLowerCase(Locale.ROOT),
          rows / staged,
          copied,
          rows / staged / copied);
      digest(database, worker, shape, rows);
    }
  }

  private static void digest(
      SynchroDatabase database, WorkerProcess worker, Shape shape, int rows) {
    try (SteadyReader reader = SteadyReader.start(database, USER, "country:c1")) {
      double digested = manifestChangeSeconds(database, worker);
      System.out.printf(
          Locale.ROOT,
          "manifest change over %d %s rows: %.1f s, %.1f s per million rows; meanwhile %s%n",
          rows,
          shape.name().toLowerCase(Locale.ROOT),
          digested,
          digested * 1e6 / rows,
          reader.finish());
    }
  }

  private static void prepare(SynchroDatabase database, Shape shape, int rows) {
    database.asMigration(
        "CREATE TABLE app.other (id text PRIMARY KEY)",
        shape.table(),
        "INSERT INTO app.city SELECT " + shape.values + " FROM generate_series(1, " + rows + ") i",
        "ANALYZE app.city");
  }

  /** The median of several, after one that warms the server's memory. */
  private static double copySeconds(SynchroDatabase database) throws SQLException, IOException {
    double[] seconds = new double[COPIES];
    try (Connection connection = database.openSuperuser()) {
      for (int i = -1; i < COPIES; i++) {
        long started = System.nanoTime();
        connection
            .unwrap(PGConnection.class)
            .getCopyAPI()
            .copyOut("COPY app.city TO STDOUT", OutputStream.nullOutputStream());
        seconds[Math.max(i, 0)] = seconds(started);
      }
    }
    Arrays.sort(seconds);
    return seconds[COPIES / 2];
  }

  private static double subscriptionSeconds(SynchroDatabase publisher, Shape shape, int rows)
      throws SQLException {
    try (SynchroDatabase subscriber = SynchroDatabase.create()) {
      subscriber.asMigration(shape.table());
      try (NativeSubscription subscription = NativeSubscription.prepare(publisher, subscriber)) {
        return subscription.secondsUntil(rows, true);
      }
    }
  }

  private static double bootstrapSeconds(SynchroDatabase database, WorkerProcess worker) {
    long started = System.nanoTime();
    database.register(Registration.readOnly("app.city", "country:{country}"));
    awaitGeneration(database, worker, 2);
    return seconds(started);
  }

  private static double manifestChangeSeconds(SynchroDatabase database, WorkerProcess worker) {
    database.asMigration("CREATE INDEX city_country ON app.city (country)");
    long started = System.nanoTime();
    database.register(Registration.readOnly("app.city", "country:{country}"));
    awaitGeneration(database, worker, 3);
    return seconds(started);
  }

  private static void awaitGeneration(SynchroDatabase database, WorkerProcess worker, int number) {
    try (Connection connection = database.openSuperuser();
        var query =
            connection.prepareStatement(
                "SELECT registry_generation FROM synchro.progress WHERE registry_generation = ?")) {
      query.setLong(1, number);
      Poll.until(
          "generation " + number,
          PATIENCE,
          () -> {
            try (var row = query.executeQuery()) {
              return row.next();
            } catch (SQLException e) {
              throw new IllegalStateException(e);
            }
          },
          worker::logTail);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static double seconds(long startedNanos) {
    return (System.nanoTime() - startedNanos) / 1e9;
  }
}
