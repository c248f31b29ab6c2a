package dev.synchro.bench.sync;

import dev.synchro.core.json.JsonArray;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.schema.FieldSchema;
import dev.synchro.core.schema.SchemaManifest;
import dev.synchro.core.schema.TableSchema;
import dev.synchro.fixture.Login;
import dev.synchro.fixture.Registration;
import dev.synchro.fixture.SynchroDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Measures pull, rebuild and push over one warm connection, each next to the plain SQL it is
 * compared with. Argument: rows of the shared scope, 20000 by default.
 */
public final class CallsBench {
  private static final int RUNS = 200;
  private static final int LOOP = 100;
  private static final int ROUNDS = 20;

  /** The code of a push is compiled by then: in the first half it is measured being compiled. */
  private static final int PUSHES = 400;

  /** For sessions that live long, as an adapter's pool has them: both compilers, room for code. */
  private static final String LONG_LIVED =
      "-Xmx128m -Xmn8m -XX:+UseSerialGC -XX:ReservedCodeCacheSize=64m";

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String USER = "ada";
  private static final String NOBODY = "";
  private static final String CLIENT = "bench";

  private final SynchroDatabase database;
  private final Connection adapter;
  private final Connection superuser;
  private final Map<String, String> cursors = new TreeMap<>();
  private SchemaManifest manifest;

  private CallsBench(SynchroDatabase database) throws SQLException {
    this.database = database;
    adapter = database.open(Login.ADAPTER);
    superuser = database.openSuperuser();
  }

  public static void main(String[] arguments) throws Exception {
    int rows = arguments.length == 0 ? 20_000 : Integer.parseInt(arguments[0]);
    try (SynchroDatabase database = SynchroDatabase.create()) {
      if (database.stack().isEmbedded()) {
        database.asSuperuser(
            "ALTER DATABASE \""
                + database.name()
                + "\" SET synchro_java.vmoptions = '"
                + LONG_LIVED
                + "'");
      }
      prepare(database, rows);
      new CallsBench(database).run(rows);
    }
  }

  private static void prepare(SynchroDatabase database, int rows) {
    database.asMigration(
        "CREATE TABLE app.places (id bigint PRIMARY KEY, name text NOT NULL)",
        "CREATE TABLE app.notes (id bigint PRIMARY KEY, owner_id text NOT NULL, title text)",
        "INSERT INTO app.places SELECT g, repeat(md5(g::text), 11) FROM generate_series(1, "
            + rows
            + ") g",
        "INSERT INTO app.notes SELECT g, 'ada', 'x' FROM generate_series(1, 100) g");
    database.register(
        Registration.readOnly("app.places", "catalog"),
        Registration.pushable("app.notes", "owner_id", "user:{owner_id}"));
    database.registerSharedScope("catalog");
    database.grantScope(USER, "team:1");
    database.startWorker();
    database.awaitMaterialized();
  }

  private void run(int rows) throws Exception {
    connect();
    rebuild(rows);
    warmPull();
    fullPage();
    push();
  }

  private JsonObject call(String function, String request) throws SQLException {
    return object(function, answer(function, request));
  }

  /** The text of an answer. What is measured ends here, since reading it is the client's matter. */
  private byte[] answer(String function, String request) throws SQLException {
    try (PreparedStatement statement =
        adapter.prepareStatement("SELECT synchro.synchro_" + function + "(?, ?::json)")) {
      statement.setString(1, USER);
      statement.setString(2, request);
      try (ResultSet answer = statement.executeQuery()) {
        answer.next();
        return answer.getBytes(1);
      }
    }
  }

  private static JsonObject object(String function, byte[] answer) {
    JsonObject object = JsonParser.parseObject(answer, JsonLimits.DOCUMENT);
    if (object.has("error")) {
      throw new IllegalStateException(function + " was refused");
    }
    return object;
  }

  private void time(String function, String request) throws SQLException {
    time(function, USER, request);
  }

