package dev.synchro.bench.sync;

import dev.synchro.core.json.JsonArray;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.schema.SchemaManifest;
import dev.synchro.core.schema.TableSchema;
import dev.synchro.fixture.Login;
import dev.synchro.fixture.Registration;
import dev.synchro.fixture.SynchroDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Measures a rebuild of a large scope: its snapshot, its pages from the first to the last, and the
 * memory of the backend that serves them. Argument: rows, 1000000 by default. The rows are put into
 * the projection by one statement, since how they get there is measured elsewhere.
 */
public final class SnapshotBench {
  private static final int LIMIT = 1000;
  private static final int TENTHS = 10;
  private static final int SCATTER = 7919;

  private final Connection adapter;
  private final Connection superuser;
  private SchemaManifest manifest;

  private SnapshotBench(SynchroDatabase database) throws SQLException {
    adapter = database.open(Login.ADAPTER);
    superuser = database.openSuperuser();
  }

  public static void main(String[] arguments) throws Exception {
    int rows = arguments.length == 0 ? 1_000_000 : Integer.parseInt(arguments[0]);
    try (SynchroDatabase database = SynchroDatabase.create()) {
      database.asMigration(
          "CREATE TABLE app.places (id bigint PRIMARY KEY, name text NOT NULL)",
          "INSERT INTO app.places VALUES (0, 'x')");
      database.register(Registration.readOnly("app.places", "catalog"));
      database.registerSharedScope("catalog");
      database.startWorker();
      database.awaitMaterialized();
      new SnapshotBench(database).run(rows);
    }
  }

  private void run(int rows) throws SQLException, IOException {
    connect();
    fill(rows);
    int backend = Integer.parseInt(ask(adapter, "SELECT pg_backend_pid()"));
    // What a session does once is not what a snapshot costs.
    page(UUID.randomUUID().toString(), "null", 1, "team:1");
    long before = highWater(backend);
    String id = UUID.randomUUID().toString();
    List<Long> times = new ArrayList<>();
    String cursor = "null";
    do {
      long start = System.nanoTime();
      byte[] answer = page(id, cursor, LIMIT, "catalog");
      times.add(System.nanoTime() - start);
      JsonObject object = JsonParser.parseObject(answer, JsonLimits.DOCUMENT);
      cursor =
          object.members().get("cursor") instanceof JsonString next
              ? '"' + next.value() + '"'
              : "null";
    } while (!cursor.equals("null"));
    report("snapshot of " + rows + " rows with its first page", times.get(0));
    int part = Math.max(times.size() / TENTHS, 1);
    for (int from = 1; from + part <= times.size(); from += part) {
      List<Long> some = new ArrayList<>(times.subList(from, from + part));
      some.sort(null);
      report("  pages from " + from + " on, median", some.get(some.size() / 2));
    }
    System.out.printf(
        "memory of the backend: %d MB before, %d MB at most%n", before, highWater(backend));
  }

  private void connect() throws SQLException {
    String request =
        "{\"client_id\":\"bench\",\"platform\":\"bench\",\"app_version\":\"1.0.0\","
            + "\"protocol_version\":3,\"schema\":{\"version\":0,\"hash\":\"\"},"
            + "\"scope_set_version\":0,\"known_scopes\":{}}";
    execute("INSERT INTO synchro.user_scope VALUES ('ada', 'team:1', true)");
    JsonObject answer = JsonParser.parseObject(call("connect", request), JsonLimits.DOCUMENT);
    manifest = SchemaManifest.parse((JsonObject) answer.members().get("schema_definition"));
    int scopes =
        ((JsonArray) ((JsonObject) answer.members().get("scopes")).members().get("add"))
            .elements()
            .size();
    if (scopes == 0) {
      throw new IllegalStateException("no scope is assigned");
    }
  }

  /** Rows lie in another order than their keys, as they do in a table that has lived. */
  private void fill(int rows) throws SQLException {
    TableSchema places = manifest.tables().get(0);
    String key = places.primaryKeyFieldId();
    String name =
        places.fields().stream()
            .map(field -> field.fieldId())
            .filter(field -> !field.equals(key))
            .findFirst()
            .orElseThrow();
    execute(
        "CREATE TEMP TABLE made AS SELECT nextval(pg_get_serial_sequence('synchro.row_image',"
            + " 'image_id')) AS image_id, g AS n, decode(md5(g::text) || md5('x' || g), 'hex')"
            + " AS digest FROM (SELECT g FROM generate_series(1, "
            + rows
            + ") AS g ORDER BY g::bigint * "
            + SCATTER
            + " % "
            + rows
            + ") AS g",
        "INSERT INTO synchro.row_image (image_id, relation, row, row_digest, server_version)"
            + " SELECT m.image_id, r.relation, concat('{\""
            + name
            + "\":\"', repeat(md5(m.n::text), 11), '\",\""
            + key
            + "\":\"', m.n, '\"}')::json, m.digest, concat('v1.', left(md5(m.n::text), 22))"
            + " FROM made AS m CROSS JOIN synchro.relation AS r",
        "INSERT INTO synchro.scope_entry (scope_pk, relation, key, present, image_id, row_digest,"
            + " commit_lsn, event_ordinal, effect_ordinal) SELECT z.scope_pk, r.relation,"
            + " decode('0301', 'hex') || int8send(m.n), true, m.image_id, m.digest,"
            + " p.generation_start_lsn, m.n, 0 FROM made AS m CROSS JOIN synchro.relation AS r"
            + " CROSS JOIN synchro.scope AS z CROSS JOIN synchro.progress AS p"
            + " WHERE z.scope_id = 'catalog'",
        "UPDATE synchro.scope SET cardinality = cardinality + "
            + rows
            + ", digest = sha256(digest) WHERE scope_id = 'catalog'",
        "ANALYZE synchro.row_image",
        "ANALYZE synchro.scope_entry");
  }

  private byte[] page(String id, String cursor, int limit, String scope) throws SQLException {
    return call(
        "rebuild",
        "{\"client_id\":\"bench\",\"client_generation\":1,\"schema\":{\"version\":"
            + manifest.version()
            + ",\"hash\":\""
            + manifest.hash().hex()
            + "\"},\"scope\":\""
            + scope
            + "\",\"rebuild_id\":\""
            + id
            + "\",\"cursor\":"
            + cursor
            + ",\"limit\":"
            + limit
            + "}");
  }

  private byte[] call(String function, String request) throws SQLException {
    try (PreparedStatement statement =
        adapter.prepareStatement("SELECT synchro.synchro_" + function + "('ada', ?::json)")) {
      statement.setString(1, request);
      try (ResultSet answer = statement.executeQuery()) {
        answer.next();
        String text = answer.getString(1);
        if (text.startsWith("{\"error\"")) {
          throw new IllegalStateException(function + " was refused");
        }
        return answer.getBytes(1);
      }
    }
  }

  private void execute(String... statements) throws SQLException {
    try (Statement statement = superuser.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static String ask(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    }
  }

  /** The most memory a process ever held, in megabytes. */
  private static long highWater(int process) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/" + process + "/status"))) {
      if (line.startsWith("VmHWM:")) {
        return Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024;
      }
    }
    throw new IOException("no high-water mark of a process");
  }

  private static void report(String what, long nanoseconds) {
    System.out.printf("%-60s %10.3f ms%n", what, nanoseconds / 1e6);
  }
}
