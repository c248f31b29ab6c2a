package dev.synchro.suite.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.fixture.Poll;
import dev.synchro.fixture.Registration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tables change their shape with and without a registration. Contract 8.5 and 9.7. */
class ShapeChangesPgTest {
  private static final String NOTES =
      "p_composition => 'single_scope', p_push_policy => 'read_only',"
          + " p_scopes => ARRAY['user:{owner}']";

  private Evolving evolving;

  @BeforeEach
  void start() {
    evolving = Evolving.start();
  }

  @AfterEach
  void stop() {
    evolving.close();
  }

  private void await(String what, String query, String expected) {
    Poll.until(
        what,
        Evolving.PATIENCE,
        () -> evolving.ask(query).filter(expected::equals).isPresent(),
        () -> evolving.worker().logTail());
  }

  @Test
  void rows_of_another_shape_are_held_until_the_registration_takes_effect() {
    evolving.changeAndRegister("ALTER TABLE app.note ALTER price TYPE text", "app.note", NOTES);
    evolving
        .database()
        .asMigration(
            "INSERT INTO app.note (id, owner, price) VALUES ('c', 'ada', 'dear')",
            "UPDATE app.note SET price = 'cheap' WHERE id = 'a'",
            "DELETE FROM app.note WHERE id = 'b'");
    evolving.assertRight();
    assertThat(evolving.newestClass()).isEqualTo("class_4");
    assertThat(evolving.ask("SELECT count(*) FROM synchro.poison")).contains("0");
    assertThat(evolving.ask("SELECT count(*) FROM synchro.row_head WHERE state = 2")).contains("1");
  }

  @Test
  void a_drift_that_no_row_tells_of_is_found_on_start() {
    evolving.worker().stop();
    evolving.database().asMigration("ALTER TABLE app.note RENAME COLUMN title TO heading");
    evolving.launch();
    await(
        "a poison",
        "SELECT class FROM synchro.poison WHERE state = 'active'",
        "registered_relation_drift");
  }

  @Test
  void a_row_that_cannot_be_staged_aborts_and_its_repair_is_enough() {
    evolving
        .database()
        .asMigration(
            "CREATE TABLE app.event (id text PRIMARY KEY, owner text, at timestamptz)",
            "INSERT INTO app.event VALUES ('x', 'ada', 'infinity')");
    evolving.database().register(Registration.readOnly("app.event", "user:{owner}"));
    await(
        "an aborted operation",
        "SELECT reason FROM synchro.coordination WHERE state = 'aborted' LIMIT 1",
        "staging_failed");
    assertThat(evolving.activeGeneration()).isEqualTo(1);
    evolving.database().asMigration("UPDATE app.note SET title = 'goes on' WHERE id = 'a'");
    evolving.database().awaitMaterialized();
    evolving.database().asMigration("UPDATE app.event SET at = now()");
    evolving.assertRight();
    assertThat(evolving.activeGeneration()).isEqualTo(2);
  }

  @Test
  void several_generations_are_taken_in_one_step_or_in_order() {
    evolving.worker().stop();
    evolving.changeAndRegister(
        "ALTER TABLE app.note ADD COLUMN one integer DEFAULT 1", "app.note", NOTES);
    evolving.changeAndRegister(
        "ALTER TABLE app.note DROP COLUMN one, ADD COLUMN two text", "app.note", NOTES);
    evolving.restart();
    evolving.assertRight();
    assertThat(evolving.activeGeneration()).isEqualTo(3);
    assertThat(evolving.ask("SELECT state FROM synchro.registry_generation WHERE generation = 2"))
        .contains("superseded");
    assertThat(evolving.manifests()).isEqualTo(2);
  }
}