  private void time(String function, String user, String request) throws SQLException {
    try (PreparedStatement statement =
        adapter.prepareStatement("SELECT synchro.synchro_" + function + "(?, ?::json)")) {
      statement.setString(1, user);
      statement.setString(2, request);
      try (ResultSet answer = statement.executeQuery()) {
        answer.next();
      }
    }
  }

  private void connect() throws SQLException {
    JsonObject answer =
        call(
            "connect",
            "{\"client_id\":\"bench\",\"platform\":\"bench\",\"app_version\":\"1.0.0\","
                + "\"protocol_version\":3,\"schema\":{\"version\":0,\"hash\":\"\"},"
                + "\"scope_set_version\":0,\"known_scopes\":{}}");
    manifest = SchemaManifest.parse((JsonObject) answer.members().get("schema_definition"));
    JsonObject scopes = (JsonObject) answer.members().get("scopes");
    for (JsonValue scope : ((JsonArray) scopes.members().get("add")).elements()) {
      cursors.put(text(scope, "id"), null);
    }
  }

  private static String text(JsonValue object, String name) {
    return ((JsonString) ((JsonObject) object).members().get(name)).value();
  }

  private String schema() {
    return "{\"version\":" + manifest.version() + ",\"hash\":\"" + manifest.hash().hex() + "\"}";
  }

  private void rebuild(int rows) throws SQLException {
    List<Long> pages = new ArrayList<>();
    for (String scope : List.copyOf(cursors.keySet())) {
      String id = UUID.randomUUID().toString();
      String cursor = "null";
      JsonObject page;
      do {
        long start = System.nanoTime();
        byte[] answer =
            answer(
                "rebuild",
                "{\"client_id\":\"bench\",\"client_generation\":1,\"schema\":"
                    + schema()
                    + ",\"scope\":\""
                    + scope
                    + "\",\"rebuild_id\":\""
                    + id
                    + "\",\"cursor\":"
                    + cursor
                    + ",\"limit\":1000}");
        if (scope.equals("catalog")) {
          pages.add(System.nanoTime() - start);
        }
        page = object("rebuild", answer);
        JsonValue next = page.members().get("cursor");
        cursor = next.isNull() ? "null" : "\"" + ((JsonString) next).value() + "\"";
      } while (!cursor.equals("null"));
      cursors.put(scope, text(page, "final_scope_cursor"));
    }
    report("rebuild of " + rows + " rows: first page, snapshot included", pages.get(0));
    report("  a page in the first half, median", median(pages.subList(1, pages.size() / 2 + 1)));
    report(
        "  a page in the second half, median",
        median(pages.subList(pages.size() / 2, pages.size() - 1)));
  }

  private static long median(List<Long> times) {
    List<Long> sorted = new ArrayList<>(times);
    sorted.sort(null);
    return sorted.isEmpty() ? 0 : sorted.get(sorted.size() / 2);
  }

  private String pullRequest() {
    StringBuilder scopes = new StringBuilder();
    cursors.forEach(
        (scope, cursor) ->
            scopes
                .append(scopes.length() == 0 ? "\"" : ",\"")
                .append(scope)
                .append("\":{\"cursor\":\"")
                .append(cursor)
                .append("\"}"));
    return "{\"client_id\":\"bench\",\"client_generation\":1,\"schema\":"
        + schema()
        + ",\"scope_set_version\":1,\"scopes\":{"
        + scopes
        + "},\"limit\":1000}";
  }

