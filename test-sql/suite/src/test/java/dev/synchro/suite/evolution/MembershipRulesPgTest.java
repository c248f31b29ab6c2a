package dev.synchro.suite.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.synchro.fixture.SynchroDatabase;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rules that lead over other rows, and relations captured for them, come, change and go from one
 * generation to the next, one after the other on one database with live rows. Contract 7.2, 8.2 and
 * 8.5.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MembershipRulesPgTest {
  private static final String UP = "user:{folder_id>folder.owner_id>owner.who}";
  private static final String UP_TO_NAME =
      "region:{folder_id>folder.owner_id>owner.region_id>region.name}";
  private static final String UP_TO_CODE = UP_TO_NAME.replace("name", "code");
  private static final String DOWN = "seen:{id<paper.folder_id.title}";

  private static Evolving evolving;

  @BeforeAll
  static void start() {
    evolving = Evolving.start();
    SynchroDatabase database = evolving.database();
    database.asMigration(
        "CREATE TABLE app.region (id integer PRIMARY KEY, name text, code text)",
        "CREATE TABLE app.owner (id integer PRIMARY KEY, who text, region_id integer)",
        "CREATE TABLE app.folder (id text PRIMARY KEY, owner_id integer, deleted_at timestamptz)",
        "CREATE TABLE app.paper (id text PRIMARY KEY, folder_id text, title text)",
        "INSERT INTO app.region VALUES (1, 'north', 'N'), (2, 'south', NULL)",
        "INSERT INTO app.owner VALUES (1, 'ada', 1), (2, 'bob', 2), (3, NULL, 1)",
        "INSERT INTO app.folder VALUES ('f1', 1), ('f2', 2), ('f3', 3), ('f4', NULL)",
        "INSERT INTO app.paper SELECT 'p' || n, 'f' || n % 5, 't' || n % 3"
            + " FROM generate_series(1, 12) AS n",
        "ALTER PUBLICATION synchro_pub ADD TABLE app.region, app.owner, app.folder, app.paper",
        "GRANT SELECT ON app.region, app.owner, app.folder, app.paper"
            + " TO synchro_owner, synchro_worker",
        "ALTER PUBLICATION synchro_pub DROP TABLE app.region");
    database.asOperator(table("owner", "all") + table("folder", "all") + table("paper", "all"));
    evolving.assertRight();
  }

  @AfterAll
  static void stop() {
    evolving.close();
  }

  private static String table(String name, String... scopes) {
    return "SELECT synchro.synchro_register_table('app."
        + name
        + "', NULL, 'multi_scope', p_push_policy => 'read_only', p_scopes => ARRAY['"
        + String.join("', '", scopes)
        + "']);";
  }

  private static String region(String columns) {
    return "SELECT synchro.synchro_register_capture_dependency('app.region', '{id}', '{"
        + columns
        + "}');";
  }

  /** Changes, each a transaction of the operator, with the class that is published. */
  static Stream<Arguments> changes() {
    return Stream.of(
        Arguments.of("a rule of one step", "class_3", table("folder", "user:{owner_id>owner.who}")),
        Arguments.of("a rule of two steps", "class_3", table("paper", UP)),
        Arguments.of("a relation no rule reads yet", "none", region("name")),
        Arguments.of("a rule that reads it", "class_3", table("paper", UP, UP_TO_NAME)),
        Arguments.of("one column of it more", "none", region("name,code")),
        Arguments.of("a rule over that column", "class_3", table("paper", UP, UP_TO_CODE)),
        Arguments.of("a column less that nothing reads", "none", region("code")),
        Arguments.of(
            "another column together with the rule",
            "class_3",
            region("name,code") + table("paper", UP, UP_TO_NAME) + region("name")),
        Arguments.of(
            "a rule the other way round", "class_3", table("folder", DOWN, "user:{owner_id}")),
        Arguments.of("a rule taken back", "class_3", table("paper", UP)),
        Arguments.of(
            "a relation nothing reads any more",
            "none",
            "SELECT synchro.synchro_unregister_table('app.region');"),
        Arguments.of(
            "the same relation again, with a rule",
            "class_3",
            region("code") + table("paper", UP_TO_CODE)),
        Arguments.of("a rule without steps", "class_3", table("paper", "title:{title}")));
  }

  @Order(1)
  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("changes")
  void rows_follow_every_rule_from_its_generation_on(String what, String expected, String calls) {
    if (calls.contains("app.region'")) {
      publish(!calls.contains("unregister"));
    }
    long before = evolving.manifests();
    evolving.database().asOperator(calls);
    evolving.assertRight();
    assertThat(evolving.manifests() == before ? "none" : evolving.newestClass())
        .as(what)
        .isEqualTo(expected);
    evolving
        .database()
        .asMigration(
            "UPDATE app.folder SET owner_id = owner_id % 3 + 1",
            "UPDATE app.owner SET who = CASE WHEN who IS NULL THEN 'ada' END WHERE id = 3;"
                + " UPDATE app.owner SET region_id = 3 - region_id",
            "UPDATE app.region SET name = name || '!', code = coalesce(code, '') || 'X'",
            "UPDATE app.folder SET deleted_at = CASE WHEN deleted_at IS NULL THEN now() END"
                + " WHERE id = 'f1'",
            "UPDATE app.paper SET title = title || '!' WHERE id < 'p3'");
    evolving.assertRight();
  }

  private static void publish(boolean member) {
    evolving
        .database()
        .asMigration(
            "DO $$ BEGIN IF EXISTS (SELECT FROM pg_publication_tables WHERE tablename = 'region')"
                + " <> "
                + member
                + " THEN ALTER PUBLICATION synchro_pub "
                + (member ? "ADD" : "DROP")
                + " TABLE app.region; END IF; END $$");
  }

  @Order(2)
  @Test
  void what_live_rows_are_filed_by_cannot_be_taken_away() {
    publish(true);
    evolving.database().asOperator(region("code") + table("paper", UP_TO_CODE));
    evolving.assertRight();
    long generation = evolving.activeGeneration();
    for (String refused :
        List.of(
            "SELECT synchro.synchro_unregister_table('app.region')",
            "SELECT synchro.synchro_unregister_table('app.folder')",
            "SELECT synchro.synchro_unregister_table('app.owner')")) {
      assertThatThrownBy(() -> evolving.database().asOperator(refused))
          .hasMessageContaining("\"reason\":\"dependency_in_use\"");
    }
    assertThatThrownBy(() -> evolving.database().asOperator(region("name")))
        .hasMessageContaining("\"reason\":\"undeclared_dependency\"");
    evolving.assertRight();
    assertThat(evolving.ask("SELECT max(generation) FROM synchro.registry_generation"))
        .contains(Long.toString(generation));
  }

  @Order(3)
  @Test
  void nothing_is_kept_of_rules_and_relations_that_are_gone() {
    evolving
        .database()
        .asOperator(
            table("paper", "all")
                + table("folder", "all")
                + "SELECT synchro.synchro_unregister_table('app.region');");
    publish(false);
    evolving.assertRight();
    assertThat(evolving.ask("SELECT count(*) FROM synchro.reference_edge")).contains("0");
    assertThat(
            evolving.ask(
                "SELECT count(*) FROM synchro.row_head WHERE relation NOT IN (SELECT"
                    + " (r ->> 'relation')::integer FROM synchro.registry_generation AS g,"
                    + " json_array_elements(g.content -> 'relations') AS r"
                    + " WHERE g.state = 'active')"))
        .contains("0");
  }
}
