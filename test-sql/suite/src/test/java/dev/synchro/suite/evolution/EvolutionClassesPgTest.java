package dev.synchro.suite.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.synchro.client.MutationReport;
import dev.synchro.client.Progress;
import dev.synchro.client.SyncClient;
import dev.synchro.core.state.ClientState;
import dev.synchro.fixture.Registration;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every row of the table in contract 8.5, one after the other on one database, so that each starts
 * from what the one before left.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class EvolutionClassesPgTest {
  private static final String USUAL =
      "p_composition => 'multi_scope', p_push_policy => 'read_only', ";
  private static final String NOTHING = "SELECT 1";

  private static Evolving evolving;

  @BeforeAll
  static void start() {
    evolving = Evolving.start();
    evolving.changeAndRegister(NOTHING, "app.note", USUAL + "p_scopes => ARRAY['user:{owner}']");
    evolving.assertRight();
  }

  @AfterAll
  static void stop() {
    evolving.close();
  }

  /** Changes, with the class that is published; {@code none} for class 1. */
  static Stream<Arguments> changes() {
    String owners = USUAL + "p_scopes => ARRAY['user:{owner}']";
    String both = USUAL + "p_scopes => ARRAY['user:{owner}','all']";
    return Stream.of(
        change("the same content again", "none", NOTHING, owners),
        change("fanout", "none", NOTHING, owners + ", p_max_scope_fanout => 4"),
        change("index added", "class_2", "CREATE INDEX by_title ON app.note (title)", owners),
        change("index removed", "class_2", "DROP INDEX app.by_title", owners),
        change(
            "new field that is null in every row",
            "class_2",
            "ALTER TABLE app.note ADD COLUMN colour text",
            owners),
        change(
            "not nullable to nullable",
            "class_2",
            "ALTER TABLE app.note ALTER owner DROP NOT NULL",
            owners),
        change(
            "nullable to not nullable",
            "class_3",
            "ALTER TABLE app.note ALTER owner SET NOT NULL",
            owners),
        change(
            "decimal precision",
            "class_2",
            "ALTER TABLE app.note ALTER price TYPE numeric(10,3)",
            owners),
        change(
            "writable",
            "class_2",
            "ALTER TABLE app.note ADD COLUMN changed timestamptz",
            owners + ", p_updated_at_col => 'changed'"),
        change(
            "new field with a value in some row",
            "class_3",
            "ALTER TABLE app.note ADD COLUMN size integer DEFAULT 7",
            owners),
        change("membership of some row", "class_3", NOTHING, both),
        change(
            "rules of other words with the same members",
            "none",
            NOTHING,
            USUAL + "p_scopes => ARRAY['all','user:{owner}']"),
        change(
            "composition",
            "class_3",
            NOTHING,
            "p_composition => 'single_scope', p_push_policy => 'read_only',"
                + " p_scopes => ARRAY['user:{owner}']"),
        change("field removed", "class_4", NOTHING, owners + ", p_exclude_columns => '{size}'"),
        change(
            "field renamed",
            "class_4",
            "ALTER TABLE app.note RENAME colour TO tint",
            owners + ", p_exclude_columns => '{size}'"),
        change(
            "portable type changed",
            "class_4",
            "ALTER TABLE app.note ALTER price TYPE text",
            owners + ", p_exclude_columns => '{size}'"),
        change(
            "column dropped",
            "class_4",
            "ALTER TABLE app.note DROP COLUMN tint",
            owners + ", p_exclude_columns => '{size}'"));
  }

  private static Arguments change(String what, String expected, String ddl, String arguments) {
    return Arguments.of(what, expected, ddl, arguments);
  }

  @Order(0)
  @Test
  void a_push_is_judged_by_the_policy_in_force(@TempDir Path folder) {
    try (SyncClient ada = evolving.client(folder, "ada")) {
      Evolving.sync(ada);
      long manifests = evolving.manifests();
      assertThat(pushed(ada, "read only")).contains("policy_rejected");
      evolving.worker().stop();
      evolving
          .database()
          .register(
              Registration.pushable("app.note", "owner", "user:{owner}")
                  .withComposition("multi_scope"));
      assertThat(pushed(ada, "not yet")).contains("policy_rejected");
      evolving.restart();
      evolving.assertRight();
      assertThat(pushed(ada, "from now on")).contains("\"status\":\"applied\"");
      evolving.assertRight();
      evolving.database().asMigration("REVOKE UPDATE ON app.note FROM synchro_owner");
      ada.update("note", "a", "{\"title\":\"not now\"}");
      assertThat(ada.sync(Duration.ofMillis(300)))
          .as("a privilege that is missing refuses nothing for good")
          .isEqualTo(Progress.WAITING);
      evolving
          .database()
          .register(
              Registration.readOnly("app.note", "user:{owner}").withComposition("multi_scope"));
      evolving.assertRight();
      Evolving.sync(ada);
      assertThat(lastOutcome(ada)).contains("policy_rejected");
      assertThat(evolving.ask("SELECT title FROM app.note WHERE id = 'a'")).contains("from now on");
      assertThat(evolving.manifests()).as("a policy is no part of a manifest").isEqualTo(manifests);
    }
  }

  /** What the server says of a change a client makes to a row of its own. */
  private static String pushed(SyncClient client, String title) {
    client.update("note", "a", "{\"title\":\"" + title + "\"}");
    Evolving.sync(client);
    return lastOutcome(client);
  }

  private static String lastOutcome(SyncClient client) {
    List<MutationReport> reports = client.mutations();
    return reports.get(reports.size() - 1).outcome().orElseThrow();
  }

  @Order(1)
  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("changes")
  void a_change_has_its_class(String what, String expected, String ddl, String arguments) {
    long before = evolving.manifests();
    evolving.changeAndRegister(ddl, "app.note", arguments);
    evolving.settle();
    String published = evolving.manifests() == before ? "none" : evolving.newestClass();
    assertThat(published).as(what).isEqualTo(expected);
    evolving
        .database()
        .asMigration(
            "UPDATE app.note SET title = title || '!' WHERE id = 'a'",
            "INSERT INTO app.note (id, owner) VALUES ('n" + before + what.hashCode() + "', 'ada')");
    evolving.assertRight();
  }

  @Order(2)
  @Test
  void a_key_that_changes_is_another_table(@TempDir Path folder) {
    try (SyncClient ada = evolving.client(folder, "ada")) {
      Evolving.sync(ada);
      evolving.changeAndRegister(
          "ALTER TABLE app.note DROP CONSTRAINT note_pkey, ADD COLUMN number bigint GENERATED"
              + " ALWAYS AS IDENTITY PRIMARY KEY",
          "app.note",
          USUAL + "p_pk_column => 'number', p_scopes => ARRAY['user:{owner}']");
      evolving.assertRight();
      assertThat(evolving.newestClass()).isEqualTo("class_4");
      assertThat(ada.sync(Evolving.PATIENCE)).isNotEqualTo(Progress.DONE);
      assertThat(ada.state()).isEqualTo(ClientState.ERROR);
      ada.resetSchema();
      Evolving.sync(ada);
    }
  }

  @Order(3)
  @Test
  void a_table_that_goes_is_class_4_and_leaves_nothing_behind() {
    evolving.database().asMigration("CREATE TABLE app.other (id text PRIMARY KEY)");
    evolving.database().register(Registration.readOnly("app.other", "everywhere"));
    evolving.assertRight();
    assertThat(evolving.newestClass()).isEqualTo("class_2");
    evolving.database().asOperator("SELECT synchro.synchro_unregister_table('app.note')");
    evolving.database().asMigration("ALTER PUBLICATION synchro_pub DROP TABLE app.note");
    evolving.assertRight();
    assertThat(evolving.newestClass()).isEqualTo("class_4");
    assertThat(
            evolving.ask(
                "SELECT count(*) FROM synchro.row_head h WHERE relation NOT IN (SELECT"
                    + " (r ->> 'relation')::integer FROM synchro.registry_generation g,"
                    + " json_array_elements(content -> 'relations') r WHERE state = 'active')"))
        .contains("0");
    assertThat(evolving.ask("SELECT count(*) FROM synchro.scope_entry")).contains("0");
  }

  @Order(4)
  @Test
  void a_manifest_can_be_neither_changed_nor_removed() {
    for (String change :
        new String[] {
          "UPDATE synchro.schema_manifest SET parent_version = 0 WHERE schema_version = 2",
          "DELETE FROM synchro.schema_manifest"
        }) {
      assertThatThrownBy(() -> evolving.database().asSuperuser(change))
          .hasMessageContaining("immutable");
    }
  }
}