  private void warmPull() throws Exception {
    JsonObject answer = call("pull", pullRequest());
    ((JsonObject) answer.members().get("scope_cursors"))
        .members()
        .forEach((scope, token) -> cursors.put(scope, ((JsonString) token).value()));
    execute(
        "CREATE FUNCTION public.three_rows(p_user text) RETURNS json LANGUAGE plpgsql AS $$"
            + " DECLARE r json; BEGIN SELECT json_agg(s.scope_id) INTO r FROM synchro.scope s"
            + " WHERE s.scope_id = ANY (ARRAY['catalog', 'team:1', concat('user:', p_user)]);"
            + " RETURN r; END $$");
    String request = pullRequest();
    long pull = Samples.median(RUNS, () -> time("pull", request));
    long plain = Samples.median(RUNS, () -> query("SELECT public.three_rows('ada')"));
    report("warm pull, nothing new, 3 scopes", pull);
    ratio("  to a plpgsql function that reads the same rows", pull, plain);
    insideTheServer(request);
  }

  /** The same without the way to the server and back, which both have in common. */
  private void insideTheServer(String request) throws Exception {
    execute(
        "CREATE FUNCTION public.pulls(p_request json) RETURNS void LANGUAGE plpgsql AS $$"
            + " DECLARE r json; BEGIN FOR i IN 1.."
            + LOOP
            + " LOOP r := synchro.synchro_pull('ada', p_request); END LOOP; END $$",
        "CREATE FUNCTION public.reads() RETURNS void LANGUAGE plpgsql AS $$"
            + " DECLARE r json; BEGIN FOR i IN 1.."
            + LOOP
            + " LOOP r := public.three_rows('ada'); END LOOP; END $$");
    String quoted = request.replace("'", "''");
    long pulls = Samples.median(ROUNDS, () -> query("SELECT public.pulls('" + quoted + "')"));
    long reads = Samples.median(ROUNDS, () -> query("SELECT public.reads()"));
    report("  inside the server", pulls / LOOP);
    ratio("    to the same function", pulls / LOOP, reads / LOOP);
  }

  private void fullPage() throws Exception {
    database.asMigration("UPDATE app.places SET name = name || '.' WHERE id <= 1000");
    database.awaitMaterialized(currentLsn(), PATIENCE);
    String request = pullRequest();
    long pull = Samples.median(RUNS, () -> time("pull", request));
    execute("ANALYZE synchro.row_image", "ANALYZE synchro.scope_entry");
    execute(
        "CREATE TABLE public.page AS SELECT i.* FROM synchro.row_image i WHERE i.image_id IN"
            + " (SELECT e.image_id FROM synchro.scope_entry e ORDER BY e.commit_lsn DESC LIMIT"
            + " 1000)",
        "ANALYZE public.page");
    String texts =
        "SELECT string_agg(i.row::text, ',') FROM synchro.row_image i WHERE i.image_id ="
            + " ANY (ARRAY(SELECT p.image_id FROM public.page p))";
    long images = Samples.median(50, () -> query(texts));
    long copied =
        Samples.median(50, () -> query("SELECT string_agg(p.row::text, ',') FROM public.page p"));
    report("pull of a page of 1000 rows", pull);
    ratio("  to string_agg of the same texts where they lie", pull, images);
    ratio("  to string_agg of the same texts in a table of their own", pull, copied);
  }

  private String currentLsn() throws SQLException {
    try (Statement statement = superuser.createStatement();
        ResultSet rows = statement.executeQuery("SELECT pg_current_wal_insert_lsn()")) {
      rows.next();
      return rows.getString(1);
    }
  }

