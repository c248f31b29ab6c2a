package dev.synchro.suite.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.fixture.Registration;
import dev.synchro.fixture.SynchroDatabase;
import dev.synchro.fixture.WorkerProcess;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** A transaction far larger than memory is one boundary. Contract 9.1. */
@Isolated("writes a log that every other worker has to read")
class LargeTransactionPgTest {
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  @Test
  void as_many_rows_as_there_are_cities_pass_through_a_small_heap() {
    try (SynchroDatabase database = SynchroDatabase.create()) {
      database.asMigration(
          "CREATE TABLE app.city (id bigint PRIMARY KEY, name text, country text, population int,"
              + " place point, changed timestamptz)");
      database.register(Registration.readOnly("app.city", "country:{country}"));
      WorkerProcess worker = database.startWorker("-Xmx256m", "-XX:+ExitOnOutOfMemoryError");
      database.asMigration(
          "INSERT INTO app.city SELECT i, 'city of many people number ' || i, 'c' || i % 250, i,"
              + " point(i % 180, i % 90), now() FROM generate_series(1, 170000) i");
      database.awaitMaterialized(
          database.ask("SELECT pg_current_wal_insert_lsn()").orElseThrow(), PATIENCE);
      assertThat(database.ask("SELECT sum(cardinality) FROM synchro.scope")).contains("170000");
      assertThat(
              database.ask(
                  "SELECT count(DISTINCT commit_lsn) || ' ' || max(event_ordinal)"
                      + " FROM synchro.scope_entry"))
          .contains("1 169999");
      assertThat(ProjectionOracle.differences(database)).isEmpty();
      assertThat(worker.isAlive()).isTrue();
    }
  }
}
