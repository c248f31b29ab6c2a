package dev.synchro.suite.calls;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/** A client that sends exactly what a test tells it to, and remembers what it must send along. */
final class TestClient {
  private final CallsServer server;
  private final String userId;
  private final String clientId;
  private final Map<String, String> cursors = new TreeMap<>();
  private long generation;
  private long scopeSetVersion;
  private String schema = "{\"version\":0,\"hash\":\"\"}";

  TestClient(CallsServer server, String userId, String clientId) {
    this.server = server;
    this.userId = userId;
    this.clientId = clientId;
  }

  String userId() {
    return userId;
  }

  String clientId() {
    return clientId;
  }

  long generation() {
    return generation;
  }

  String schema() {
    return schema;
  }

  Map<String, String> cursors() {
    return cursors;
  }

  /** The request of a connect with what the client holds. */
  String connectRequest() {
    return "{\"client_id\":\""
        + clientId
        + "\",\"platform\":\"test\","
        + (generation == 0 ? "" : "\"client_generation\":" + generation + ",")
        + "\"app_version\":\"1.2.3\",\"protocol_version\":3,\"schema\":"
        + schema
        + ",\"scope_set_version\":"
        + scopeSetVersion
        + ",\"known_scopes\":"
        + scopes()
        + "}";
  }

  private String scopes() {
    return cursors.entrySet().stream()
        .map(
            scope ->
                "\""
                    + scope.getKey()
                    + "\":{\"cursor\":"
                    + (scope.getValue() == null ? "null" : "\"" + scope.getValue() + "\"")
                    + "}")
        .collect(Collectors.joining(",", "{", "}"));
  }

  String rawConnect() {
    return server.call("connect", userId, connectRequest());
  }

  /** Connects and takes over the answer. */
  Json connect() {
    return connect(connectRequest());
  }

  /** Connects with a request of the test's own and takes over the answer. */
  Json connect(String request) {
    Json answer = Json.parse(server.call("connect", userId, request));
    if (answer.has("error")) {
      return answer;
    }
    generation = answer.at("client_generation").number();
    scopeSetVersion = answer.at("scope_set_version").number();
    schema =
        "{\"version\":"
            + answer.at("schema.version").number()
            + ",\"hash\":\""
            + answer.at("schema.hash").text()
            + "\"}";
    for (Json scope : answer.at("scopes.add").elements()) {
      cursors.put(scope.at("id").text(), textOrNull(scope.at("cursor")));
    }
    answer.at("scopes.remove").texts().forEach(cursors::remove);
    Json updates = answer.at("scope_cursor_updates");
    updates.names().forEach(scope -> cursors.put(scope, textOrNull(updates.member(scope))));
    return answer;
  }

  private static String textOrNull(Json value) {
    return value.value().isNull() ? null : value.text();
  }

  String pullRequest(int limit) {
    return "{\"client_id\":\""
        + clientId
        + "\",\"client_generation\":"
        + generation
        + ",\"schema\":"
        + schema
        + ",\"scope_set_version\":"
        + scopeSetVersion
        + ",\"scopes\":"
        + scopes()
        + ",\"limit\":"
        + limit
        + "}";
  }

  /** Pulls one page and takes over cursors and assignment. */
  Json pull(int limit) {
    Json answer = Json.parse(server.call("pull", userId, pullRequest(limit)));
    if (answer.has("error")) {
      return answer;
    }
    scopeSetVersion = answer.at("scope_set_version").number();
    for (Json scope : answer.at("scope_updates.add").elements()) {
      cursors.put(scope.at("id").text(), null);
    }
    answer.at("scope_updates.remove").texts().forEach(cursors::remove);
    answer.at("rebuild").texts().forEach(scope -> cursors.put(scope, null));
    Json moved = answer.at("scope_cursors");
    moved.names().forEach(scope -> cursors.put(scope, moved.member(scope).text()));
    return answer;
  }

  String rebuildRequest(String scope, String rebuildId, String cursor, int limit) {
    return "{\"client_id\":\""
        + clientId
        + "\",\"client_generation\":"
        + generation
        + ",\"schema\":"
        + schema
        + ",\"scope\":\""
        + scope
        + "\",\"rebuild_id\":\""
        + rebuildId
        + "\",\"cursor\":"
        + (cursor == null ? "null" : "\"" + cursor + "\"")
        + ",\"limit\":"
        + limit
        + "}";
  }

  /** Every page of a rebuild; the client then stands at its end. */
  List<Json> rebuild(String scope, int limit) {
    List<Json> pages = new ArrayList<>();
    String rebuildId = UUID.randomUUID().toString();
    String cursor = null;
    do {
      Json page =
          Json.parse(
              server.call("rebuild", userId, rebuildRequest(scope, rebuildId, cursor, limit)));
      pages.add(page);
      if (page.has("error")) {
        return pages;
      }
      cursor = textOrNull(page.at("cursor"));
    } while (cursor != null);
    cursors.put(scope, pages.get(pages.size() - 1).at("final_scope_cursor").text());
    return pages;
  }

  /** Rebuilds everything the client is assigned. */
  void rebuildAll() {
    for (String scope : new ArrayList<>(cursors.keySet())) {
      if (cursors.get(scope) == null) {
        List<Json> pages = rebuild(scope, 1000);
        if (pages.get(0).has("error")) {
          throw new AssertionError("rebuild refused: " + pages.get(0));
        }
      }
    }
  }

  String pushRequest(String batchId, boolean atomic, String... mutations) {
    return "{\"client_id\":\""
        + clientId
        + "\",\"client_generation\":"
        + generation
        + ",\"batch_id\":\""
        + batchId
        + "\",\"schema\":"
        + schema
        + (atomic ? ",\"atomic\":true" : "")
        + ",\"mutations\":["
        + String.join(",", mutations)
        + "]}";
  }

  Json push(String... mutations) {
    return send(pushRequest(UUID.randomUUID().toString(), false, mutations));
  }

  Json pushAtomic(String... mutations) {
    return send(pushRequest(UUID.randomUUID().toString(), true, mutations));
  }

  private Json send(String request) {
    Json answer = Json.parse(server.call("push", userId, request));
    PushAnswers.check(Json.parse(request), answer);
    return answer;
  }

  /** An insert; columns as {@code name, wire value} pairs. */
  String insert(String table, String key, String... columns) {
    return mutation(table, key, "insert", null, columns);
  }

  String update(String table, String key, String base, String... columns) {
    return mutation(table, key, "update", base, columns);
  }

  String delete(String table, String key, String base) {
    return mutation(table, key, "delete", base);
  }

  private String mutation(
      String table, String key, String operation, String base, String... columns) {
    StringBuilder values = new StringBuilder();
    for (int i = 0; i < columns.length; i += 2) {
      values
          .append(i == 0 ? ",\"columns\":{\"" : ",\"")
          .append(server.field(table, columns[i]))
          .append("\":")
          .append(columns[i + 1]);
    }
    return "{\"mutation_id\":\""
        + UUID.randomUUID()
        + "\",\"table\":\""
        + server.table(table).tableId()
        + "\",\"pk\":{\""
        + server.table(table).primaryKeyFieldId()
        + "\":"
        + key
        + "},\"authored_schema\":"
        + schema
        + ",\"op\":\""
        + operation
        + "\""
        + (base == null ? "" : ",\"base_version\":\"" + base + "\"")
        + ",\"client_version\":\"2026-01-02T03:04:05.000006Z\""
        + values
        + (columns.length == 0 ? "" : "}")
        + "}";
  }
}