  private void push() throws Exception {
    TableSchema notes =
        manifest.tables().stream().filter(t -> t.name().equals("notes")).findFirst().orElseThrow();
    String title =
        notes.fields().stream()
            .filter(field -> field.name().equals("title"))
            .map(FieldSchema::fieldId)
            .findFirst()
            .orElseThrow();
    Map<Integer, String> versions = new TreeMap<>();
    List<Long> times = new ArrayList<>();
    String last = "";
    for (int round = 0; round < PUSHES; round++) {
      String request = batch(notes, title, versions, round);
      long start = System.nanoTime();
      byte[] text = answer("push", request);
      times.add(System.nanoTime() - start);
      JsonObject answer = object("push", text);
      JsonArray outcomes = (JsonArray) answer.members().get(round == 0 ? "rejected" : "accepted");
      for (int i = 0; i < outcomes.size(); i++) {
        versions.put(i + 1, text(outcomes.elements().get(i), "server_version"));
      }
      last = request;
    }
    plainLoop();
    List<Long> loops = new ArrayList<>();
    for (int round = 0; round < PUSHES; round++) {
      long start = System.nanoTime();
      query("SELECT public.hundred_writes('x" + round + "')");
      loops.add(System.nanoTime() - start);
    }
    // Once the worker is idle again: the first moments after a push share the machine with it.
    database.awaitMaterialized(currentLsn(), PATIENCE);
    String again = last;
    long replay = Samples.median(RUNS, () -> time("push", again));
    long carried = Samples.median(RUNS, () -> time("push", NOBODY, again));
    long empty =
        Samples.median(
            RUNS, () -> time("push", "{\"client_id\":\"bench\",\"client_generation\":1}"));
    report("push of 100 updates, the first of the session", times.get(0));
    long push = median(times.subList(PUSHES / 2, PUSHES));
    long loop = median(loops.subList(PUSHES / 2, PUSHES));
    report("  later, median of the second half of " + PUSHES, push);
    ratio("  to a plpgsql loop under the same policies", push, loop);
    report("  sent again", replay);
    report("  the same request of nobody, refused at once", carried);
    report("  a call without a batch, refused at once", empty);
  }

  private String batch(TableSchema notes, String title, Map<Integer, String> versions, int round) {
    StringBuilder mutations = new StringBuilder();
    for (int i = 1; i <= 100; i++) {
      mutations
          .append(i == 1 ? "" : ",")
          .append("{\"mutation_id\":\"")
          .append(UUID.randomUUID())
          .append("\",\"table\":\"")
          .append(notes.tableId())
          .append("\",\"pk\":{\"")
          .append(notes.primaryKeyFieldId())
          .append("\":\"")
          .append(i)
          .append("\"},\"authored_schema\":")
          .append(schema())
          .append(",\"op\":\"update\",\"base_version\":\"")
          .append(versions.getOrDefault(i, "none"))
          .append("\",\"client_version\":\"2026-01-02T03:04:05.000006Z\",\"columns\":{\"")
          .append(title)
          .append("\":\"t")
          .append(round)
          .append("\"}}");
    }
    return "{\"client_id\":\""
        + CLIENT
        + "\",\"client_generation\":1,\"batch_id\":\""
        + UUID.randomUUID()
        + "\",\"schema\":"
        + schema()
        + ",\"mutations\":["
        + mutations
        + "]}";
  }

  /** The loop a push is compared with: the same rows, under the same policies, captured alike. */
  private void plainLoop() throws SQLException {
    execute(
        "CREATE FUNCTION public.hundred_writes(p_title text) RETURNS void LANGUAGE plpgsql"
            + " SECURITY DEFINER AS $$ BEGIN PERFORM set_config('synchro.user_id', 'ada', true);"
            + " FOR i IN 1..100 LOOP UPDATE app.notes SET title = p_title WHERE id = i;"
            + " END LOOP; END $$",
        "ALTER FUNCTION public.hundred_writes(text) OWNER TO synchro_owner");
  }

  private void execute(String... statements) throws SQLException {
    try (Statement statement = superuser.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private void query(String sql) throws SQLException {
    try (PreparedStatement statement = superuser.prepareStatement(sql);
        ResultSet rows = statement.executeQuery()) {
      rows.next();
    }
  }

  private static void report(String what, long nanoseconds) {
    System.out.printf("%-60s %10.3f ms%n", what, nanoseconds / 1e6);
  }

  private static void ratio(String what, long ours, long theirs) {
    System.out.printf("%-60s %10.3f ms, ratio %.1f%n", what, theirs / 1e6, (double) ours / theirs);
  }
}
