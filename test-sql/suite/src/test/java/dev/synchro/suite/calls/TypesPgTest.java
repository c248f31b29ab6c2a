package dev.synchro.suite.calls;

import static dev.synchro.core.pg.PgTypeMapping.NO_MODIFIER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.client.ClientSettings;
import dev.synchro.client.Progress;
import dev.synchro.client.SyncClient;
import dev.synchro.core.pg.PgTypeMapping;
import dev.synchro.core.schema.FieldSchema;
import dev.synchro.fixture.Model;
import dev.synchro.fixture.Poll;
import dev.synchro.suite.capture.ProjectionOracle;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * For every mapped type the pushed value, the live row, the captured row and the pulled row carry
 * one version and one digest. Contract 2.6, control 16.
 */
final class TypesPgTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Columns and wire values of them. */
  private static final Map<String, String> VALUES = new TreeMap<>();

  static {
    VALUES.put("a_smallint", "-32768");
    VALUES.put("a_integer", "2147483647");
    VALUES.put("a_bigint", "\"-9223372036854775808\"");
    VALUES.put("a_numeric_12_3", "\"-123456789.5\"");
    VALUES.put("a_numeric", "\"0.000000000000000000000000000001\"");
    VALUES.put("a_double", "1e+21");
    VALUES.put("a_real", "0.10000000149011612");
    VALUES.put("a_boolean", "true");
    VALUES.put("a_text", "\"\\u00e9\\ud83d\\ude42 \\\"\\\\ \\n\"");
    VALUES.put("a_varchar", "\"abcde\"");
    VALUES.put("a_char", "\"ab   \"");
    VALUES.put("a_uuid", "\"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11\"");
    VALUES.put("a_inet", "\"10.0.0.1\"");
    VALUES.put("a_cidr", "\"10.0.0.0/8\"");
    VALUES.put("a_macaddr", "\"08:00:2b:01:02:03\"");
    VALUES.put("a_enum", "\"tr\\u00e8s heureux\"");
    VALUES.put("a_int4range", "\"[1,5)\"");
    VALUES.put("a_nummultirange", "\"{[1.5,2.5)}\"");
    VALUES.put("a_interval", "\"P1Y2M3DT4H5M6.7S\"");
    VALUES.put("a_point", "\"(1.5,-2)\"");
    VALUES.put("a_timestamptz", "\"2026-01-02T03:04:05.000006Z\"");
    VALUES.put("a_timestamp", "\"0001-01-01T00:00:00.000000Z\"");
    VALUES.put("a_date", "\"9999-12-31\"");
    VALUES.put("a_time", "\"23:59:59.999999\"");
    VALUES.put("a_json", "\"{\\\"a\\\":[1,null,\\\"x\\\"]}\"");
    VALUES.put("a_jsonb", "\"{\\\"a\\\":1.5,\\\"b\\\":null}\"");
    VALUES.put("a_bytea", "\"AP_-\"");
    VALUES.put("a_domain", "\"abc\"");
    VALUES.put("some_integer", "\"[[1,2],[3,null]]\"");
    VALUES.put("some_bigint", "\"[\\\"1\\\",null]\"");
    VALUES.put("some_text", "\"[\\\"a,b\\\",\\\"\\\\\\\"{}\\\",\\\"NULL\\\",null,\\\"\\\"]\"");
    VALUES.put("some_jsonb", "\"[\\\"{\\\\\\\"a\\\\\\\":1}\\\"]\"");
    VALUES.put("some_timestamptz", "\"[\\\"2026-01-02T03:04:05.000006Z\\\"]\"");
    VALUES.put("some_boolean", "\"[]\"");
  }

  private static CallsServer server;

  @BeforeAll
  static void start() throws SQLException {
    server = CallsServer.start(Model.ZOO.registrations(), Model.ZOO.sql());
  }

  @AfterAll
  static void stop() throws SQLException {
    server.close();
  }

  private static TestClient keeper(String clientId) {
    TestClient client = server.client("keeper", clientId);
    client.connect();
    client.rebuildAll();
    return client;
  }

  /** Pushes rows in one batch, and finds what the outcomes say of them captured and pulled. */
  private static List<Json> roundTrip(TestClient client, String... inserts) {
    Json pushed = client.push(inserts);
    assertThat(pushed.at("rejected").size()).as(pushed.toString()).isZero();
    server.capture();
    Json pulled = client.pull(100).at("changes");
    assertThat(pulled.size()).isEqualTo(inserts.length);
    Map<String, Json> outcomes = new TreeMap<>();
    pushed.at("accepted").elements().forEach(each -> outcomes.put(each.at("pk").toString(), each));
    for (Json change : pulled.elements()) {
      Json outcome = outcomes.get(change.at("pk").toString());
      assertThat(change.at("row").toString()).isEqualTo(outcome.at("server_row").toString());
      assertThat(change.at("server_version").text()).isEqualTo(outcome.at("server_version").text());
      assertThat(change.at("row_checksum").toString())
          .isEqualTo(outcome.at("row_checksum").toString());
    }
    return pulled.elements();
  }

  @Test
  void a_value_of_every_form_keeps_its_text_and_its_version() {
    TestClient client = keeper("phone");
    List<String> columns = new ArrayList<>(List.of("owner_id", "\"keeper\""));
    VALUES.forEach((column, value) -> columns.addAll(List.of(column, value)));
    String full = client.insert("zoo", "\"full\"", columns.toArray(String[]::new));
    Json change = roundTrip(client, full).get(0);
    VALUES.forEach(
        (column, value) ->
            assertThat(change.at("row").member(server.field("zoo", column)).toString())
                .as(column)
                .isEqualTo(Json.parse(value).toString()));
    Json again =
        client.push(
            client.update(
                "zoo", "\"full\"", change.at("server_version").text(), "owner_id", "\"keeper\""));
    assertThat(again.at("accepted").size()).as(again.toString()).isEqualTo(1);
  }

  @Test
  void rows_of_the_application_come_back_as_they_are_when_they_are_pushed() {
    TestClient client = keeper("tablet");
    List<Json> records = new ArrayList<>();
    client
        .rebuild("user:keeper", 1000)
        .forEach(page -> records.addAll(page.at("records").elements()));
    String id = server.field("zoo", "id");
    Map<String, Json> rows = new TreeMap<>();
    List<String> copies = new ArrayList<>();
    for (Json record : records) {
      Json row = record.at("row");
      String name = row.member(id).text();
      if (!name.equals("full")) {
        rows.put("copy of " + name, row);
        copies.add(client.insert("zoo", "\"copy of " + name + "\"", writable(row)));
      }
    }
    assertThat(rows).hasSize(7);
    for (Json change : roundTrip(client, copies.toArray(String[]::new))) {
      Json row = rows.get(change.at("row").member(id).text());
      for (String field : row.names()) {
        if (!field.equals(id)) {
          assertThat(change.at("row").member(field).toString())
              .isEqualTo(row.member(field).toString());
        }
      }
    }
    // A json value may hold a zero, which jsonb cannot.
    String columns =
        server
            .ask(
                "SELECT string_agg(format('a.%I', attname), ', ') FROM pg_attribute"
                    + " WHERE attrelid = 'app.zoo'::regclass AND attnum > 0 AND NOT attisdropped"
                    + " AND attname NOT IN ('id', 'a_json', 'some_json')")
            .orElseThrow();
    assertThat(
            server.ask(
                "SELECT count(*) FROM app.zoo AS a JOIN app.zoo AS b ON b.id = 'copy of ' || a.id"
                    + " WHERE to_jsonb(ROW("
                    + columns
                    + ")) = to_jsonb(ROW("
                    + columns.replace("a.", "b.")
                    + "))"))
        .as("rows whose copies hold the same")
        .contains("7");
    assertThat(ProjectionOracle.differences(server.database())).isEmpty();
  }

  private static String[] writable(Json row) {
    List<String> columns = new ArrayList<>();
    for (FieldSchema field : server.table("zoo").fields()) {
      if (field.writable()) {
        columns.addAll(List.of(field.name(), row.member(field.fieldId()).toString()));
      }
    }
    return columns.toArray(String[]::new);
  }

  @Test
  void every_manifest_finds_the_same_rows(@TempDir Path folder) {
    try (SyncClient client =
        SyncClient.open(
            folder.resolve("keeper.db"),
            server.database().calls("keeper"),
            ClientSettings.usual("test", "1.0.0"))) {
      assertEqual(client);
      String versions = versions();
      register("CREATE INDEX ON app.zoo (owner_id)");
      assertThat(versions()).as("the manifest changes, the rows do not").isEqualTo(versions);
      assertEqual(client);
      register("ALTER TABLE app.zoo ADD COLUMN age integer DEFAULT 1");
      assertThat(versions()).as("all rows are read again").isNotEqualTo(versions);
      assertEqual(client);
      server.application("UPDATE app.zoo SET a_boolean = NOT a_boolean WHERE id = 'large'");
      server.capture();
      assertEqual(client);
    }
  }

  private static String versions() {
    return server
        .ask("SELECT string_agg(server_version, ' ' ORDER BY key) FROM synchro.row_head")
        .orElseThrow();
  }

  private static void register(String change) {
    String manifests = "SELECT count(*) FROM synchro.schema_manifest";
    String before = server.ask(manifests).orElseThrow();
    server.application(change);
    server.database().register(Model.ZOO.registrations().get(0));
    Poll.until(
        "another manifest", PATIENCE, () -> !server.ask(manifests).orElseThrow().equals(before));
    server.capture();
  }

  /** The tables, what is stored of them and what a client holds say the same. */
  private static void assertEqual(SyncClient client) {
    assertThat(ProjectionOracle.differences(server.database())).isEmpty();
    assertThat(client.sync(PATIENCE)).as(client.fault().orElse("")).isEqualTo(Progress.DONE);
    assertThat(Optional.of(client.recomputedDigests().get("user:keeper")))
        .isEqualTo(
            server.ask(
                "SELECT encode(digest, 'hex') FROM synchro.scope WHERE scope_id = 'user:keeper'"));
  }

  @Test
  void the_fixture_holds_every_type_that_has_a_portable_form_and_its_array() {
    Set<String> held =
        names(
            "SELECT string_agg(t.typname, ',') FROM pg_attribute AS a"
                + " JOIN pg_type AS t ON t.oid = a.atttypid"
                + " WHERE a.attrelid = 'app.zoo'::regclass AND a.attnum > 0");
    Set<String> mapped =
        names(
            "SELECT string_agg(concat(typname, ' ', typtype), ',') FROM pg_type"
                + " WHERE typnamespace = 'pg_catalog'::regnamespace AND typtype IN ('b', 'r', 'm')"
                + " AND typcategory <> 'A'");
    mapped.removeIf(type -> PgTypeMapping.map(true, name(type), kind(type), NO_MODIFIER).isEmpty());
    assertThat(mapped).hasSizeGreaterThan(40);
    assertThat(held)
        .containsAll(mapped.stream().map(TypesPgTest::name).toList())
        .containsAll(mapped.stream().map(type -> "_" + name(type)).toList());
  }

  private static Set<String> names(String query) {
    return new TreeSet<>(List.of(server.ask(query).orElseThrow().split(",", -1)));
  }

  private static String name(String type) {
    return type.substring(0, type.indexOf(' '));
  }

  private static char kind(String type) {
    return type.charAt(type.length() - 1);
  }

  @Test
  void what_a_column_cannot_hold_is_refused_and_never_cut_off() {
    TestClient client = keeper("watch");
    for (String[] bad :
        new String[][] {
          {"a_smallint", "32768"},
          {"a_varchar", "\"123456789012345678901\""},
          {"a_char", "\"abcdef\""},
          {"a_domain", "\"1234567890123\""},
          {"a_domain", "\"no\""},
          {"a_enum", "\"glad\""},
          {"a_uuid", "\"x\""},
          {"a_inet", "\"10.0.0.300\""},
          {"some_integer", "\"[[1],[2,3]]\""},
          {"some_integer", "\"[1.5]\""},
          {"a_jsonb", "\"{\\\"a\\\":\\\"\\\\u0000\\\"}\""},
          {"a_numeric_12_3", "\"0.0001\""},
        }) {
      Json answer =
          client.push(client.insert("zoo", "\"bad\"", "owner_id", "\"keeper\"", bad[0], bad[1]));
      assertThat(answer.at("rejected.0.code").text())
          .as(bad[0] + " " + bad[1])
          .isEqualTo("validation_failed");
    }
    assertThat(server.ask("SELECT count(*) FROM app.zoo WHERE id = 'bad'")).contains("0");
  }
}
