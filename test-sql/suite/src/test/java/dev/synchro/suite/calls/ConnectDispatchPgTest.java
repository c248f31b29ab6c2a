package dev.synchro.suite.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.core.bytes.Hex;
import dev.synchro.core.position.Lsn;
import dev.synchro.core.position.Position;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.token.KeyState;
import dev.synchro.core.token.SecretBytes;
import dev.synchro.core.token.SeedReceipt;
import dev.synchro.core.token.TokenKey;
import dev.synchro.core.token.TokenPurpose;
import dev.synchro.core.token.TokenSealer;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Dispatch rows of connect, cursor bridge and seed receipts, contract 5.3. Later manifests are
 * written by hand, capture at rest, since the rows are about the history and nothing else.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class ConnectDispatchPgTest {
  private static CallsServer server;
  private static TestClient class2;
  private static TestClient affected;
  private static TestClient unaffected;
  private static TestClient class4;

  @BeforeAll
  static void start() throws SQLException {
    server = CallsServer.start();
    class2 = ready("class2");
    affected = ready("affected");
    unaffected = ready("unaffected");
    class4 = ready("class4");
    server.capture();
    server.worker().stop();
  }

  @AfterAll
  static void stop() throws SQLException {
    server.close();
  }

  private static TestClient ready(String user) {
    TestClient client = server.client(user, "phone");
    client.connect();
    client.rebuildAll();
    return client;
  }

  /** Publishes the manifest in force once more, as a step of another class. */
  private static void publish(String transitionClass, String affectedScopes) {
    server
        .database()
        .asSuperuser(
            "INSERT INTO synchro.schema_manifest (schema_version, schema_hash, parent_version,"
                + " transition_class, registry_generation, affected_scopes, manifest)"
                + " SELECT m.schema_version + 1, sha256(convert_to(m.schema_version::text, 'UTF8')),"
                + " m.schema_version, '"
                + transitionClass
                + "', m.registry_generation, '"
                + affectedScopes
                + "', m.manifest FROM synchro.schema_manifest AS m"
                + " ORDER BY m.schema_version DESC LIMIT 1",
            "UPDATE synchro.progress SET schema_version = schema_version + 1");
  }

  // Receipts are judged by the first manifest, so they come before any other.

  @Test
  @Order(1)
  void an_unchanged_receipt_gives_a_cursor_at_its_boundary() {
    TestClient client = server.client("seeded", "r1");
    Json answer = connectWith(client, receipt("catalog", 1, true));
    assertThat(answer.at("scopes.add").elements())
        .filteredOn(scope -> scope.at("id").text().equals("catalog"))
        .allMatch(scope -> scope.at("cursor").text().startsWith("ic1."));
    Json page = client.pull(10);
    assertThat(page.at("rebuild").texts()).containsExactly("user:seeded");
    assertThat(page.at("changes").size()).isZero();
  }

  @Test
  @Order(2)
  void a_receipt_of_another_state_or_generation_gives_no_cursor() {
    String[] receipts = {
      receipt("catalog", 1, false),
      receipt("catalog", 2, true),
      receipt("user:seeded", 1, true),
      "sc1.e30.AAAA",
      "nonsense"
    };
    for (int i = 0; i < receipts.length; i++) {
      TestClient client = server.client("seeded", "stale" + i);
      Json answer = connectWith(client, receipts[i]);
      assertThat(answer.at("scopes.add").elements())
          .as("receipt %d", i)
          .hasSize(2)
          .allMatch(scope -> scope.at("cursor").value().isNull());
    }
  }

  @Test
  @Order(2)
  void a_receipt_stays_good_while_later_changes_come() {
    String receipt = receipt("catalog", 1, true);
    server.restartWorker();
    server.application(
        "INSERT INTO app.regions VALUES (50, 'Fifty')", "DELETE FROM app.regions WHERE id = 3");
    server.capture();
    server.worker().stop();
    TestClient client = server.client("seeded", "behind");
    connectWith(client, receipt);
    assertThat(client.cursors().get("catalog")).startsWith("ic1.");
    client.rebuildAll();
    Json page = client.pull(10);
    assertThat(page.at("rebuild").size()).isZero();
    assertThat(page.at("changes").elements())
        .extracting(change -> change.at("op").text())
        .containsExactly("upsert", "delete");
  }

  @ParameterizedTest
  @CsvSource({
    "scope, membership_generation",
    "scope, retention_generation",
    "progress, stream_generation",
    "progress, registry_generation"
  })
  @Order(3)
  void a_receipt_of_another_generation_gives_no_cursor(String table, String generation) {
    String receipt = receipt("catalog", 1, true);
    String step = "UPDATE synchro." + table + " SET " + generation + " = " + generation;
    server.database().asSuperuser(step + " + 1");
    try {
      TestClient client = server.client("seeded", generation);
      connectWith(client, receipt);
      assertThat(client.cursors()).containsEntry("catalog", null);
    } finally {
      server.database().asSuperuser(step + " - 1");
    }
  }

  @Test
  @Order(3)
  void a_receipt_never_grants_a_scope_and_counts_only_while_it_is_portable() {
    TestClient stranger = server.client("seeded", "stranger");
    String request = seeded(stranger, "team:9", "sc1.e30.AAAA");
    Json answer = Json.parse(server.call("connect", "seeded", request));
    assertThat(answer.at("scopes.remove").texts()).containsExactly("team:9");

    server.database().asOperator("SELECT synchro.synchro_register_shared_scope('catalog')");
    TestClient late = server.client("seeded", "late");
    Json withdrawn = connectWith(late, receiptText("catalog", 1, true));
    assertThat(withdrawn.at("scopes.add").elements())
        .allMatch(scope -> scope.at("cursor").value().isNull());
  }

  @Test
  @Order(4)
  void row_5_the_current_reference_changes_nothing() {
    Json answer = class2.connect();
    assertThat(answer.at("schema.action").text()).isEqualTo("none");
    assertThat(answer.has("schema_definition")).isFalse();
    assertThat(answer.at("scope_cursor_updates").names()).isEmpty();
  }

  @Test
  @Order(5)
  void row_6_steps_of_class_2_replace_the_schema_and_carry_the_cursors() {
    publish("class_2", "{}");
    assertThat(class2.pull(10).at("error.code").text()).isEqualTo("schema_mismatch");
    Json answer = class2.connect();
    assertThat(answer.at("schema.action").text()).isEqualTo("replace");
    assertThat(answer.has("schema_definition")).isTrue();
    assertThat(answer.has("affected_scopes")).isFalse();
    assertThat(answer.at("scope_cursor_updates").names()).containsExactly("catalog", "user:class2");
    assertThat(class2.pull(10).at("rebuild").size()).isZero();
  }

  @Test
  @Order(6)
  void row_7_a_class_3_step_rebuilds_the_assigned_scopes_it_affects() {
    publish("class_3", "{team:9,user:affected}");
    Json answer = affected.connect();
    assertThat(answer.at("schema.action").text()).isEqualTo("rebuild_local");
    assertThat(answer.at("affected_scopes").texts()).containsExactly("user:affected");
    Json updates = answer.at("scope_cursor_updates");
    assertThat(updates.member("user:affected").value().isNull()).isTrue();
    assertThat(updates.member("catalog").text()).startsWith("ic1.");
    assertThat(affected.pull(10).at("rebuild").texts()).containsExactly("user:affected");
  }

  @Test
  @Order(7)
  void row_8_a_class_3_step_that_affects_no_assigned_scope_only_replaces() {
    Json answer = unaffected.connect();
    assertThat(answer.at("schema.action").text()).isEqualTo("replace");
    assertThat(unaffected.pull(10).at("rebuild").size()).isZero();
  }

  @Test
  @Order(8)
  void row_4_a_reset_rebuilds_every_assigned_scope() {
    String request =
        unaffected
            .connectRequest()
            .replace("\"protocol_version\":3", "\"protocol_version\":3,\"schema_reset\":true");
    Json answer = Json.parse(server.call("connect", "unaffected", request));
    assertThat(answer.at("schema.action").text()).isEqualTo("rebuild_local");
    assertThat(answer.at("affected_scopes").texts()).containsExactly("catalog", "user:unaffected");
    assertThat(answer.at("scope_cursor_updates").member("catalog").value().isNull()).isTrue();
  }

  @Test
  @Order(9)
  void row_9_an_unknown_reference_is_not_supported() {
    String request =
        class4
            .connectRequest()
            .replace(class4.schema(), "{\"version\":1,\"hash\":\"" + "ab".repeat(32) + "\"}");
    Json answer = Json.parse(server.call("connect", "class4", request));
    assertThat(answer.at("schema.action").text()).isEqualTo("unsupported");
    assertThat(answer.at("schema.reason").text()).isEqualTo("unknown_schema_lineage");
    assertThat(answer.at("scope_cursor_updates").names()).isEmpty();
  }

  @Test
  @Order(10)
  void row_10_a_path_across_class_4_is_not_supported() {
    publish("class_4", "{}");
    Json answer = class4.connect();
    assertThat(answer.at("schema.action").text()).isEqualTo("unsupported");
    assertThat(answer.at("schema.reason").text()).isEqualTo("incompatible_schema_transition");
    assertThat(answer.at("scope_cursor_updates").names()).isEmpty();
    assertThat(answer.has("schema_definition")).isFalse();
  }

  @Test
  @Order(11)
  void a_forged_cursor_is_refused_by_connect_too() {
    TestClient client = server.client("forger", "phone");
    client.connect();
    client.rebuildAll();
    String cursor = client.cursors().get("catalog");
    client.cursors().put("catalog", cursor.substring(0, cursor.length() - 2) + "AA");
    assertThat(client.connect().at("error.code").text()).isEqualTo("invalid_request");
  }

  private static Json connectWith(TestClient client, String receipt) {
    return client.connect(seeded(client, "catalog", receipt));
  }

  /** The first connect of a client that was shipped with a seed. */
  private static String seeded(TestClient client, String scope, String receipt) {
    return client
        .connectRequest()
        .replace(
            client.schema(),
            "{\"version\":"
                + server.manifest().version()
                + ",\"hash\":\""
                + server.manifest().hash().hex()
                + "\"}")
        .replace(
            "\"known_scopes\":{}",
            "\"known_scopes\":{},\"seed_receipts\":{\"" + scope + "\":\"" + receipt + "\"}");
  }

  private static String receipt(String scope, long registryShift, boolean digestFits) {
    server.database().asOperator("SELECT synchro.synchro_register_shared_scope('catalog', true)");
    return receiptText(scope, registryShift, digestFits);
  }

  /** A receipt as an export would have made it of the catalogue. */
  private static String receiptText(String scope, long registryShift, boolean digestFits) {
    String progress = " FROM synchro.progress AS p";
    byte[] secret =
        Hex.decode(
            ask(
                "SELECT encode(secret, 'hex') FROM synchro.token_key"
                    + " WHERE purpose = 'seed_continuation' AND state = 'active'"));
    String keyId =
        ask(
            "SELECT key_id FROM synchro.token_key"
                + " WHERE purpose = 'seed_continuation' AND state = 'active'");
    TokenKey key =
        new TokenKey(
            keyId,
            TokenPurpose.SEED_CONTINUATION,
            KeyState.ACTIVE,
            Optional.of(new SecretBytes(secret)));
    String lsn = ask("SELECT (p.materialized_lsn - '0/0')::text" + progress);
    Position boundary =
        lsn.isEmpty()
            ? new Position.GenerationStart()
            : new Position.TransactionEnd(Lsn.parseDecimal(lsn));
    SeedReceipt receipt =
        new SeedReceipt(
            keyId,
            UUID.randomUUID().toString(),
            "ab".repeat(32),
            SchemaHash.parse(server.manifest().hash().hex()),
            scope,
            Long.parseLong(ask("SELECT p.registry_generation" + progress)) + registryShift - 1,
            1,
            1,
            Long.parseLong(ask("SELECT p.stream_generation" + progress)),
            boundary,
            Long.parseLong(ask("SELECT cardinality FROM synchro.scope WHERE scope_id = 'catalog'")),
            digestFits
                ? ask("SELECT encode(digest, 'hex') FROM synchro.scope WHERE scope_id = 'catalog'")
                : "00".repeat(32),
            "2026-01-02T03:04:05.000006Z");
    return TokenSealer.seal(receipt, key);
  }

  private static String ask(String query) {
    return server.ask(query).orElse("");
  }
}
