package dev.synchro.core.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.json.JsonArray;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonNumber;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.schema.SchemaReference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every rule of contract 5.2 to 5.6 that a request must keep by itself. */
final class RequestReaderTest {
  private static final String HASH =
      "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
  private static final String SCHEMA = "{\"version\":7,\"hash\":\"" + HASH + "\"}";
  private static final String SENTINEL = "{\"version\":0,\"hash\":\"\"}";
  private static final String UUID_1 = "00000000-0000-4000-8000-000000000001";
  private static final String UUID_2 = "00000000-0000-4000-8000-000000000002";
  private static final String ACCEPTED = "accepted";
  private static final String INVALID = "invalid_request";
  private static final String REFERENCE = "invalid_schema_reference";

  private static final String FIRST_CONNECT =
      "{'client_id':'c','platform':'test','app_version':'1.0.0','protocol_version':3,"
          + "'schema':SENTINEL,'scope_set_version':0,'known_scopes':{}}";
  private static final String CONNECT =
      "{'client_id':'c','platform':'test','client_generation':2,'app_version':'1.0.0',"
          + "'protocol_version':3,'schema':SCHEMA,'scope_set_version':4,"
          + "'known_scopes':{'a':{'cursor':'t'},'b':{'cursor':null}}}";
  private static final String PULL =
      "{'client_id':'c','client_generation':1,'schema':SCHEMA,'scope_set_version':1,"
          + "'scopes':{'a':{'cursor':'t'},'b':{'cursor':null}},'limit':100}";
  private static final String REBUILD =
      "{'client_id':'c','client_generation':1,'schema':SCHEMA,'scope':'a','rebuild_id':UUID_1,"
          + "'cursor':null,'limit':100}";
  private static final String INSERT =
      "{'mutation_id':UUID_1,'table':'t','pk':{'f_id':'k'},'authored_schema':SCHEMA,"
          + "'op':'insert','client_version':'2026-01-02T03:04:05.000006Z',"
          + "'columns':{'f_a':1.50}}";
  private static final String UPDATE =
      "{'mutation_id':UUID_2,'table':'t','pk':{'f_id':'k'},'authored_schema':SCHEMA,"
          + "'op':'update','base_version':'v','client_version':'2026-01-02T03:04:05.000006Z',"
          + "'columns':{'f_a':null}}";
  private static final String DELETE =
      "{'mutation_id':UUID_2,'table':'t','pk':{'f_id':'k'},'authored_schema':SCHEMA,"
          + "'op':'delete','base_version':'v','client_version':'2026-01-02T03:04:05.000006Z'}";

  private static String push(String... mutations) {
    return "{'client_id':'c','client_generation':1,'batch_id':UUID_1,'schema':SCHEMA,'mutations':["
        + String.join(",", mutations)
        + "]}";
  }

  private static String spell(String text) {
    return text.replace('\'', '"')
        .replace("SCHEMA", SCHEMA)
        .replace("SENTINEL", SENTINEL)
        .replace("UUID_1", '"' + UUID_1 + '"')
        .replace("UUID_2", '"' + UUID_2 + '"');
  }

  private static String answer(SyncCall call, String text) {
    return answer(call, spell(text).getBytes(StandardCharsets.UTF_8));
  }

  private static String answer(SyncCall call, byte[] octets) {
    RequestBody body = RequestBody.of(call, octets);
    try {
      Object request =
          switch (call) {
            case CONNECT -> RequestReader.connect(body);
            case PUSH -> RequestReader.push(body);
            case PULL -> RequestReader.pull(body);
            case REBUILD -> RequestReader.rebuild(body);
          };
      assertThat(request).isNotNull();
      return ACCEPTED;
    } catch (RequestRefused refused) {
      return refused.envelope().code().code();
    }
  }

  private static String without(String text, String member) {
    String changed = text.replaceFirst("'" + member + "':('[^']*'|[A-Z_0-9]+|null|\\d+),?", "");
    assertThat(changed).isNotEqualTo(text);
    return changed.replace(",}", "}");
  }

  private static String with(String text, String from, String to) {
    assertThat(text).contains(from);
    return text.replace(from, to);
  }

  @Test
  void complete_requests_are_accepted() {
    assertThat(answer(SyncCall.CONNECT, FIRST_CONNECT)).isEqualTo(ACCEPTED);
    assertThat(answer(SyncCall.CONNECT, CONNECT)).isEqualTo(ACCEPTED);
    assertThat(answer(SyncCall.PULL, PULL)).isEqualTo(ACCEPTED);
    assertThat(answer(SyncCall.REBUILD, REBUILD)).isEqualTo(ACCEPTED);
    assertThat(answer(SyncCall.PUSH, push(INSERT, UPDATE))).isEqualTo(ACCEPTED);
    assertThat(answer(SyncCall.PUSH, push(INSERT, DELETE))).isEqualTo(ACCEPTED);
  }

