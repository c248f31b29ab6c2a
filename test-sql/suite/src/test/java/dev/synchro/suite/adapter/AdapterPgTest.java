package dev.synchro.suite.adapter;

import static dev.synchro.suite.adapter.Caller.header;
import static dev.synchro.suite.adapter.Caller.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import dev.synchro.client.ClientSettings;
import dev.synchro.client.HttpSyncCalls;
import dev.synchro.client.Progress;
import dev.synchro.client.SyncCall;
import dev.synchro.client.SyncClient;
import dev.synchro.fixture.AdapterProcess;
import dev.synchro.fixture.Poll;
import dev.synchro.fixture.Registration;
import dev.synchro.fixture.SynchroDatabase;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a device and an operator get from an adapter that runs. */
final class AdapterPgTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int PUSH_OCTETS = 1_048_576;
  private static final int OTHER_OCTETS = 8_388_608;
  private static final String USER = "ada-the-user-nobody-may-log";

  private static SynchroDatabase database;
  private static AdapterProcess adapter;
  private static Caller caller;

  @TempDir private Path folder;

  @BeforeAll
  static void start() {
    database = SynchroDatabase.create();
    database.asMigration(
        "CREATE TABLE app.notes (id text PRIMARY KEY, owner_id text NOT NULL, title text NOT NULL,"
            + " deleted_at timestamptz)",
        "CREATE TABLE app.regions (id integer PRIMARY KEY, name text NOT NULL)",
        "INSERT INTO app.regions SELECT g, repeat('North and South ', 5)"
            + " FROM generate_series(1, 200) g");
    database.register(
        Registration.pushable("app.notes", "owner_id", "user:{owner_id}"),
        Registration.readOnly("app.regions", "catalog"));
    database.registerSharedScope("catalog");
    database.startWorker();
    database.awaitMaterialized();
    adapter =
        AdapterProcess.start(
            database, "--connections=2", "--token-audience=synchro", "--log-level=debug");
    caller = new Caller(adapter);
  }

  @AfterAll
  static void stop() {
    adapter.close();
    database.close();
  }

  private static String token() {
    return Tokens.of(USER);
  }

  @Test
  void a_client_makes_all_four_calls_over_http() {
    HttpSyncCalls calls =
        new HttpSyncCalls(caller.client(), adapter.device("/"), AdapterPgTest::token);
    ClientSettings settings = ClientSettings.usual("test", "1.0.0");
    try (SyncClient client = SyncClient.open(folder.resolve("client.db"), calls, settings)) {
      assertThat(client.sync(PATIENCE)).isEqualTo(Progress.DONE);
      client.insert(
          "notes", "{\"id\":\"n1\",\"owner_id\":\"" + USER + "\",\"title\":\"a secret title\"}");
      assertThat(client.sync(PATIENCE)).isEqualTo(Progress.DONE);
      assertThat(client.requests()).containsOnlyKeys(SyncCall.values());
      assertThat(client.scopes()).extracting(scope -> scope.rows()).containsExactly(200L, 1L);
    }
    assertThat(database.ask("SELECT title FROM app.notes WHERE id = 'n1'"))
        .contains("a secret title");
    assertThat(metrics())
        .contains(
            "synchro_adapter_requests_total{code=\"ok\",route=\"connect\",status=\"200\"}",
            "synchro_adapter_requests_total{code=\"ok\",route=\"push\",status=\"200\"}",
            "synchro_adapter_requests_total{code=\"ok\",route=\"pull\",status=\"200\"}",
            "synchro_adapter_requests_total{code=\"ok\",route=\"rebuild\",status=\"200\"}");
  }

  private static String metrics() {
    HttpResponse<byte[]> response = caller.getAsOperator("/metrics");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(header(response, "Content-Type")).startsWith("text/plain; version=0.0.4");
    return text(response);
  }

  static Stream<String> tokensNotBelieved() {
    byte[] secret = AdapterProcess.TOKEN_SECRET.getBytes(StandardCharsets.UTF_8);
    JWTClaimsSet good = Tokens.claims(USER, Duration.ofHours(1));
    return Stream.of(
        "",
        "no-token",
        "a.b.c",
        Tokens.expired(USER),
        Tokens.forged(USER),
        new PlainJWT(good).serialize(),
        Tokens.signed(JWSAlgorithm.HS384, good, doubled(secret)),
        Tokens.signed(
            JWSAlgorithm.HS256,
            new JWTClaimsSet.Builder(good).audience("another service").build(),
            secret),
        Tokens.signed(
            JWSAlgorithm.HS256, new JWTClaimsSet.Builder(good).subject(null).build(), secret),
        Tokens.signed(
            JWSAlgorithm.HS256, new JWTClaimsSet.Builder(good).subject("a\0b").build(), secret));
  }

  private static byte[] doubled(byte[] secret) {
    byte[] twice = Arrays.copyOf(secret, secret.length * 2);
    System.arraycopy(secret, 0, twice, secret.length, secret.length);
    return twice;
  }

  @ParameterizedTest
  @MethodSource("tokensNotBelieved")
  void a_token_that_cannot_be_believed_is_401(String token) {
    assertRefused(caller.post("/sync/pull", token, "{}"), 401, "auth_required", false);
  }

  @Test
  void two_authorization_headers_are_none() {
    HttpRequest request =
        caller
            .to("/sync/pull", token())
            .header("Authorization", "Bearer " + token())
            .POST(BodyPublishers.ofString("{}"))
            .build();
    assertRefused(caller.send(request), 401, "auth_required", false);
  }

  private static void assertRefused(
      HttpResponse<byte[]> response, int status, String code, boolean retryable) {
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(text(response))
        .isEqualTo(
            "{\"error\":{\"code\":\""
                + code
                + "\",\"message\":\""
                + code.replace('_', ' ')
                + "\",\"retryable\":"
                + retryable
                + "}}");
    assertThat(header(response, "Content-Type")).isEqualTo("application/json");
    assertThat(header(response, "Cache-Control")).isEqualTo("no-store");
    assertThat(header(response, "Retry-After")).isEqualTo(retryable ? "5" : "");
    assertThat(header(response, "WWW-Authenticate")).isEqualTo(status == 401 ? "Bearer" : "");
  }

  @Test
  void a_refusal_of_the_server_keeps_its_text_and_gets_its_status() {
    String unknown = "{\"client_id\":\"never seen\",\"client_generation\":1}";
    assertRefused(caller.post("/sync/pull", token(), unknown), 401, "auth_required", false);
    HttpResponse<byte[]> old =
        caller.post("/sync/connect", token(), "{\"client_id\":\"x\",\"protocol_version\":2}");
    assertThat(old.statusCode()).isEqualTo(426);
    assertThat(text(old)).contains("\"required_protocol_version\":3");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "{", "null x", "{\"a\":1}}", "\u00e9", "[1,]", "{\"client_id\":\"x\",}"})
  void what_is_not_json_is_400_and_never_reaches_a_cast(String body) {
    assertRefused(caller.post("/sync/pull", token(), body), 400, "invalid_request", false);
    assertThat(metrics()).doesNotContain("sqlstate_class=\"22\"");
  }

  @Test
  void octets_that_are_no_text_are_400() {
    byte[] body = {'{', '"', (byte) 0xff, '"', ':', '1', '}'};
    assertRefused(
        caller.post("/sync/pull", token(), BodyPublishers.ofByteArray(body)),
        400,
        "invalid_request",
        false);
  }

  @Test
  void a_body_nested_a_million_deep_is_400() {
    assertRefused(
        caller.post("/sync/pull", token(), "[".repeat(1_000_000)), 400, "invalid_request", false);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/plain",
        "application/json; charset=latin1",
        "application/json; boundary=x",
        "application/x-www-form-urlencoded"
      })
  void another_content_type_is_400(String type) {
    HttpRequest request =
        caller
            .to("/sync/pull", token())
            .setHeader("Content-Type", type)
            .POST(BodyPublishers.ofString("{}"))
            .build();
    assertRefused(caller.send(request), 400, "invalid_request", false);
  }

  @Test
  void json_in_utf_8_may_say_so() {
    HttpRequest request =
        caller
            .to("/sync/connect", token())
            .setHeader("Content-Type", "Application/JSON; charset=UTF-8")
            .POST(BodyPublishers.ofString("{\"client_id\":\"x\",\"protocol_version\":2}"))
            .build();
    assertThat(caller.send(request).statusCode()).isEqualTo(426);
  }

  /** A body of exactly so many octets that the server refuses with 426 once it reads it. */
  private static byte[] padded(int octets) {
    String start = "{\"client_id\":\"x\",\"protocol_version\":2,\"pad\":\"";
    String end = "\"}";
    String body = start + "x".repeat(octets - start.length() - end.length()) + end;
    return body.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void a_body_may_be_as_long_as_the_limit_and_no_longer() {
    assertThat(connect(padded(OTHER_OCTETS)).statusCode()).isEqualTo(426);
    assertRefused(connect(padded(OTHER_OCTETS + 1)), 400, "invalid_request", false);
    assertThat(push(padded(PUSH_OCTETS), false).statusCode()).isEqualTo(401);
    assertRefused(push(padded(PUSH_OCTETS + 1), false), 400, "invalid_request", false);
  }

  @Test
  void a_body_without_a_length_is_held_to_the_same_limit() {
    assertThat(push(padded(PUSH_OCTETS), true).statusCode()).isEqualTo(401);
    assertRefused(push(padded(PUSH_OCTETS + 1), true), 400, "invalid_request", false);
  }

  private static HttpResponse<byte[]> connect(byte[] body) {
    return caller.post("/sync/connect", token(), BodyPublishers.ofByteArray(body));
  }

  private static HttpResponse<byte[]> push(byte[] body, boolean chunked) {
    return caller.post(
        "/sync/push",
        token(),
        chunked
            ? BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body))
            : BodyPublishers.ofByteArray(body));
  }

  @Test
  void a_packed_body_is_unpacked_up_to_the_limit() throws IOException {
    assertThat(packed(padded(OTHER_OCTETS)).statusCode()).isEqualTo(426);
    assertRefused(packed(padded(OTHER_OCTETS + 1)), 400, "invalid_request", false);
    assertRefused(packed(new byte[50_000_000]), 400, "invalid_request", false);
    assertRefused(coded("gzip", padded(100)), 400, "invalid_request", false);
    assertRefused(coded("br", padded(100)), 400, "invalid_request", false);
    assertRefused(coded("gzip, gzip", padded(100)), 400, "invalid_request", false);
  }

  private static HttpResponse<byte[]> packed(byte[] body) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(body);
    }
    return coded("gzip", out.toByteArray());
  }

  private static HttpResponse<byte[]> coded(String coding, byte[] body) {
    return caller.send(
        caller
            .to("/sync/connect", token())
            .header("Content-Encoding", coding)
            .POST(BodyPublishers.ofByteArray(body))
            .build());
  }

  @Test
  void a_long_answer_is_packed_for_those_who_take_it() throws IOException {
    String plain = text(caller.getAsOperator("/sync/schema"));
    HttpResponse<byte[]> response =
        caller.send(
            HttpRequest.newBuilder(adapter.operator("/sync/schema"))
                .header("Accept-Encoding", "br, gzip;q=0.5")
                .build());
    assertThat(header(response, "Content-Encoding")).isEqualTo("gzip");
    assertThat(header(response, "Vary")).isEqualTo("Accept-Encoding");
    String unpacked = Caller.unpacked(response);
    assertThat(unpacked).startsWith("{\"manifest\":{").hasSameSizeAs(plain);
    HttpResponse<byte[]> refusing =
        caller.send(
            HttpRequest.newBuilder(adapter.operator("/sync/schema"))
                .header("Accept-Encoding", "gzip;q=0")
                .build());
    assertThat(header(refusing, "Content-Encoding")).isEmpty();
  }

  @Test
  void unknown_routes_are_404_and_known_ones_take_one_method() {
    for (String path :
        List.of(
            "/",
            "/sync",
            "/sync/pull/",
            "/sync/Pull",
            "/sync/schema",
            "/live",
            "/metrics",
            "/sync/tables",
            "/ready/x")) {
      assertThat(caller.get(path).statusCode()).as(path).isEqualTo(404);
    }
    HttpResponse<byte[]> got = caller.get("/sync/pull");
    assertThat(got.statusCode()).isEqualTo(405);
    assertThat(header(got, "Allow")).isEqualTo("POST");
    HttpResponse<byte[]> posted = caller.post("/ready", token(), "{}");
    assertThat(posted.statusCode()).isEqualTo(405);
    assertThat(header(posted, "Allow")).isEqualTo("GET");
  }

  @Test
  void operators_see_readiness_liveness_schema_and_tables_on_an_address_of_their_own() {
    for (Map.Entry<String, String> route :
        Map.of(
                "/live", "{\"live\":true}",
                "/ready", "{\"ready\":true}",
                "/sync/schema", "{\"manifest\":{",
                "/sync/tables", "{\"schema_hash\":\"")
            .entrySet()) {
      HttpResponse<byte[]> response = caller.getAsOperator(route.getKey());
      assertThat(response.statusCode()).as(route.getKey()).isEqualTo(200);
      assertThat(text(response)).startsWith(route.getValue());
    }
    assertThat(caller.getAsOperator("/sync/pull").statusCode()).isEqualTo(404);
  }

  @Test
  void readiness_is_the_servers() {
    Poll.until("readiness", PATIENCE, () -> caller.get("/ready").statusCode() == 200);
    database.asMigration("ALTER PUBLICATION synchro_pub SET (publish = 'insert')");
    try {
      Poll.until("unreadiness", PATIENCE, () -> caller.get("/ready").statusCode() == 503);
      assertThat(text(caller.get("/ready"))).isEqualTo("{\"ready\":false}");
    } finally {
      database.asMigration(
          "ALTER PUBLICATION synchro_pub SET (publish = 'insert, update, delete, truncate')");
    }
    Poll.until("readiness", PATIENCE, () -> caller.get("/ready").statusCode() == 200);
  }
}
