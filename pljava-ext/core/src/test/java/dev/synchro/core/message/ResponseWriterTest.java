package dev.synchro.core.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.schema.SchemaReference;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which members a response has, and that it is canonical text. Contract 1.4 and 5.3 to 5.6. */
final class ResponseWriterTest {
  private static final SchemaReference SCHEMA =
      new SchemaReference(7, SchemaHash.parse("7".repeat(64)));

  /** One id whose octets come later though its UTF-16 units come first. */
  private static final String EMOJI = "\ud83d\ude00";

  private static final String WIDE = "\uff5e";
  private static final String NO_DIGEST = "00".repeat(32);

  private static String canonical(byte[] response) {
    String text = new String(response, StandardCharsets.UTF_8);
    byte[] again = CanonicalJson.write(JsonParser.parse(response, JsonLimits.DOCUMENT));
    assertThat(new String(again, StandardCharsets.UTF_8)).isEqualTo(text);
    return text;
  }

  private static SchemaAction action(String name) {
    return switch (name) {
      case "none" -> new SchemaAction.None();
      case "replace" -> new SchemaAction.Replace();
      case "rebuild_local" -> new SchemaAction.RebuildLocal(List.of(EMOJI, WIDE));
      case "unknown_schema_lineage" ->
          new SchemaAction.Unsupported(SchemaAction.Unsupported.Reason.UNKNOWN_SCHEMA_LINEAGE);
      default ->
          new SchemaAction.Unsupported(
              SchemaAction.Unsupported.Reason.INCOMPATIBLE_SCHEMA_TRANSITION);
    };
  }