  @Test
  void a_request_keeps_what_was_sent() {
    PushRequest request =
        RequestReader.push(
            RequestBody.of(
                SyncCall.PUSH, spell(push(INSERT, UPDATE)).getBytes(StandardCharsets.UTF_8)));
    assertThat(request.atomic()).isFalse();
    assertThat(request.schema()).isEqualTo(new SchemaReference(7, SchemaHash.parse(HASH)));
    PushedMutation insert = request.mutations().get(0);
    assertThat(insert.operation()).isEqualTo(MutationOperation.INSERT);
    assertThat(insert.keyField()).isEqualTo("f_id");
    assertThat(insert.columns().get("f_a")).isEqualTo(new JsonNumber("1.50"));
    assertThat(request.mutations().get(1).columns().get("f_a").isNull()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "[]",
        "null",
        "{",
        "{} {}",
        "{\"client_id\":\"c\"}",
        "\ufeff{}",
      })
  void a_text_that_is_no_complete_request_is_refused(String text) {
    for (SyncCall call : SyncCall.values()) {
      assertThat(answer(call, text.getBytes(StandardCharsets.UTF_8))).isEqualTo(INVALID);
    }
  }

  @Test
  void a_repeated_member_is_refused_however_it_is_spelled() {
    assertThat(answer(SyncCall.PULL, with(PULL, "'limit':100", "'limit':100,'limit':100")))
        .isEqualTo(INVALID);
    assertThat(answer(SyncCall.PULL, with(PULL, "'limit':100", "'limit':100,'l\\u0069mit':100")))
        .isEqualTo(INVALID);
    assertThat(answer(SyncCall.PUSH, push(with(INSERT, "'f_a':1.50", "'f_a':1,'f_a':1"))))
        .isEqualTo(INVALID);
    assertThat(answer(SyncCall.PUSH, push(with(INSERT, "1.50", "{'x':1,'x':1}"))))
        .isEqualTo(INVALID);
  }

