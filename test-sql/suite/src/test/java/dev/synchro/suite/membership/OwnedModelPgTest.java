package dev.synchro.suite.membership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.fixture.Model;
import dev.synchro.fixture.SynchroDatabase;
import dev.synchro.suite.capture.ProjectionOracle;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Customers, orders and line items: paths of one and two steps. Contract 7.2 and 7.7. */
class OwnedModelPgTest {
  private static final String ORDER = "00000000-0000-0000-0000-00000000000";
  private static final String LINE_ITEMS =
      "(SELECT (r ->> 'relation')::integer FROM synchro.registry_generation g,"
          + " json_array_elements(g.content -> 'relations') r"
          + " WHERE g.state = 'active' AND r ->> 'name' = 'line_items')";
  private static SynchroDatabase database;

  @BeforeAll
  static void start() {
    database = SynchroDatabase.create();
    Model.OWNED.install(database);
    database.asMigration(
        "INSERT INTO app.customers (id, user_id, name) VALUES (90, 'before', 'early')",
        "INSERT INTO app.orders (id, customer_id) VALUES ('" + ORDER + "9', 90)",
        "INSERT INTO app.line_items (order_id, product) VALUES ('" + ORDER + "9', 'early')");
    database.startWorker();
    assertThat(items("user:before")).as("filed by the baseline").isEqualTo(1);
  }

  @AfterAll
  static void stop() {
    database.close();
  }

  @BeforeEach
  void refill() {
    settle(
        "DELETE FROM app.line_items",
        "DELETE FROM app.orders",
        "DELETE FROM app.customers",
        "INSERT INTO app.customers (id, user_id, name) VALUES (1, 'ann', 'A'), (2, 'bob', 'B')",
        "INSERT INTO app.orders (id, customer_id) VALUES ('"
            + ORDER
            + "1', 1), ('"
            + ORDER
            + "2', 2)",
        "INSERT INTO app.line_items (order_id, product) SELECT '"
            + ORDER
            + "1', 'p' || n FROM generate_series(1, 3) n");
  }

  /** Runs statements and waits until they are filed exactly as plain SQL says. */
  private static void settle(String... statements) {
    database.asMigration(statements);
    database.awaitMaterialized();
    assertThat(ProjectionOracle.differences(database)).isEmpty();
  }

  /** How many line items are in a scope. */
  private static long items(String scopeId) {
    return Long.parseLong(
        database
            .ask(
                "SELECT count(*) FROM synchro.scope_entry e JOIN synchro.scope s USING (scope_pk)"
                    + " WHERE e.present AND s.scope_id = '"
                    + scopeId
                    + "' AND e.relation = "
                    + LINE_ITEMS)
            .orElseThrow());
  }

  /** The newest effects on one row. */
  private static String entries(String condition) {
    return database
        .ask(
            "SELECT string_agg(concat(s.scope_id, ' ', CASE WHEN e.present THEN 'live' WHEN"
                + " e.image_id IS NOT NULL THEN 'tombstone' ELSE left(e.removal_version, 2) END),"
                + " ', ' ORDER BY s.scope_id) FROM synchro.scope_entry e JOIN synchro.scope s"
                + " USING (scope_pk) JOIN synchro.row_head h USING (relation, key)"
                + " WHERE h.key = (SELECT key FROM synchro.row_head WHERE "
                + condition
                + ") AND e.commit_lsn = (SELECT materialized_lsn FROM synchro.progress)")
        .orElse("");
  }

  @Test
  void a_change_of_the_customers_user_moves_everything_below() {
    settle("UPDATE app.customers SET user_id = 'cid' WHERE id = 1");
    assertThat(items("user:cid")).isEqualTo(3);
    assertThat(items("user:ann")).isZero();
  }

  @Test
  void an_order_given_to_another_customer_takes_its_items_along() {
    settle("UPDATE app.orders SET customer_id = 2 WHERE id = '" + ORDER + "1'");
    assertThat(items("user:bob")).isEqualTo(3);
    settle("UPDATE app.orders SET customer_id = NULL WHERE id = '" + ORDER + "1'");
    assertThat(items("user:bob")).isZero();
  }

