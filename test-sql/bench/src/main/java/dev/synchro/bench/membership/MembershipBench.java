package dev.synchro.bench.membership;

import dev.synchro.fixture.Model;
import dev.synchro.fixture.SynchroDatabase;
import java.time.Duration;
import java.util.Locale;

/**
 * The time from a commit that gives one customer another user until all line items two steps away
 * have moved to that user's scope, for growing numbers of items, with the worker's heap bounded to
 * 256 MB. Linear when the figure for a thousand rows stays. Arguments: numbers of line items
 * (default 10000, 100000 and 200000).
 */
public final class MembershipBench {
  private static final Duration PATIENCE = Duration.ofMinutes(20);
  private static final int ITEMS_PER_ORDER = 100;
  private static final int SAMPLES = 3;

  private MembershipBench() {}

  public static void main(String... arguments) {
    int[] sizes = {10_000, 100_000, 200_000};
    if (arguments.length > 0) {
      sizes = new int[arguments.length];
      for (int i = 0; i < sizes.length; i++) {
        sizes[i] = Integer.parseInt(arguments[i]);
      }
    }
    for (int items : sizes) {
      measure(items);
    }
  }

  private static void measure(int items) {
    try (SynchroDatabase database = SynchroDatabase.create()) {
      Model.OWNED.install(database);
      database.asMigration(
          "INSERT INTO app.customers (id, user_id, name) VALUES (1, 'u0', 'the one')",
          "INSERT INTO app.orders (id, customer_id) SELECT gen_random_uuid(), 1"
              + " FROM generate_series(1, "
              + items / ITEMS_PER_ORDER
              + ")",
          "INSERT INTO app.line_items (order_id, product) SELECT o.id, 'product ' || n"
              + " FROM app.orders o, generate_series(1, "
              + ITEMS_PER_ORDER
              + ") n");
      database.startWorker("-Xmx256m");
      for (int sample = 1; sample <= SAMPLES; sample++) {
        double seconds = move(database, "u" + sample);
        System.out.printf(
            Locale.ROOT,
            "%d line items re-evaluated in %.2f s, %.1f ms per thousand%n",
            items,
            seconds,
            seconds * 1_000_000 / items);
      }
    }
  }

  private static double move(SynchroDatabase database, String user) {
    database.asMigration("UPDATE app.customers SET user_id = '" + user + "' WHERE id = 1");
    long started = System.nanoTime();
    database.awaitMaterialized(
        database.ask("SELECT pg_current_wal_insert_lsn()").orElseThrow(), PATIENCE);
    return (System.nanoTime() - started) / 1e9;
  }
}
