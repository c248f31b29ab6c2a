package dev.synchro.suite.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.core.bytes.Hex;
import dev.synchro.core.digest.ScopeDigest;
import dev.synchro.core.row.RowIdentity;
import dev.synchro.core.schema.TableSchema;
import dev.synchro.core.value.PortableValue;
import dev.synchro.suite.capture.ProjectionOracle;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pages, cursors, acknowledgement and terminal maps. Contract 5.5, controls 32 and 33. */
final class PullPgTest {
  private static CallsServer server;

  @BeforeAll
  static void start() throws SQLException {
    server = CallsServer.start();
  }

  @AfterAll
  static void stop() throws SQLException {
    server.close();
  }

  private static TestClient ready(String user) {
    TestClient client = server.client(user, "phone");
    client.connect();
    server.capture();
    client.rebuildAll();
    return client;
  }

  private static void regions(int from, int to) {
    server.application(
        "INSERT INTO app.regions SELECT g, 'R' || g FROM generate_series("
            + from
            + ","
            + to
            + ") g");
  }

  private static boolean more(Json page) {
    return page.at("has_more").toString().equals("true");
  }

  /** Acknowledged commit positions by scope. */
  private static String acknowledged(String user) {
    return server
        .ask(
            "SELECT string_agg(k.scope_id || '@' || k.commit_lsn || ':' || k.event_ordinal || ':'"
                + " || k.effect_ordinal, ' ' ORDER BY k.scope_id) FROM synchro.client_checkpoint k"
                + " JOIN synchro.client c USING (client_pk) WHERE c.user_id = '"
                + user
                + "'")
        .orElse("");
  }

  /** The digests of scopes: what the server keeps, and that of nothing for what it has not. */
  private static Map<String, String> digests(String... scopes) {
    TreeMap<String, String> digests = new TreeMap<>();
    for (String scope : scopes) {
      digests.put(
          scope,
          server
              .ask(
                  "SELECT encode(digest, 'hex') FROM synchro.scope WHERE scope_id = '"
                      + scope
                      + "'")
              .orElseGet(
                  () ->
                      Hex.encode(ScopeDigest.start(server.manifest().hash(), scope, 0).finish())));
    }
    return digests;
  }

  private static Map<String, String> told(Json page) {
    TreeMap<String, String> digests = new TreeMap<>();
    for (String scope : page.at("checksums").names()) {
      digests.put(scope, page.at("checksums").member(scope).at("digest").text());
    }
    return digests;
  }

  @Test
  void an_empty_page_has_the_whole_map() {
    server.application("INSERT INTO app.items VALUES (1, 'eva', 'a')");
    TestClient client = ready("eva");
    Json page = client.pull(10);
    assertThat(page.at("changes").size()).isZero();
    assertThat(told(page)).isEqualTo(digests("catalog", "user:eva"));
  }

  @Test
  void a_scope_without_a_row_is_in_the_map_with_nothing() {
    TestClient client = ready("nobody");
    Json page = client.pull(10);
    assertThat(told(page)).isEqualTo(digests("catalog", "user:nobody"));
  }

  @Test
  void scopes_to_be_rebuilt_are_in_the_map_and_in_no_page() {
    server.application("INSERT INTO app.items VALUES (2, 'mix', 'a')");
    TestClient client = ready("mix");
    client.cursors().put("catalog", null);
    regions(100, 104);
    server.application("INSERT INTO app.items VALUES (3, 'mix', 'b'), (4, 'mix', 'c')");
    server.capture();
    Json first = client.pull(1);
    assertThat(more(first)).isTrue();
    assertThat(first.has("checksums")).isFalse();
    assertThat(first.at("rebuild").texts()).containsExactly("catalog");
    Json second = client.pull(1);
    assertThat(more(second)).isFalse();
    assertThat(second.at("rebuild").texts()).containsExactly("catalog");
    assertThat(second.at("scope_cursors").names()).containsExactly("user:mix");
    assertThat(second.at("changes.0.scope").text()).isEqualTo("user:mix");
    assertThat(told(second)).isEqualTo(digests("catalog", "user:mix"));
  }

