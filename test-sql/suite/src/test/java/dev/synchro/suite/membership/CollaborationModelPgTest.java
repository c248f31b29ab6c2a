package dev.synchro.suite.membership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.fixture.Model;
import dev.synchro.fixture.Poll;
import dev.synchro.fixture.SynchroDatabase;
import dev.synchro.suite.capture.ProjectionOracle;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Documents and their members: rows that point to a row tell its scopes. Contract 7.2. */
class CollaborationModelPgTest {
  private static final String DOCUMENT = "10000000-0000-0000-0000-000000000001";
  private static SynchroDatabase database;

  @BeforeAll
  static void start() {
    database = SynchroDatabase.create();
    Model.COLLABORATION.install(database);
    database.startWorker();
  }

  @AfterAll
  static void stop() {
    database.close();
  }

  @BeforeEach
  void refill() {
    settle(
        "DELETE FROM app.documents",
        "INSERT INTO app.documents (id, owner_id, title) VALUES ('" + DOCUMENT + "', 'm1', 'plan')",
        "INSERT INTO app.document_members (document_id, user_id) SELECT '"
            + DOCUMENT
            + "', 'm' || n FROM generate_series(1, 8) n");
  }

  private static void settle(String... statements) {
    database.asMigration(statements);
    database.awaitMaterialized();
    assertThat(ProjectionOracle.differences(database)).isEmpty();
  }

  private static Optional<String> cardinality(String scopeId) {
    return database.ask("SELECT cardinality FROM synchro.scope WHERE scope_id = '" + scopeId + "'");
  }

  private static Optional<String> poison() {
    return database.ask(
        "SELECT class || ': ' || detail FROM synchro.poison WHERE state = 'active'");
  }

  @Test
  void eight_members_see_the_document_and_each_other() {
    assertThat(cardinality("user:m8")).contains("9");
  }

  @Test
  void a_ninth_scope_blocks_capture_until_the_row_is_repaired() {
    database.asMigration(
        "INSERT INTO app.document_members (document_id, user_id) VALUES ('"
            + DOCUMENT
            + "', 'ninth')");
    Poll.until("the poison", Duration.ofMinutes(1), () -> poison().isPresent());
    assertThat(poison())
        .contains("scope_evaluation_failed: a row is in more scopes than its table allows");
    assertThat(cardinality("user:ninth")).isEmpty();
    database.asMigration("DELETE FROM app.document_members WHERE user_id = 'ninth'");
    database.asOperator("SELECT synchro.synchro_retry_wal_poison()");
    database.awaitMaterialized();
    assertThat(poison()).isEmpty();
    assertThat(ProjectionOracle.differences(database)).isEmpty();
  }

  @Test
  void ownership_moves_with_the_document() {
    settle("UPDATE app.documents SET owner_id = 'm2' WHERE id = '" + DOCUMENT + "'");
    assertThat(cardinality("user:m1")).contains("9");
    settle(
        "UPDATE app.document_members SET user_id = 'new' WHERE user_id = 'm1'",
        "UPDATE app.documents SET owner_id = 'new' WHERE id = '" + DOCUMENT + "'");
    assertThat(cardinality("user:m1")).contains("0");
    assertThat(cardinality("user:new")).contains("9");
  }

  @Test
  void a_member_who_leaves_takes_no_row_along_but_his_own() {
    settle("UPDATE app.document_members SET deleted_at = now() WHERE user_id = 'm3'");
    assertThat(cardinality("user:m3")).contains("0");
    assertThat(cardinality("user:m4")).contains("8");
    assertThat(
            database.ask(
                "SELECT count(*) FILTER (WHERE image_id IS NOT NULL) || ' with row, '"
                    + " || count(*) FILTER (WHERE image_id IS NULL) || ' without'"
                    + " FROM synchro.scope_entry e JOIN synchro.scope s USING (scope_pk)"
                    + " WHERE s.scope_id = 'user:m3' AND NOT present AND e.commit_lsn ="
                    + " (SELECT materialized_lsn FROM synchro.progress)"))
        .as("were it live, the membership itself would still name its user")
        .contains("1 with row, 8 without");
    settle("UPDATE app.document_members SET deleted_at = NULL WHERE user_id = 'm3'");
    assertThat(cardinality("user:m3")).contains("9");
  }

  @Test
  void a_membership_moved_to_another_document_moves_its_view() {
    settle(
        "INSERT INTO app.documents (id, owner_id, title) VALUES"
            + " ('10000000-0000-0000-0000-000000000002', 'other', 'second')",
        "UPDATE app.document_members SET document_id = '10000000-0000-0000-0000-000000000002'"
            + " WHERE user_id = 'm5'");
    assertThat(cardinality("user:m5")).contains("2");
    assertThat(cardinality("user:m6")).contains("8");
  }

  @Test
  void truncation_of_the_members_leaves_the_owner() {
    settle("TRUNCATE app.document_members");
    assertThat(cardinality("user:m1")).contains("1");
    assertThat(cardinality("user:m2")).contains("0");
  }
}
