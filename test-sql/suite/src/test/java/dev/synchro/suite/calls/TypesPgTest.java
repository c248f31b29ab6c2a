package dev.synchro.suite.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.fixture.Registration;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * For every mapped type the pushed value, the live row, the captured row and the pulled row carry
 * one version and one digest. Contract 2.6, control 16.
 */
final class TypesPgTest {
  /** Column type and a wire value of it. */
  private static final Map<String, String> VALUES = new TreeMap<>();

  static {
    VALUES.put("smallint", "-32768");
    VALUES.put("integer", "2147483647");
    VALUES.put("bigint", "\"-9223372036854775808\"");
    VALUES.put("numeric(12,3)", "\"-123456789.5\"");
    VALUES.put("numeric", "\"0.000000000000000000000000000001\"");
    VALUES.put("double precision", "1e+21");
    VALUES.put("real", "0.10000000149011612");
    VALUES.put("boolean", "true");
    VALUES.put("text", "\"\\u00e9\\ud83d\\ude42 \\\"\\\\ \\n\"");
    VALUES.put("varchar(5)", "\"abcde\"");
    VALUES.put("char(5)", "\"ab   \"");
    VALUES.put("uuid", "\"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11\"");
    VALUES.put("inet", "\"10.0.0.1\"");
    VALUES.put("cidr", "\"10.0.0.0/8\"");
    VALUES.put("macaddr", "\"08:00:2b:01:02:03\"");
    VALUES.put("app.mood", "\"very happy\"");
    VALUES.put("int4range", "\"[1,5)\"");
    VALUES.put("nummultirange", "\"{[1.5,2.5)}\"");
    VALUES.put("interval", "\"P1Y2M3DT4H5M6.7S\"");
    VALUES.put("point", "\"(1.5,-2)\"");
    VALUES.put("timestamptz", "\"2026-01-02T03:04:05.000006Z\"");
    VALUES.put("timestamp", "\"0001-01-01T00:00:00.000000Z\"");
    VALUES.put("date", "\"9999-12-31\"");
    VALUES.put("time", "\"23:59:59.999999\"");
    VALUES.put("json", "\"{\\\"a\\\":[1,null,\\\"x\\\"]}\"");
    VALUES.put("jsonb", "\"{\\\"a\\\":1.5,\\\"b\\\":null}\"");
    VALUES.put("bytea", "\"AP_-\"");
    VALUES.put("integer[]", "\"[[1,2],[3,null]]\"");
    VALUES.put("bigint[]", "\"[\\\"1\\\",null]\"");
    VALUES.put("text[]", "\"[\\\"a,b\\\",\\\"\\\\\\\"{}\\\",\\\"NULL\\\",null,\\\"\\\"]\"");
    VALUES.put("jsonb[]", "\"[\\\"{\\\\\\\"a\\\\\\\":1}\\\"]\"");
    VALUES.put("timestamptz[]", "\"[\\\"2026-01-02T03:04:05.000006Z\\\"]\"");
    VALUES.put("boolean[]", "\"[]\"");
    VALUES.put("app.short", "\"abc\"");
  }

  private static CallsServer server;
  private static TestClient client;

  @BeforeAll
  static void start() throws SQLException {
    List<String> statements = new ArrayList<>();
    statements.add("CREATE TYPE app.mood AS ENUM ('sad', 'very happy')");
    statements.add("CREATE DOMAIN app.short AS varchar(3) CHECK (VALUE <> 'no')");
    StringBuilder table =
        new StringBuilder("CREATE TABLE app.everything (id text PRIMARY KEY, owner_id text");
    int place = 0;
    for (String type : VALUES.keySet()) {
      table.append(", c").append(place++).append(' ').append(type);
    }
    statements.add(table.append(')').toString());
    server =
        CallsServer.start(
            List.of(Registration.pushable("app.everything", "owner_id", "user:{owner_id}")),
            statements.toArray(String[]::new));
    client = server.client("ada", "phone");
    client.connect();
    client.rebuildAll();
  }

  @AfterAll
  static void stop() throws SQLException {
    server.close();
  }

  private static String[] columns(boolean nulls) {
    List<String> columns = new ArrayList<>(List.of("owner_id", "\"ada\""));
    int place = 0;
    for (String value : VALUES.values()) {
      columns.add("c" + place++);
      columns.add(nulls ? "null" : value);
    }
    return columns.toArray(String[]::new);
  }

  private static void roundTrip(String key, boolean nulls) {
    Json pushed = client.push(client.insert("everything", key, columns(nulls)));
    assertThat(pushed.at("rejected").size()).as(pushed.toString()).isZero();
    Json outcome = pushed.at("accepted.0");
    server.capture();
    Json change = client.pull(10).at("changes.0");
    assertThat(change.at("row").toString()).isEqualTo(outcome.at("server_row").toString());
    assertThat(change.at("server_version").text()).isEqualTo(outcome.at("server_version").text());
    assertThat(change.at("row_checksum").toString())
        .isEqualTo(outcome.at("row_checksum").toString());
    if (!nulls) {
      int place = 0;
      for (Map.Entry<String, String> value : VALUES.entrySet()) {
        assertThat(change.at("row").member(server.field("everything", "c" + place++)).toString())
            .as(value.getKey())
            .isEqualTo(Json.parse(value.getValue()).toString());
      }
    }
    Json again =
        client.push(
            client.update(
                "everything", key, change.at("server_version").text(), "owner_id", "\"ada\""));
    assertThat(again.at("accepted").size()).as(again.toString()).isEqualTo(1);
    server.capture();
    client.pull(10);
  }

  @Test
  void a_value_of_every_type_keeps_its_version() {
    roundTrip("\"full\"", false);
  }

  @Test
  void nulls_of_every_type_keep_their_version() {
    roundTrip("\"empty\"", true);
  }

  @Test
  void what_a_column_cannot_hold_is_refused_and_never_cut_off() {
    for (String[] bad :
        new String[][] {
          {"smallint", "32768"},
          {"varchar(5)", "\"abcdef\""},
          {"char(5)", "\"abcdef\""},
          {"app.short", "\"abcd\""},
          {"app.short", "\"no\""},
          {"app.mood", "\"glad\""},
          {"uuid", "\"x\""},
          {"inet", "\"10.0.0.300\""},
          {"integer[]", "\"[[1],[2,3]]\""},
          {"integer[]", "\"[1.5]\""},
          {"jsonb", "\"{\\\"a\\\":\\\"\\\\u0000\\\"}\""},
          {"numeric(12,3)", "\"0.0001\""},
        }) {
      int place = List.copyOf(VALUES.keySet()).indexOf(bad[0]);
      Json answer =
          client.push(
              client.insert("everything", "\"bad\"", "owner_id", "\"ada\"", "c" + place, bad[1]));
      assertThat(answer.at("rejected.0.code").text())
          .as(bad[0] + " " + bad[1])
          .isEqualTo("validation_failed");
    }
    assertThat(server.ask("SELECT count(*) FROM app.everything WHERE id = 'bad'")).contains("0");
  }
}