  @Test
  void a_scope_that_is_new_to_the_client_is_added_and_rebuilt() {
    TestClient client = ready("nell");
    server.database().registerSharedScope("team:new");
    Json page = client.pull(10);
    assertThat(page.at("scope_updates").toString())
        .isEqualTo("{\"add\":[{\"cursor\":null,\"id\":\"team:new\"}],\"remove\":[]}");
    assertThat(page.at("rebuild").texts()).containsExactly("team:new");
    assertThat(told(page)).isEqualTo(digests("catalog", "team:new", "user:nell"));
    server.database().asOperator("SELECT synchro.synchro_unregister_shared_scope('team:new')");
    client.cursors().put("team:new", "not looked at");
    Json removed = client.pull(10);
    assertThat(removed.at("scope_updates.remove").texts()).containsExactly("team:new");
    assertThat(removed.at("checksums").names()).containsExactly("catalog", "user:nell");
  }

  @Test
  void pages_follow_the_order_of_positions_over_all_scopes() {
    TestClient client = ready("ord");
    server.database().asSuperuser("TRUNCATE app.regions");
    for (int i = 0; i < 4; i++) {
      server.application(
          "INSERT INTO app.items VALUES (" + (10 + i) + ", 'ord', 'a')",
          "INSERT INTO app.regions VALUES (" + (200 + i) + ", 'R')");
    }
    server.capture();
    List<String> whole = new ArrayList<>();
    TestClient same = server.client("ord", "other");
    same.connect();
    same.cursors().putAll(client.cursors());
    for (int limit : new int[] {1, 3, 1000}) {
      TreeMap<String, String> before = new TreeMap<>(client.cursors());
      List<String> seen = new ArrayList<>();
      Json page;
      do {
        page = client.pull(limit);
        assertThat(page.at("changes").size()).isLessThanOrEqualTo(limit);
        for (Json change : page.at("changes").elements()) {
          seen.add(change.at("scope").text() + change.at("op").text() + change.at("pk"));
        }
      } while (more(page));
      if (whole.isEmpty()) {
        whole.addAll(seen);
        assertThat(
                whole.stream().filter(change -> change.contains("upsert")).map(PullPgTest::scope))
            .containsExactly(
                "user:ord",
                "catalog",
                "user:ord",
                "catalog",
                "user:ord",
                "catalog",
                "user:ord",
                "catalog");
      }
      assertThat(seen).as("limit %d", limit).isEqualTo(whole);
      client.cursors().clear();
      client.cursors().putAll(before);
    }
  }

  private static String scope(String change) {
    return change.substring(0, change.indexOf("upsert"));
  }

  @Test
  void keys_that_need_escapes_are_written_in_canonical_text() {
    String key = "q\"b\\s/ \n\u0001\u00e9\ud83d\ude00\u2028";
    String literal = "E'q\"b\\\\s/ \\n\\x01\u00e9\ud83d\ude00\u2028'";
    TestClient client = ready("esc");
    server.application(
        "INSERT INTO app.notes (id, owner_id, title) VALUES (" + literal + ", 'esc', 'T')");
    server.capture();
    String rebuild = client.rebuildRequest("user:esc", UUID.randomUUID().toString(), null, 10);
    keyIn("records", server.call("rebuild", "esc", rebuild), key);
    String before = client.pullRequest(10);
    keyIn("changes", server.call("pull", "esc", before), key);
    client.pull(10);
    server.application("DELETE FROM app.notes WHERE id = " + literal);
    server.capture();
    String removal = server.call("pull", "esc", client.pullRequest(10));
    keyIn("changes", removal, key);
    assertThat(Json.parse(removal).at("changes.0.op").text()).isEqualTo("delete");
  }

  private static void keyIn(String list, String answer, String key) {
    Json parsed = Json.parse(answer);
    assertThat(parsed.toString()).isEqualTo(answer);
    assertThat(parsed.at(list + ".0.pk").member(server.table("notes").primaryKeyFieldId()).text())
        .isEqualTo(key);
  }