  @Test
  void a_deleted_customer_takes_everything_away_and_brings_it_back() {
    settle("UPDATE app.customers SET deleted_at = now() WHERE id = 1");
    assertThat(items("user:ann")).isZero();
    settle("UPDATE app.customers SET deleted_at = NULL WHERE id = 1");
    assertThat(items("user:ann")).isEqualTo(3);
    settle("UPDATE app.orders SET deleted_at = now() WHERE id = '" + ORDER + "1'");
    assertThat(items("user:ann")).isZero();
    settle("UPDATE app.orders SET deleted_at = NULL WHERE id = '" + ORDER + "1'");
    assertThat(items("user:ann")).isEqualTo(3);
  }

  @Test
  void a_null_on_the_way_gives_no_scope() {
    settle("UPDATE app.customers SET user_id = NULL WHERE id = 1");
    assertThat(items("user:ann")).isZero();
    settle(
        "UPDATE app.customers SET user_id = 'ann' WHERE id = 1",
        "UPDATE app.line_items SET order_id = NULL");
    assertThat(items("user:ann")).isZero();
  }

  @Test
  void rows_that_come_and_go_with_what_they_refer_to_are_filed_once() {
    settle(
        "BEGIN; INSERT INTO app.customers (id, user_id, name) VALUES (3, 'eve', 'E');"
            + " INSERT INTO app.orders (id, customer_id) VALUES ('"
            + ORDER
            + "3', 3);"
            + " INSERT INTO app.line_items (order_id, product) VALUES ('"
            + ORDER
            + "3', 'p1'), ('"
            + ORDER
            + "3', 'p2'); COMMIT");
    assertThat(items("user:eve")).isEqualTo(2);
    settle("DELETE FROM app.customers WHERE id = 3");
    assertThat(items("user:eve")).isZero();
  }

  @Test
  void a_customer_with_a_thousand_items_moves_with_ordered_effects() {
    settle(
        "INSERT INTO app.line_items (order_id, product) SELECT '"
            + ORDER
            + "2', 'p' || n FROM generate_series(1, 1000) n");
    assertThat(items("user:bob")).isEqualTo(1000);
    settle("UPDATE app.customers SET user_id = 'dan' WHERE id = 2");
    assertThat(items("user:dan")).isEqualTo(1000);
    assertThat(
            database.ask(
                "SELECT bool_and(n = 1) FROM (SELECT count(*) AS n FROM synchro.scope_entry"
                    + " WHERE commit_lsn > '0/0' GROUP BY scope_pk, commit_lsn, event_ordinal,"
                    + " effect_ordinal) AS positions"))
        .as("every position of a scope is that of one effect")
        .contains("t");
    assertThat(
            database.ask(
                "SELECT bool_and(effect_ordinal = place - 1) FROM (SELECT e.effect_ordinal,"
                    + " row_number() OVER (ORDER BY r.identity_head, e.key) AS place"
                    + " FROM synchro.scope_entry e JOIN synchro.scope s USING (scope_pk)"
                    + " JOIN synchro.relation r USING (relation)"
                    + " WHERE s.scope_id = 'user:dan' AND e.present) AS numbered"))
        .as("the effects of one event are numbered in the order of identities, the customer's too")
        .contains("t");
  }

  @Test
  void a_change_that_leads_nowhere_else_files_nothing_below() {
    String items =
        "SELECT max(commit_lsn)::text FROM synchro.scope_entry WHERE relation = " + LINE_ITEMS;
    String before = database.ask(items).orElseThrow();
    settle("UPDATE app.customers SET name = 'renamed' WHERE id = 1");
    assertThat(database.ask(items)).contains(before);
  }

  @Test
  void a_tombstone_is_delivered_to_the_scope_it_would_be_in() {
    settle("UPDATE app.orders SET deleted_at = now() WHERE id = '" + ORDER + "1'");
    assertThat(entries("key = '\\x0101'::bytea || int8send(36) || '" + ORDER + "1'::bytea"))
        .isEqualTo("user:ann tombstone");
  }

  @Test
  void a_tombstone_that_moved_away_is_delivered_without_its_row() {
    settle("UPDATE app.orders SET deleted_at = now(), customer_id = 2 WHERE id = '" + ORDER + "1'");
    assertThat(entries("key = '\\x0101'::bytea || int8send(36) || '" + ORDER + "1'::bytea"))
        .isEqualTo("user:ann d1");
  }
}