  @ParameterizedTest
  @ValueSource(strings = {"client_id", "client_generation", "schema", "scope_set_version", "limit"})
  void pull_needs_every_member(String member) {
    assertThat(answer(SyncCall.PULL, without(PULL, member))).isEqualTo(INVALID);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "client_id",
        "client_generation",
        "schema",
        "scope",
        "rebuild_id",
        "cursor",
        "limit"
      })
  void rebuild_needs_every_member(String member) {
    assertThat(answer(SyncCall.REBUILD, without(REBUILD, member))).isEqualTo(INVALID);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "client_id",
        "platform",
        "app_version",
        "protocol_version",
        "schema",
        "scope_set_version"
      })
  void connect_needs_every_member(String member) {
    assertThat(answer(SyncCall.CONNECT, without(FIRST_CONNECT, member))).isEqualTo(INVALID);
  }

  @Test
  void an_unknown_member_is_refused_at_every_level() {
    assertThat(answer(SyncCall.PULL, with(PULL, "'limit':100", "'limit':100,'x':1")))
        .isEqualTo(INVALID);
    assertThat(answer(SyncCall.PULL, with(PULL, "{'cursor':'t'}", "{'cursor':'t','x':1}")))
        .isEqualTo(INVALID);
    assertThat(answer(SyncCall.PUSH, push(with(INSERT, "'table'", "'x':1,'table'"))))
        .isEqualTo(INVALID);
    assertThat(answer(SyncCall.CONNECT, with(FIRST_CONNECT, "'platform'", "'x':1,'platform'")))
        .isEqualTo(INVALID);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-0", "1.0", "1e0", "01", "'1'", "null", "true", "9007199254740992", "[]"})
  void an_envelope_integer_has_one_spelling(String spelling) {
    assertThat(answer(SyncCall.PULL, with(PULL, "'limit':100", "'limit':" + spelling)))
        .isEqualTo(INVALID);
    assertThat(
            answer(
                SyncCall.PULL,
                with(PULL, "'client_generation':1", "'client_generation':" + spelling)))
        .isEqualTo(INVALID);
  }

  @ParameterizedTest
  @CsvSource({
    "0,invalid_request",
    "1,accepted",
    "1000,accepted",
    "1001,invalid_request",
    "-1,invalid_request"
  })
  void a_page_holds_1_to_1000(String limit, String answer) {
    assertThat(answer(SyncCall.PULL, with(PULL, "'limit':100", "'limit':" + limit)))
        .isEqualTo(answer);
    assertThat(answer(SyncCall.REBUILD, with(REBUILD, "'limit':100", "'limit':" + limit)))
        .isEqualTo(answer);
  }

  @Test
  void null_stands_for_no_value() {
    assertThat(answer(SyncCall.PULL, with(PULL, "'client_id':'c'", "'client_id':null")))
        .isEqualTo(INVALID);
    assertThat(
            answer(SyncCall.PUSH, with(push(INSERT), "{'client_id'", "{'atomic':null,'client_id'")))
        .isEqualTo(INVALID);
    assertThat(
            answer(
                SyncCall.CONNECT,
                with(FIRST_CONNECT, "'platform'", "'schema_reset':null,'platform'")))
        .isEqualTo(INVALID);
    assertThat(
            answer(
                SyncCall.CONNECT,
                with(FIRST_CONNECT, "'platform'", "'seed_receipts':null,'platform'")))
        .isEqualTo(INVALID);
  }

  @Test
  void a_lone_surrogate_and_a_nul_are_refused_in_the_envelope() {
    assertThat(answer(SyncCall.PULL, with(PULL, "'client_id':'c'", "'client_id':'\\ud800'")))
        .isEqualTo(INVALID);
    assertThat(answer(SyncCall.PULL, with(PULL, "'client_id':'c'", "'client_id':'\\u0000'")))
        .isEqualTo(INVALID);
    assertThat(answer(SyncCall.PULL, with(PULL, "'a':", "'\\u0000':"))).isEqualTo(INVALID);
    assertThat(answer(SyncCall.PUSH, push(with(INSERT, "1.50", "'\\u0000'")))).isEqualTo(ACCEPTED);
  }

  @Test
  void depth_is_bounded() {
    String deep = "[".repeat(125) + "]".repeat(125);
    assertThat(answer(SyncCall.PUSH, push(with(INSERT, "1.50", deep)))).isEqualTo(INVALID);
    String fits = "[".repeat(124) + "]".repeat(124);
    assertThat(answer(SyncCall.PUSH, push(with(INSERT, "1.50", fits)))).isEqualTo(ACCEPTED);
  }

  @Test
  void a_column_value_is_not_judged_here_but_must_fit_a_double() {
    for (String value : new String[] {"-0", "1.0", "1e0", "{'a':[]}", "1e308", "1e-999"}) {
      assertThat(answer(SyncCall.PUSH, push(with(INSERT, "1.50", value)))).isEqualTo(ACCEPTED);
    }
    assertThat(answer(SyncCall.PUSH, push(with(INSERT, "1.50", "1e309")))).isEqualTo(INVALID);
    assertThat(answer(SyncCall.PUSH, push(with(INSERT, "'k'", "1e309")))).isEqualTo(INVALID);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "7",
        "null",
        "'7'",
        "[]",
        "{'version':7}",
        "{'version':7,'hash':'x','y':1}",
        "{'version':'7','hash':'" + HASH + "'}",
        "{'version':0,'hash':'" + HASH + "'}",
        "{'version':-1,'hash':'" + HASH + "'}",
        "{'version':7.0,'hash':'" + HASH + "'}",
        "{'version':7,'hash':'ABC'}",
        "{'version':7,'hash':''}",
        "{'version':9007199254740992,'hash':'" + HASH + "'}",
        "SENTINEL",
      })
  void what_is_no_reference_is_refused_as_such(String reference) {
    assertThat(answer(SyncCall.PULL, with(PULL, "SCHEMA", reference))).isEqualTo(REFERENCE);
    assertThat(answer(SyncCall.REBUILD, with(REBUILD, "SCHEMA", reference))).isEqualTo(REFERENCE);
    assertThat(answer(SyncCall.PUSH, push(with(INSERT, "SCHEMA", reference)))).isEqualTo(REFERENCE);
    assertThat(answer(SyncCall.CONNECT, with(CONNECT, "SCHEMA", reference))).isEqualTo(REFERENCE);
  }

  @Test
  void a_refused_reference_is_repeated_when_it_is_short_and_well_typed() {
    assertThat(refusal(with(PULL, "SCHEMA", "{'version':-3,'hash':'abc'}")))
        .isEqualTo(
            "{\"error\":{\"code\":\"invalid_schema_reference\","
                + "\"message\":\"invalid schema reference\","
                + "\"received_schema\":{\"hash\":\"abc\",\"version\":-3},\"retryable\":false}}");
    String sentinel =
        "{\"error\":{\"code\":\"invalid_schema_reference\","
            + "\"message\":\"invalid schema reference\","
            + "\"received_schema\":{\"hash\":\"\",\"version\":0},\"retryable\":false}}";
    assertThat(refusal(with(PULL, "SCHEMA", "{'version':3,'hash':'" + "a".repeat(65) + "'}")))
        .isEqualTo(sentinel);
    assertThat(refusal(with(PULL, "SCHEMA", "7"))).isEqualTo(sentinel);
  }

  private static String refusal(String pull) {
    try {
      RequestReader.pull(
          RequestBody.of(SyncCall.PULL, spell(pull).getBytes(StandardCharsets.UTF_8)));
      return ACCEPTED;
    } catch (RequestRefused refused) {
      return new String(refused.envelope().write(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void members_and_types_come_before_references_and_those_before_values() {
    String badReference = with(PULL, "SCHEMA", "7");
    assertThat(answer(SyncCall.PULL, with(badReference, "'limit':100", "'limit':0")))
        .isEqualTo(REFERENCE);
    assertThat(answer(SyncCall.PULL, with(badReference, "'limit':100", "'limit':'0'")))
        .isEqualTo(INVALID);
    assertThat(answer(SyncCall.PULL, with(badReference, "'limit':100", "'limit':0,'x':0")))
        .isEqualTo(INVALID);
    String badMutation = with(with(INSERT, "SCHEMA", "null"), "UUID_1", "'no'");
    assertThat(answer(SyncCall.PUSH, push(badMutation))).isEqualTo(REFERENCE);
  }

  @Test
  void the_sentinel_stands_only_for_an_empty_client() {
    assertThat(answer(SyncCall.CONNECT, with(CONNECT, "SCHEMA", "SENTINEL"))).isEqualTo(REFERENCE);
    assertThat(
            answer(
                SyncCall.CONNECT,
                with(FIRST_CONNECT, "'scope_set_version':0", "'scope_set_version':1")))
        .isEqualTo(REFERENCE);
    assertThat(
            answer(
                SyncCall.CONNECT,
                with(FIRST_CONNECT, "'known_scopes':{}", "'known_scopes':{'a':{'cursor':null}}")))
        .isEqualTo(REFERENCE);
    assertThat(
            answer(
                SyncCall.CONNECT,
                with(FIRST_CONNECT, "'platform'", "'seed_receipts':{'a':'r'},'platform'")))
        .isEqualTo(REFERENCE);
    assertThat(
            answer(
                SyncCall.CONNECT,
                with(FIRST_CONNECT, "'platform'", "'schema_reset':true,'platform'")))
        .isEqualTo(REFERENCE);
  }

  @Test
  void a_first_connect_knows_no_scope_without_a_receipt() {
    String seeded =
        with(
            with(FIRST_CONNECT, "SENTINEL", "SCHEMA"),
            "'platform'",
            "'seed_receipts':{'a':'r'},'platform'");
    assertThat(answer(SyncCall.CONNECT, seeded)).isEqualTo(ACCEPTED);
    assertThat(answer(SyncCall.CONNECT, with(seeded, "{}", "{'a':{'cursor':null}}")))
        .isEqualTo(ACCEPTED);
    assertThat(answer(SyncCall.CONNECT, with(seeded, "{}", "{'a':{'cursor':'t'}}")))
        .isEqualTo(INVALID);
    assertThat(answer(SyncCall.CONNECT, with(seeded, "{}", "{'b':{'cursor':null}}")))
        .isEqualTo(INVALID);
    assertThat(answer(SyncCall.CONNECT, with(seeded, "{'a':'r'}", "{}"))).isEqualTo(INVALID);
    assertThat(
            answer(
                SyncCall.CONNECT,
                with(CONNECT, "'platform'", "'seed_receipts':{'a':'r'},'platform'")))
        .isEqualTo(INVALID);
    assertThat(
            answer(SyncCall.CONNECT, with(seeded, "'platform'", "'schema_reset':true,'platform'")))
        .isEqualTo(INVALID);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.0", "v1.0.0", "", "1.0.0 ", "01.0.0"})
  void a_malformed_application_version_is_refused(String version) {
    assertThat(answer(SyncCall.CONNECT, with(CONNECT, "'1.0.0'", "'" + version + "'")))
        .isEqualTo(INVALID);
  }

  @Test
  void ids_are_bounded_in_octets() {
    assertThat(answer(SyncCall.PULL, with(PULL, "'c'", "'" + "é".repeat(128) + "'")))
        .isEqualTo(ACCEPTED);
    assertThat(answer(SyncCall.PULL, with(PULL, "'c'", "'" + "é".repeat(128) + "x'")))
        .isEqualTo(INVALID);
    assertThat(answer(SyncCall.PULL, with(PULL, "'c'", "''"))).isEqualTo(INVALID);
    assertThat(answer(SyncCall.PULL, with(PULL, "'a':", "'" + "s".repeat(512) + "':")))
        .isEqualTo(ACCEPTED);
    assertThat(answer(SyncCall.PULL, with(PULL, "'a':", "'" + "s".repeat(513) + "':")))
        .isEqualTo(INVALID);
    assertThat(answer(SyncCall.PUSH, push(with(INSERT, "'t'", "'" + "t".repeat(257) + "'"))))
        .isEqualTo(INVALID);
    assertThat(answer(SyncCall.CONNECT, with(CONNECT, "'test'", "'" + "p".repeat(257) + "'")))
        .isEqualTo(INVALID);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'00000000-0000-0000-0000-000000000000'",
        "'00000000-0000-4000-8000-00000000000A'",
        "'00000000000040008000000000000001'",
        "'0-0-0-0-1'",
        "''"
      })
  void ids_of_attempts_are_canonical_uuids(String id) {
    assertThat(answer(SyncCall.REBUILD, with(REBUILD, "UUID_1", id))).isEqualTo(INVALID);
    assertThat(answer(SyncCall.PUSH, push(with(INSERT, "UUID_1", id)))).isEqualTo(INVALID);
    assertThat(answer(SyncCall.PUSH, with(push(UPDATE), "UUID_1", id))).isEqualTo(INVALID);
  }

  @Test
  void each_operation_has_its_members() {
    assertThat(answer(SyncCall.PUSH, push(with(INSERT, "'table'", "'base_version':'v','table'"))))
        .isEqualTo(INVALID);
    assertThat(answer(SyncCall.PUSH, push(without(UPDATE, "base_version")))).isEqualTo(INVALID);
    assertThat(answer(SyncCall.PUSH, push(with(UPDATE, "'base_version':'v'", "'base_version':''"))))
        .isEqualTo(INVALID);
    assertThat(answer(SyncCall.PUSH, push(with(UPDATE, ",'columns':{'f_a':null}", ""))))
        .isEqualTo(INVALID);
    assertThat(answer(SyncCall.PUSH, push(with(DELETE, "'table'", "'columns':{'a':1},'table'"))))
        .isEqualTo(INVALID);
    assertThat(answer(SyncCall.PUSH, push(with(INSERT, "'insert'", "'upsert'"))))
        .isEqualTo(INVALID);
    assertThat(answer(SyncCall.PUSH, push(with(INSERT, "{'f_id':'k'}", "{}")))).isEqualTo(INVALID);
    assertThat(answer(SyncCall.PUSH, push(with(INSERT, "{'f_id':'k'}", "{'f_id':'k','g':1}"))))
        .isEqualTo(INVALID);
    assertThat(answer(SyncCall.PUSH, push(with(INSERT, "{'f_a':1.50}", "{}")))).isEqualTo(INVALID);
    assertThat(
            answer(SyncCall.PUSH, push(with(INSERT, "2026-01-02T03:04:05.000006Z", "2026-01-02"))))
        .isEqualTo(INVALID);
  }

  @Test
  void a_batch_holds_1_to_1000_different_mutations() {
    assertThat(answer(SyncCall.PUSH, push())).isEqualTo(INVALID);
    assertThat(answer(SyncCall.PUSH, push(INSERT, INSERT))).isEqualTo(INVALID);
    assertThat(answer(SyncCall.PUSH, push(deletes(1000)))).isEqualTo(ACCEPTED);
    assertThat(answer(SyncCall.PUSH, push(deletes(1001)))).isEqualTo(INVALID);
  }

  private static String[] deletes(int count) {
    String[] mutations = new String[count];
    for (int i = 0; i < count; i++) {
      mutations[i] =
          with(DELETE, "UUID_2", String.format("'00000000-0000-4000-8000-%012d'", i + 1));
    }
    return mutations;
  }

  @Test
  void an_atomic_batch_touches_each_row_once() {
    String atomic = with(push(INSERT, UPDATE), "{'client_id'", "{'atomic':true,'client_id'");
    assertThat(answer(SyncCall.PUSH, atomic)).isEqualTo(INVALID);
    assertThat(
            answer(
                SyncCall.PUSH,
                with(
                    atomic,
                    "{'f_id':'k'},'authored_schema':SCHEMA,'op':'up",
                    "{'f_id':'l'},'authored_schema':SCHEMA,'op':'up")))
        .isEqualTo(ACCEPTED);
    assertThat(
            answer(
                SyncCall.PUSH, with(push(INSERT), "{'client_id'", "{'atomic':false,'client_id'")))
        .isEqualTo(INVALID);
  }

  @Test
  void sizes_are_bounded_as_received_and_as_canonical_text() {
    String padded = spell(push(INSERT));
    String full = padded + " ".repeat(1_048_576 - padded.length());
    assertThat(answer(SyncCall.PUSH, full.getBytes(StandardCharsets.UTF_8))).isEqualTo(ACCEPTED);
    assertThat(answer(SyncCall.PUSH, (full + " ").getBytes(StandardCharsets.UTF_8)))
        .isEqualTo(INVALID);
    int room = 65_536 - spell(with(INSERT, "1.50", "''")).length();
    assertThat(answer(SyncCall.PUSH, push(with(INSERT, "1.50", "'" + "x".repeat(room) + "'"))))
        .isEqualTo(ACCEPTED);
    assertThat(answer(SyncCall.PUSH, push(with(INSERT, "1.50", "'" + "x".repeat(room + 1) + "'"))))
        .isEqualTo(INVALID);
  }

  /** Each member of each request, in each shape that is not its own. Contract 5.2, "members". */
  @Test
  void every_member_is_required_and_has_its_type() {
    int judged = 0;
    for (SyncCall call : SyncCall.values()) {
      JsonObject request =
          JsonParser.parseObject(
              spell(whole(call)).getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
      assertThat(answer(call, CanonicalJson.write(request))).isEqualTo(ACCEPTED);
      judged += judgeMembers(call, request, changed -> changed);
      if (call == SyncCall.PUSH) {
        JsonArray mutations = (JsonArray) request.find("mutations").orElseThrow();
        for (int i = 0; i < mutations.elements().size(); i++) {
          int place = i;
          judged +=
              judgeMembers(
                  call,
                  (JsonObject) mutations.elements().get(i),
                  changed -> with(request, "mutations", replaced(mutations, place, changed)));
        }
      }
    }
    assertThat(judged).isGreaterThan(300);
  }

  private static String whole(SyncCall call) {
    return switch (call) {
      case CONNECT -> with(CONNECT, "'platform'", "'schema_reset':false,'platform'");
      case PULL -> PULL;
      case REBUILD -> REBUILD;
      case PUSH ->
          with(
                  push(
                      INSERT,
                      UPDATE,
                      with(DELETE, "UUID_2", "'00000000-0000-4000-8000-00000000000f'")),
                  "{'client_id'",
                  "{'atomic':true,'client_id'")
              .replaceFirst("'k'}", "'l'}")
              .replaceFirst("'k'}", "'m'}");
    };
  }

  /** A value of each JSON type, none of which is right in a place of another type. */
  private static final List<String> SHAPES = List.of("null", "true", "7", "\"x\"", "[]", "{}");

  private static int judgeMembers(
      SyncCall call, JsonObject object, UnaryOperator<JsonValue> within) {
    int judged = 0;
    for (Map.Entry<String, JsonValue> member : object.members().entrySet()) {
      String name = member.getKey();
      boolean optional =
          List.of("schema_reset", "atomic", "client_generation").contains(name)
              && (call == SyncCall.CONNECT || name.equals("atomic"));
      boolean reference = name.equals("schema") || name.equals("authored_schema");
      if (!optional) {
        Map<String, JsonValue> fewer = new LinkedHashMap<>(object.members());
        fewer.remove(name);
        assertThat(answer(call, CanonicalJson.write(within.apply(new JsonObject(fewer)))))
            .as("%s without %s", call, name)
            .isEqualTo(INVALID);
        judged++;
      }
      for (String shape : SHAPES) {
        JsonValue other =
            JsonParser.parse(shape.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
        boolean cursor = name.equals("cursor") && (other.isNull() || shape.startsWith("\""));
        if (!reference && !cursor && other.kind() == member.getValue().kind()) {
          continue;
        }
        JsonValue changed = within.apply(with(object, name, other));
        assertThat(answer(call, CanonicalJson.write(changed)))
            .as("%s with %s as %s", call, shape, name)
            .isEqualTo(cursor ? ACCEPTED : reference ? REFERENCE : INVALID);
        judged++;
      }
    }
    return judged;
  }

  private static JsonObject with(JsonObject object, String name, JsonValue value) {
    Map<String, JsonValue> changed = new LinkedHashMap<>(object.members());
    changed.put(name, value);
    return new JsonObject(changed);
  }

  private static JsonArray replaced(JsonArray array, int place, JsonValue value) {
    List<JsonValue> changed = new ArrayList<>(array.elements());
    changed.set(place, value);
    return new JsonArray(changed);
  }

  @ParameterizedTest
  @CsvSource({
    "client_generation, 0, invalid_request",
    "client_generation, -1, invalid_request",
    "client_generation, 1, accepted",
    "client_generation, 9007199254740991, accepted",
    "client_generation, 9007199254740992, invalid_request",
    "client_generation, -9007199254740992, invalid_request",
    "client_generation, 18446744073709551617, invalid_request",
    "client_generation, 1e0, invalid_request",
    "client_generation, 1.0, invalid_request",
    "client_generation, -0, invalid_request",
    "scope_set_version, -1, invalid_request",
    "scope_set_version, 0, accepted",
    "scope_set_version, 9007199254740991, accepted",
    "scope_set_version, 9007199254740992, invalid_request",
    "scope_set_version, 0.0, invalid_request"
  })
  void counters_have_their_range(String member, String value, String answer) {
    String pull = PULL.replaceFirst("'" + member + "':\\d+", "'" + member + "':" + value);
    assertThat(answer(SyncCall.PULL, pull)).isEqualTo(answer);
    String connect = CONNECT.replaceFirst("'" + member + "':\\d+", "'" + member + "':" + value);
    assertThat(answer(SyncCall.CONNECT, connect)).isEqualTo(answer);
  }

  @ParameterizedTest
  @CsvSource({"2", "4", "0", "-3", "9007199254740991", "3.0", "3e0", "03", "'\"3\"'", "null"})
  void there_is_one_protocol(String version) {
    assertThat(
            answer(
                SyncCall.CONNECT,
                with(CONNECT, "'protocol_version':3", "'protocol_version':" + version)))
        .isEqualTo(INVALID);
  }

  @Test
  void a_mutation_has_1_to_256_columns() {
    assertThat(answer(SyncCall.PUSH, push(withColumns(256)))).isEqualTo(ACCEPTED);
    assertThat(answer(SyncCall.PUSH, push(withColumns(257)))).isEqualTo(INVALID);
    assertThat(answer(SyncCall.PUSH, push(withColumns(0)))).isEqualTo(INVALID);
  }

  private static String withColumns(int count) {
    StringJoiner columns = new StringJoiner(",");
    for (int i = 0; i < count; i++) {
      columns.add("'f" + i + "':1");
    }
    return with(INSERT, "'f_a':1.50", columns.toString());
  }

  @ParameterizedTest
  @CsvSource({"256, accepted", "257, invalid_request"})
  void names_are_bounded_at_256_octets(int octets, String answer) {
    String name = "n".repeat(octets);
    assertThat(answer(SyncCall.PULL, with(PULL, "'c'", "'" + name + "'"))).isEqualTo(answer);
    assertThat(answer(SyncCall.CONNECT, with(CONNECT, "'test'", "'" + name + "'")))
        .isEqualTo(answer);
    assertThat(answer(SyncCall.PUSH, push(with(INSERT, "'t'", "'" + name + "'"))))
        .isEqualTo(answer);
    String wide = "\u20ac".repeat(octets / 3) + "n".repeat(octets % 3);
    assertThat(answer(SyncCall.PUSH, push(with(INSERT, "'t'", "'" + wide + "'"))))
        .isEqualTo(answer);
  }

  @ParameterizedTest
  @CsvSource({"0, invalid_request", "512, accepted", "513, invalid_request"})
  void scope_ids_are_bounded_in_every_call(int octets, String answer) {
    String scope = "'" + "s".repeat(octets) + "'";
    assertThat(answer(SyncCall.PULL, with(PULL, "'a':", scope + ":"))).isEqualTo(answer);
    assertThat(answer(SyncCall.CONNECT, with(CONNECT, "'a':", scope + ":"))).isEqualTo(answer);
    assertThat(answer(SyncCall.REBUILD, with(REBUILD, "'scope':'a'", "'scope':" + scope)))
        .isEqualTo(answer);
    String seeded =
        with(
            with(FIRST_CONNECT, "SENTINEL", "SCHEMA"),
            "'platform'",
            "'seed_receipts':{" + scope + ":'r'},'platform'");
    assertThat(answer(SyncCall.CONNECT, seeded)).isEqualTo(answer);
  }

  /** U+0000 in every string of an envelope, names of scopes, fields and receipts included. */
  @Test
  void no_string_of_an_envelope_holds_u0000() {
    String nul = "\\u0000";
    for (String[] change :
        new String[][] {
          {"CONNECT", "'client_id':'c'", "'client_id':'c" + nul + "'"},
          {"CONNECT", "'test'", "'t" + nul + "'"},
          {"CONNECT", "'1.0.0'", "'1.0.0" + nul + "'"},
          {"CONNECT", "'a':", "'a" + nul + "':"},
          {"CONNECT", "'cursor':'t'", "'cursor':'t" + nul + "'"},
          {"PULL", "'cursor':'t'", "'cursor':'t" + nul + "'"},
          {"REBUILD", "'scope':'a'", "'scope':'a" + nul + "'"},
          {"REBUILD", "'cursor':null", "'cursor':'" + nul + "'"},
          {"PUSH", "'table':'t'", "'table':'t" + nul + "'"},
          {"PUSH", "'base_version':'v'", "'base_version':'v" + nul + "'"},
          {"PUSH", "'f_id'", "'f_id" + nul + "'"},
          {"PUSH", "'f_a'", "'f_a" + nul + "'"},
        }) {
      SyncCall call = SyncCall.valueOf(change[0]);
      String request =
          switch (call) {
            case CONNECT -> CONNECT;
            case PULL -> PULL;
            case REBUILD -> REBUILD;
            case PUSH -> push(UPDATE);
          };
      assertThat(answer(call, with(request, change[1], change[2])))
          .as(change[0] + " " + change[1])
          .isEqualTo(INVALID);
    }
  }

  @Test
  void a_push_that_only_grows_when_it_is_written_canonically_is_too_long() {
    String numbers = "[" + "1e20,".repeat(2699) + "1e20]";
    String[] many = new String[18];
    for (int i = 0; i < many.length; i++) {
      many[i] =
          with(
              with(INSERT, "1.50", numbers),
              "UUID_1",
              String.format("'00000000-0000-4000-8000-%012d'", i + 1));
    }
    assertThat(answer(SyncCall.PUSH, push(Arrays.copyOf(many, 17)))).isEqualTo(ACCEPTED);
    assertThat(answer(SyncCall.PUSH, push(many))).isEqualTo(INVALID);
    String more = "[" + "1e20,".repeat(3000) + "1e20]";
    assertThat(answer(SyncCall.PUSH, push(with(INSERT, "1.50", more)))).isEqualTo(INVALID);
  }

  @ParameterizedTest
  @CsvSource({"CONNECT", "PULL", "REBUILD"})
  void other_bodies_may_be_eight_mebibytes_long(SyncCall call) {
    String text =
        spell(
            switch (call) {
              case CONNECT -> CONNECT;
              case PULL -> PULL;
              default -> REBUILD;
            });
    String full = text + " ".repeat(8_388_608 - text.length());
    assertThat(answer(call, full.getBytes(StandardCharsets.UTF_8))).isEqualTo(ACCEPTED);
    assertThat(answer(call, (full + " ").getBytes(StandardCharsets.UTF_8))).isEqualTo(INVALID);
  }

  /** The object, two names, the client id and the array are five. */
  @Test
  void a_body_has_at_most_a_million_values_and_names() {
    assertThat(bodyOfZeros(999_995).clientId()).contains("c");
    assertThat(bodyOfZeros(999_996).clientId()).isEmpty();
  }

  private static RequestBody bodyOfZeros(int count) {
    String zeros = "[" + "0,".repeat(count - 1) + "0]";
    String body = "{\"client_id\":\"c\",\"x\":" + zeros + "}";
    return RequestBody.of(SyncCall.PULL, body.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void a_known_scope_has_a_cursor_or_null_and_nothing_else() {
    for (String cursor :
        List.of(
            "{}",
            "null",
            "'t'",
            "[]",
            "{'cursor':7}",
            "{'cursor':{}}",
            "{'cursor':null,'cursor':null}",
            "{'Cursor':null}")) {
      assertThat(answer(SyncCall.PULL, with(PULL, "{'cursor':'t'}", cursor))).isEqualTo(INVALID);
      assertThat(answer(SyncCall.CONNECT, with(CONNECT, "{'cursor':'t'}", cursor)))
          .isEqualTo(INVALID);
    }
    for (String receipt : List.of("null", "7", "{}", "[]", "true")) {
      assertThat(
              answer(
                  SyncCall.CONNECT,
                  with(
                      with(FIRST_CONNECT, "SENTINEL", "SCHEMA"),
                      "'platform'",
                      "'seed_receipts':{'a':" + receipt + "},'platform'")))
          .isEqualTo(INVALID);
    }
  }

  /** The first reference that is none is told: the batch's before those of mutations in order. */
  @Test
  void the_first_bad_reference_of_a_push_is_the_one_that_is_told() {
    String first = "{'version':0,'hash':'one'}";
    String second = "{'version':0,'hash':'two'}";
    String both = push(with(INSERT, "SCHEMA", first), with(UPDATE, "SCHEMA", second));
    assertThat(toldReference(both)).contains("\"hash\":\"one\"");
    assertThat(toldReference(push(INSERT, with(UPDATE, "SCHEMA", second))))
        .contains("\"hash\":\"two\"");
    assertThat(toldReference(both.replace("UUID_1,'schema':SCHEMA", "UUID_1,'schema':7")))
        .contains("\"hash\":\"\",\"version\":0");
  }

  private static String toldReference(String push) {
    try {
      RequestReader.push(
          RequestBody.of(SyncCall.PUSH, spell(push).getBytes(StandardCharsets.UTF_8)));
      return ACCEPTED;
    } catch (RequestRefused refused) {
      return new String(refused.envelope().write(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void a_body_tells_what_the_first_steps_need_even_when_it_is_refused() {
    RequestBody body =
        RequestBody.of(
            SyncCall.CONNECT,
            spell("{'client_id':'c','client_generation':null,'protocol_version':2,'x':1}")
                .getBytes(StandardCharsets.UTF_8));
    assertThat(body.clientId()).contains("c");
    assertThat(body.hasClientGeneration()).isTrue();
    assertThat(body.protocolVersion()).hasValue(2);
    RequestBody broken = RequestBody.of(SyncCall.CONNECT, new byte[] {'{'});
    assertThat(broken.clientId()).isEmpty();
    assertThat(broken.hasClientGeneration()).isFalse();
    assertThat(broken.protocolVersion()).isEmpty();
  }
}