  @Test
  void an_acknowledged_position_never_moves_back() {
    TestClient client = ready("ack");
    TreeMap<String, String> old = new TreeMap<>(client.cursors());
    assertThat(acknowledged("ack")).isEmpty();
    client.pull(10);
    String first = acknowledged("ack");
    assertThat(first).isNotEmpty();
    server.application("INSERT INTO app.items VALUES (20, 'ack', 'a')");
    regions(300, 302);
    server.capture();
    client.pull(10);
    assertThat(acknowledged("ack")).as("what was sent is not acknowledged yet").isEqualTo(first);
    client.pull(10);
    String second = acknowledged("ack");
    assertThat(second).isNotEqualTo(first);
    client.cursors().putAll(old);
    assertThat(client.pull(10).at("changes").size()).isEqualTo(4);
    assertThat(acknowledged("ack")).isEqualTo(second);
  }

  @Test
  void a_stale_cursor_rebuilds_its_scope_and_acknowledges_nothing() {
    TestClient client = ready("stale");
    String scope = "UPDATE synchro.scope SET membership_generation = membership_generation";
    server.database().asSuperuser(scope + " + 1 WHERE scope_id = 'catalog'");
    try {
      assertThat(client.pull(10).at("rebuild").texts()).containsExactly("catalog");
      assertThat(acknowledged("stale")).startsWith("user:stale@").doesNotContain("catalog");
    } finally {
      server.database().asSuperuser(scope + " - 1 WHERE scope_id = 'catalog'");
    }
  }

  @Test
  void a_refused_pull_acknowledges_nothing() {
    TestClient client = ready("refused");
    String good = client.cursors().get("user:refused");
    client.cursors().put("user:refused", good.substring(0, good.length() - 3) + "AAA");
    assertThat(client.pull(10).at("error.code").text()).isEqualTo("invalid_request");
    assertThat(acknowledged("refused")).isEmpty();
  }

