package dev.synchro.suite.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.fixture.Registration;
import dev.synchro.fixture.SynchroDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Folded and one-by-one materialization end in the same state. Control 24. */
class FoldingPgTest {
  private static final long SEED = 20261130;

  /** By key, since ids and therefore versions are random for each database. */
  private static final String STATE =
      "SELECT string_agg(concat_ws(':', encode(h.key, 'hex'), h.state, left(h.server_version, 2),"
          + " (SELECT string_agg(s.scope_id, '+' ORDER BY s.scope_id) FROM synchro.scope s"
          + " WHERE s.scope_pk = ANY (h.scopes))), ' ' ORDER BY h.key) FROM synchro.row_head h";

  @Test
  void the_boundary_decides_and_not_the_way_to_it() {
    List<String> load = load();
    String folded = run(load, true, "--fold-rows=20000");
    assertThat(run(load, false, "--fold-rows=1")).isEqualTo(folded);
  }

  /** Many small transactions over few rows, so that most rows change several times in a fold. */
  private static List<String> load() {
    Random random = new Random(SEED);
    List<String> load = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      int id = random.nextInt(40);
      load.add(
          switch (random.nextInt(6)) {
            case 0, 1 ->
                "INSERT INTO app.item VALUES ("
                    + id
                    + ", 'p"
                    + random.nextInt(4)
                    + "', repeat('z', "
                    + random.nextInt(4000)
                    + ")) ON CONFLICT (id) DO UPDATE"
                    + " SET place = excluded.place";
            case 2 -> "DELETE FROM app.item WHERE id = " + id;
            case 3 -> "UPDATE app.item SET id = " + (100 + i) + " WHERE id = " + id;
            case 4 ->
                "BEGIN; UPDATE app.item SET place = 'q' WHERE id = "
                    + id
                    + "; UPDATE app.item SET place = 'r' WHERE id = "
                    + id
                    + "; COMMIT";
            default ->
                i % 50 == 0
                    ? "TRUNCATE app.item"
                    : "UPDATE app.item SET place = 't'" + " WHERE id % 7 = " + random.nextInt(7);
          });
    }
    return load;
  }

  private static String run(List<String> load, boolean whileStopped, String option) {
    try (SynchroDatabase database = SynchroDatabase.create()) {
      database.asMigration(
          "CREATE TABLE app.item (id bigint PRIMARY KEY, place text, big text)",
          "ALTER TABLE app.item ALTER big SET STORAGE EXTERNAL");
      database.register(Registration.readOnly("app.item", "place:{place}"));
      if (whileStopped) {
        database.startWorker().stop();
        database.asMigration(load.toArray(String[]::new));
        database.startWorker(option);
      } else {
        database.startWorker(option);
        database.asMigration(load.toArray(String[]::new));
      }
      database.awaitMaterialized();
      assertThat(ProjectionOracle.differences(database)).isEmpty();
      return database.ask(STATE).orElseThrow();
    }
  }
}