  private static String connect(
      String action, Map<String, Optional<String>> added, Map<String, Optional<String>> updates) {
    return canonical(
        ResponseWriter.connect(
            new ConnectResponse(
                "2026-01-02T03:04:05.000006Z",
                2,
                4,
                SCHEMA,
                action(action),
                "{\"d\":1}".getBytes(StandardCharsets.UTF_8),
                new TreeMap<>(added),
                List.of(EMOJI, WIDE),
                new TreeMap<>(updates))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "none          | {\"action\":\"none\" | false | false",
        "replace       | {\"action\":\"replace\" | true | false",
        "rebuild_local | {\"action\":\"rebuild_local\" | true | true",
        "unknown_schema_lineage | {\"action\":\"unsupported\" | false | false",
        "incompatible_schema_transition | {\"action\":\"unsupported\" | false | false"
      })
  void a_connect_carries_what_its_action_needs(
      String action, String start, boolean definition, boolean affected) {
    boolean unsupported = start.contains("unsupported");
    assertThat(connect(action, Map.of(), Map.of()))
        .isEqualTo(
            "{"
                + (affected ? "\"affected_scopes\":[\"" + WIDE + "\",\"" + EMOJI + "\"]," : "")
                + "\"client_generation\":2,\"protocol_version\":3,\"schema\":"
                + start
                + ",\"hash\":\""
                + "7".repeat(64)
                + "\""
                + (unsupported ? ",\"reason\":\"" + action + "\"" : "")
                + ",\"version\":7},"
                + (definition ? "\"schema_definition\":{\"d\":1}," : "")
                + "\"scope_cursor_updates\":{},\"scope_set_version\":4,\"scopes\":{\"add\":[],"
                + "\"remove\":[\""
                + WIDE
                + "\",\""
                + EMOJI
                + "\"]},\"server_time\":\"2026-01-02T03:04:05.000006Z\"}");
  }

  @Test
  void arrays_of_scopes_follow_their_octets_and_members_their_utf16_units() {
    Map<String, Optional<String>> scopes = new HashMap<>();
    scopes.put(EMOJI, Optional.of("t"));
    scopes.put(WIDE, Optional.empty());
    String text = connect("none", scopes, scopes);
    assertThat(text)
        .contains(
            "\"add\":[{\"cursor\":null,\"id\":\""
                + WIDE
                + "\"},{\"cursor\":\"t\",\"id\":\""
                + EMOJI
                + "\"}]")
        .contains("\"scope_cursor_updates\":{\"" + EMOJI + "\":\"t\",\"" + WIDE + "\":null}");
  }

  @Test
  void a_push_keeps_the_order_it_is_given() {
    byte[] b = "{\"b\":1}".getBytes(StandardCharsets.UTF_8);
    byte[] a = "{\"a\":1}".getBytes(StandardCharsets.UTF_8);
    assertThat(canonical(ResponseWriter.push("id", "now", List.of(b, a), List.of())))
        .isEqualTo(
            "{\"accepted\":[{\"b\":1},{\"a\":1}],\"batch_id\":\"id\",\"rejected\":[],"
                + "\"server_time\":\"now\"}");
    assertThat(canonical(ResponseWriter.push("id", "now", List.of(), List.of(a, b))))
        .isEqualTo(
            "{\"accepted\":[],\"batch_id\":\"id\",\"rejected\":[{\"a\":1},{\"b\":1}],"
                + "\"server_time\":\"now\"}");
  }

  private static PullResponse page(boolean hasMore, Optional<Map<String, byte[]>> checksums) {
    return new PullResponse(
        "{\"c\":1},{\"c\":2}".getBytes(StandardCharsets.UTF_8),
        4,
        List.of(EMOJI, WIDE),
        List.of("gone"),
        List.of(EMOJI, WIDE),
        Map.of("s", "ic1.x.y"),
        hasMore,
        checksums);
  }

  @Test
  void digests_are_on_the_last_page_of_a_pull_and_on_no_other() {
    String rest =
        "\"rebuild\":[\""
            + WIDE
            + "\",\""
            + EMOJI
            + "\"],\"scope_cursors\":{\"s\":\"ic1.x.y\"},\"scope_set_version\":4,"
            + "\"scope_updates\":{\"add\":[{\"cursor\":null,\"id\":\""
            + WIDE
            + "\"},{\"cursor\":null,\"id\":\""
            + EMOJI
            + "\"}],\"remove\":[\"gone\"]}}";
    assertThat(canonical(ResponseWriter.pull(page(true, Optional.empty()))))
        .isEqualTo("{\"changes\":[{\"c\":1},{\"c\":2}],\"has_more\":true," + rest);
    assertThat(canonical(ResponseWriter.pull(page(false, Optional.of(Map.of("s", new byte[32]))))))
        .isEqualTo(
            "{\"changes\":[{\"c\":1},{\"c\":2}],\"checksums\":{\"s\":{\"algorithm\":\"sha256\","
                + "\"digest\":\""
                + NO_DIGEST
                + "\",\"encoding\":\"hex\",\"version\":1}},\"has_more\":false,"
                + rest);
    assertThat(canonical(ResponseWriter.pull(page(false, Optional.of(Map.of())))))
        .as("without any scope the map is empty, not absent")
        .contains("\"checksums\":{},");
    assertThatThrownBy(() -> page(false, Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> page(true, Optional.of(Map.of())))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void an_end_is_on_the_last_page_of_a_rebuild_and_on_no_other() {
    byte[] records = "{\"r\":1}".getBytes(StandardCharsets.UTF_8);
    RebuildResponse.End end = new RebuildResponse.End("ic1.x.y", new byte[32]);
    assertThat(
            canonical(
                ResponseWriter.rebuild(
                    new RebuildResponse("s", records, Optional.of("rb1.x.y"), Optional.empty()))))
        .isEqualTo(
            "{\"cursor\":\"rb1.x.y\",\"has_more\":true,\"records\":[{\"r\":1}],\"scope\":\"s\"}");
    assertThat(
            canonical(
                ResponseWriter.rebuild(
                    new RebuildResponse("s", new byte[0], Optional.empty(), Optional.of(end)))))
        .isEqualTo(
            "{\"checksum\":{\"algorithm\":\"sha256\",\"digest\":\""
                + NO_DIGEST
                + "\",\"encoding\":\"hex\",\"version\":1},\"cursor\":null,"
                + "\"final_scope_cursor\":\"ic1.x.y\",\"has_more\":false,\"records\":[],"
                + "\"scope\":\"s\"}");
    assertThatThrownBy(() -> new RebuildResponse("s", records, Optional.empty(), Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () -> new RebuildResponse("s", records, Optional.of("rb1.x.y"), Optional.of(end)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