  /** State that cannot be: the page is refused whole, and readiness learns of it. Contract 5.7. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "pull; UPDATE synchro.scope_entry SET row_digest = sha256(row_digest) WHERE scope_pk ="
            + " (SELECT scope_pk FROM synchro.scope WHERE scope_id = 'user:odd') AND present",
        "pull; UPDATE synchro.scope_entry SET image_id = -image_id WHERE scope_pk ="
            + " (SELECT scope_pk FROM synchro.scope WHERE scope_id = 'user:odd') AND present",
        "rebuild; UPDATE synchro.scope SET cardinality = cardinality + 1, digest = sha256(digest)"
            + " WHERE scope_id = 'user:odd'"
      })
  void state_that_contradicts_itself_is_an_integrity_failure(String call, String damage)
      throws SQLException {
    TestClient client = server.client("odd", call + Integer.toHexString(damage.hashCode()));
    client.connect();
    server.capture();
    client.rebuildAll();
    String request = client.pullRequest(10);
    int key = 7000 + Math.abs(damage.hashCode() % 1000);
    server.application("INSERT INTO app.items VALUES (" + key + ", 'odd', 'a')");
    server.capture();
    if (call.equals("rebuild")) {
      request = client.rebuildRequest("user:odd", UUID.randomUUID().toString(), null, 10);
    }
    String faults = "SELECT count(*) FROM synchro.integrity_fault WHERE cleared_at IS NULL";
    assertThat(server.ask(faults)).contains("0");
    try (Connection broken = server.database().openSuperuser()) {
      broken.setAutoCommit(false);
      try (Statement statement = broken.createStatement()) {
        statement.execute("SET LOCAL session_replication_role = replica");
        statement.execute(damage);
      }
      String answer = server.call(broken, call, "odd", request);
      assertThat(answer)
          .isEqualTo(
              "{\"error\":{\"code\":\"sync_integrity_failure\",\"message\":"
                  + "\"sync integrity failure\",\"retryable\":false}}");
      try (Statement statement = broken.createStatement();
          ResultSet rows =
              statement.executeQuery(
                  "SELECT (SELECT count(*) FROM synchro.integrity_fault WHERE cleared_at IS NULL),"
                      + " (SELECT count(*) FROM synchro.client_checkpoint JOIN synchro.client"
                      + " USING (client_pk) WHERE user_id = 'odd' AND client_id = '"
                      + client.clientId()
                      + "'), synchro.synchro_retry_wal_poison(), synchro.synchro_retry_wal_poison()")) {
        rows.next();
        assertThat(rows.getLong(1)).as("faults").isEqualTo(1);
        assertThat(rows.getLong(2)).as("acknowledged").isZero();
        assertThat(rows.getBoolean(3)).as("cleared").isTrue();
        assertThat(rows.getBoolean(4)).as("cleared again").isFalse();
      }
      broken.rollback();
    }
    assertThat(Json.parse(server.call(call, "odd", request)).has("error")).isFalse();
  }

  @Test
  void a_limit_is_1_to_1000_and_is_never_cut() {
    TestClient client = ready("limits");
    server.application(
        "INSERT INTO app.items SELECT g, 'limits', 'a' FROM generate_series(5001, 6001) g");
    server.capture();
    TreeMap<String, String> before = new TreeMap<>(client.cursors());
    for (int limit : new int[] {0, -1, 1001}) {
      assertThat(client.pull(limit).at("error.code").text()).isEqualTo("invalid_request");
    }
    Json one = client.pull(1);
    assertThat(one.at("changes").size()).isEqualTo(1);
    assertThat(more(one)).isTrue();
    client.cursors().putAll(before);
    Json thousand = client.pull(1000);
    assertThat(thousand.at("changes").size()).isEqualTo(1000);
    assertThat(more(thousand)).isTrue();
    Json last = client.pull(1000);
    assertThat(last.at("changes").size()).isEqualTo(1);
    assertThat(more(last)).isFalse();
  }

  /** What the scope must hold is read from the tables, in the order of row identities. */
  @Test
  void a_rebuild_lists_the_rows_of_several_tables_in_one_order() throws SQLException {
    server.application(
        "INSERT INTO app.items (id, owner_id, name) SELECT i, 'tom', 'i' || i FROM"
            + " unnest('{0,-1,107,256,-9223372036854775808,9223372036854775807}'::bigint[]) AS i",
        "INSERT INTO app.notes (id, owner_id, title, deleted_at) SELECT k, 'tom', 't' || k,"
            + " CASE k WHEN 'tom9' THEN now() END"
            + " FROM unnest('{tom2,tom10,tomé,tom,tom9}'::text[]) AS k");
    TestClient client = server.client("tom", "phone");
    client.connect();
    server.capture();
    List<Json> pages = client.rebuild("user:tom", 4);
    assertThat(pages).extracting(page -> page.at("records").size()).containsExactly(4, 4, 2);
    ScopeDigest digest = ScopeDigest.start(server.manifest().hash(), "user:tom", 10);
    List<String> listed = new ArrayList<>();
    for (Json page : pages) {
      for (Json row : page.at("records").elements()) {
        TableSchema table = server.manifest().table(row.at("table").text()).orElseThrow();
        boolean note = table.name().equals("notes");
        String key = row.at("pk").member(table.primaryKeyFieldId()).text();
        String content =
            row.at("row").member(server.field(table.name(), note ? "title" : "name")).text();
        listed.add(table.name() + " " + key + " " + content);
        digest.add(
            RowIdentity.head(table.tableId(), table.primaryKeyFieldId()),
            RowIdentity.key(
                note ? PortableValue.ofString(key) : PortableValue.ofInt64(Long.parseLong(key))),
            Hex.decode(row.at("row_checksum.digest").text()));
      }
    }
    assertThat(String.join(", ", listed))
        .isEqualTo(
            server
                .ask(
                    "SELECT string_agg(line, ', ' ORDER BY place, key) FROM (SELECT '"
                        + server.table("items").tableId()
                        + "' AS place, int8send(id) AS key, concat_ws(' ', 'items', id, name)"
                        + " AS line FROM app.items WHERE owner_id = 'tom' UNION ALL SELECT '"
                        + server.table("notes").tableId()
                        + "', int8send(octet_length(id)) || convert_to(id, 'UTF8'),"
                        + " concat_ws(' ', 'notes', id, title) FROM app.notes"
                        + " WHERE owner_id = 'tom' AND deleted_at IS NULL) AS expected")
                .orElseThrow());
    assertThat(pages.get(2).at("checksum.digest").text()).isEqualTo(Hex.encode(digest.finish()));
    assertThat(ProjectionOracle.differences(server.database())).isEmpty();
  }
}
