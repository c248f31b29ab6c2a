package dev.synchro.bench.evolution;

import dev.synchro.fixture.Poll;
import dev.synchro.fixture.Registration;
import dev.synchro.fixture.SynchroDatabase;
import dev.synchro.fixture.WorkerProcess;
import java.io.IOException;
import java.io.OutputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import org.postgresql.PGConnection;

/**
 * Two figures, with the worker's heap bounded to 256 MB: rows per second of the bootstrap of a
 * table, from its registration until clients see it, against COPY of the same table out of the
 * server; and the time a manifest change takes, which digests every row and scope anew. Argument:
 * rows (default 1000000).
 */
public final class EvolutionBench {
  private static final Duration PATIENCE = Duration.ofHours(2);

  private EvolutionBench() {}

  public static void main(String... arguments) throws SQLException, IOException {
    int rows = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_000;
    try (SynchroDatabase database = SynchroDatabase.create()) {
      prepare(database, rows);
      database.register(Registration.readOnly("app.other", "all"));
      WorkerProcess worker = database.startWorker("-Xmx256m");
      double copied = rows / copySeconds(database);
      double staged = bootstrapSeconds(database, worker);
      System.out.printf(
          Locale.ROOT,
          "bootstrap of %d rows: %.0f rows per second; COPY out: %.0f; ratio %.3f%n",
          rows,
          rows / staged,
          copied,
          rows / staged / copied);
      double digested = manifestChangeSeconds(database, worker);
      System.out.printf(
          Locale.ROOT,
          "manifest change over %d rows: %.1f s, %.1f s per million rows%n",
          rows,
          digested,
          digested * 1e6 / rows);
    }
  }

  private static void prepare(SynchroDatabase database, int rows) {
    database.asMigration(
        "CREATE TABLE app.other (id text PRIMARY KEY)",
        "CREATE TABLE app.city (id bigint PRIMARY KEY, name text, country text,"
            + " population bigint, changed timestamptz)",
        "INSERT INTO app.city SELECT i, 'a city of number ' || i, 'c' || i % 250, i, now()"
            + " FROM generate_series(1, "
            + rows
            + ") i");
  }

  private static double copySeconds(SynchroDatabase database) throws SQLException, IOException {
    try (Connection connection = database.openSuperuser()) {
      long started = System.nanoTime();
      connection
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyOut("COPY app.city TO STDOUT", OutputStream.nullOutputStream());
      return seconds(started);
    }
  }

  private static double bootstrapSeconds(SynchroDatabase database, WorkerProcess worker) {
    long started = System.nanoTime();
    database.register(Registration.readOnly("app.city", "country:{country}"));
    awaitGeneration(database, worker, 2);
    return seconds(started);
  }

  private static double manifestChangeSeconds(SynchroDatabase database, WorkerProcess worker) {
    database.asMigration("CREATE INDEX city_name ON app.city (name)");
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
