package dev.synchro.suite.adapter;

import static dev.synchro.suite.adapter.Caller.header;
import static dev.synchro.suite.adapter.Caller.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import dev.synchro.fixture.AdapterProcess;
import dev.synchro.fixture.Poll;
import dev.synchro.fixture.Registration;
import dev.synchro.fixture.SynchroDatabase;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** What an adapter does when the server, its keys, its senders or its operator do something. */
@Isolated("locks the login of every adapter out")
final class AdapterLifePgTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int TERMINATED = 143;
  private static final String USER = "ada-the-user-nobody-may-log";
  private static final String OLD_PROTOCOL =
      "{\"client_id\":\"a-client-nobody-may-log\",\"protocol_version\":2}";

  private static SynchroDatabase database;

  private final List<AdapterProcess> adapters = new ArrayList<>();

  @TempDir private Path folder;

  @BeforeAll
  static void create() {
    database = SynchroDatabase.create();
    database.asMigration(
        "CREATE TABLE app.notes (id text PRIMARY KEY, owner_id text NOT NULL, title text)");
    database.register(Registration.pushable("app.notes", "owner_id", "user:{owner_id}"));
    database.startWorker();
    database.awaitMaterialized();
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  @AfterEach
  void end() {
    adapters.forEach(AdapterProcess::close);
  }

  /** Starts an adapter and waits until it serves. */
  private AdapterProcess start(String... options) {
    AdapterProcess adapter = AdapterProcess.start(database, options);
    adapters.add(adapter);
    awaitService(new Caller(adapter));
    return adapter;
  }

  /** Also waits until nothing is held: an answer arrives before its place is free again. */
  private static void awaitService(Caller caller) {
    Poll.until("service", PATIENCE, () -> connect(caller).statusCode() == 426);
    Poll.until(
        "a free adapter",
        PATIENCE,
        () -> text(caller.getAsOperator("/metrics")).contains("synchro_adapter_requests_held 0.0"));
  }

  private static HttpResponse<byte[]> connect(Caller caller) {
    return caller.post("/sync/connect", Tokens.of(USER), OLD_PROTOCOL);
  }

  /** Holds what every call that serves a client must lock, until closed. */
  private static final class Blockade implements AutoCloseable {
    private final Connection connection;

    Blockade() throws SQLException {
      connection = database.openSuperuser();
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        statement.execute("LOCK TABLE synchro.client IN ACCESS EXCLUSIVE MODE");
      }
    }

    /** Waits until a call stands before it. */
    void awaitCall() {
      Poll.until(
          "a call that waits for a lock",
          PATIENCE,
          () ->
              database
                  .ask(
                      "SELECT count(*) > 0 FROM pg_stat_activity WHERE datname = current_database()"
                          + " AND application_name = 'synchro adapter' AND wait_event_type = 'Lock'")
                  .equals(Optional.of("t")));
    }

    @Override
    public void close() throws SQLException {
      connection.rollback();
      connection.close();
    }
  }

  private static CompletableFuture<HttpResponse<byte[]>> later(Caller caller) {
    return caller
        .client()
        .sendAsync(
            caller
                .to("/sync/connect", Tokens.of(USER))
                .POST(BodyPublishers.ofString(OLD_PROTOCOL))
                .build(),
            HttpResponse.BodyHandlers.ofByteArray());
  }

  private static HttpResponse<byte[]> answer(CompletableFuture<HttpResponse<byte[]>> response) {
    try {
      return response.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException failed) {
      throw new AssertionError(failed);
    }
  }

  @Test
  void a_lost_database_is_503_until_it_is_back() {
    AdapterProcess adapter = start("--connections=2", "--wait-millis=500");
    Caller caller = new Caller(adapter);
    database.asSuperuser("ALTER ROLE synchro_adapter_login NOLOGIN");
    try {
      database.asSuperuser(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
              + " WHERE usename = 'synchro_adapter_login'");
      Poll.until("unreadiness", PATIENCE, () -> caller.get("/ready").statusCode() == 503);
      HttpResponse<byte[]> refused = connect(caller);
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(text(refused)).contains("\"code\":\"temporary_unavailable\"");
      assertThat(header(refused, "Retry-After")).isEqualTo("5");
      assertThat(caller.getAsOperator("/live").statusCode()).isEqualTo(200);
    } finally {
      database.asSuperuser("ALTER ROLE synchro_adapter_login LOGIN");
    }
    awaitService(caller);
    assertNothingPrivate(adapter);
  }

  private static void assertNothingPrivate(AdapterProcess adapter) {
    assertThat(adapter.log())
        .contains("route=connect status=426 code=upgrade_required")
        .doesNotContain(USER, "a-client-nobody-may-log", AdapterProcess.TOKEN_SECRET)
        .doesNotContain(Tokens.of(USER).split("\\.", -1)[1], "protocol_version")
        .doesNotContain(database.stack().password("synchro_adapter_login"));
  }

  @Test
  void a_call_that_takes_too_long_and_those_waiting_for_it_are_503() throws SQLException {
    Caller caller =
        new Caller(start("--connections=1", "--wait-millis=300", "--statement-millis=5000"));
    try (Blockade blockade = new Blockade()) {
      CompletableFuture<HttpResponse<byte[]>> blocked = later(caller);
      blockade.awaitCall();
      CompletableFuture<HttpResponse<byte[]>> behind = later(caller);
      for (CompletableFuture<HttpResponse<byte[]>> response : List.of(blocked, behind)) {
        assertThat(answer(response).statusCode()).isEqualTo(503);
        assertThat(header(answer(response), "Retry-After")).isEqualTo("5");
      }
    }
  }

  @Test
  void more_requests_than_may_be_held_are_429() throws SQLException {
    Caller caller = new Caller(start("--connections=1", "--max-requests=1"));
    CompletableFuture<HttpResponse<byte[]>> blocked;
    try (Blockade blockade = new Blockade()) {
      blocked = later(caller);
      blockade.awaitCall();
      HttpResponse<byte[]> refused = caller.post("/sync/pull", Tokens.of(USER), "{}");
      assertThat(refused.statusCode()).isEqualTo(429);
      assertThat(text(refused)).contains("\"code\":\"retry_later\"");
      assertThat(header(refused, "Retry-After")).isEqualTo("5");
      assertThat(caller.get("/ready").statusCode()).isEqualTo(200);
    }
    assertThat(answer(blocked).statusCode()).isEqualTo(426);
  }

  @Test
  void no_more_connections_are_taken_than_may_be_open() throws IOException {
    AdapterProcess adapter = AdapterProcess.start(database, "--connections=1", "--max-clients=2");
    adapters.add(adapter);
    try (Socket first = device(adapter);
        Socket second = device(adapter);
        Socket third = device(adapter)) {
      assertThat(answer(first)).startsWith("HTTP/1.1 404 ");
      assertThat(answer(second)).startsWith("HTTP/1.1 404 ");
      ask(third);
      for (int i = 0; i < 50; i++) {
        answer(first);
        answer(second);
      }
      assertThat(third.getInputStream().available()).as("octets for the third").isZero();
      first.shutdownOutput();
      assertThat(head(third)).startsWith("HTTP/1.1 404 ");
    }
  }

  private static Socket device(AdapterProcess adapter) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), adapter.devicePort());
    socket.setSoTimeout((int) PATIENCE.toMillis());
    return socket;
  }

  private static void ask(Socket device) throws IOException {
    device
        .getOutputStream()
        .write("GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
  }

  private static String answer(Socket device) throws IOException {
    ask(device);
    return head(device);
  }

  /** An answer without a body. */
  private static String head(Socket device) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int octet = device.getInputStream().read();
      assertThat(octet).as("more than %s", head).isNotNegative();
      head.append((char) octet);
    }
    return head.toString();
  }

  @Test
  void a_stop_waits_for_the_requests_it_finds() throws SQLException {
    AdapterProcess adapter = start("--connections=1");
    Caller caller = new Caller(adapter);
    CompletableFuture<HttpResponse<byte[]>> blocked;
    try (Blockade blockade = new Blockade()) {
      blocked = later(caller);
      blockade.awaitCall();
      adapter.askToStop();
      Poll.until("no more listening", PATIENCE, () -> !connects(adapter));
      assertThat(adapter.isAlive()).isTrue();
      assertThat(blocked).isNotDone();
    }
    assertThat(answer(blocked).statusCode()).isEqualTo(426);
    assertThat(adapter.awaitEnd()).isEqualTo(TERMINATED);
    assertThat(adapter.log()).endsWith("Adapter stopped\n");
  }

  private static boolean connects(AdapterProcess adapter) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), adapter.devicePort())) {
      return socket.isConnected();
    } catch (IOException refused) {
      return false;
    }
  }

  @Test
  void a_body_that_never_ends_is_broken_off() throws IOException {
    AdapterProcess adapter = start("--connections=1", "--max-requests=1", "--body-millis=500");
    Caller caller = new Caller(adapter);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), adapter.devicePort())) {
      OutputStream out = socket.getOutputStream();
      String head =
          "POST /sync/pull HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
              + "Content-Length: 100\r\nAuthorization: Bearer "
              + Tokens.of(USER)
              + "\r\n\r\n{";
      out.write(head.getBytes(StandardCharsets.US_ASCII));
      out.flush();
      socket.setSoTimeout((int) PATIENCE.toMillis());
      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
          .startsWith("HTTP/1.1 408 ");
    }
    awaitService(caller);
    assertThat(text(caller.getAsOperator("/metrics")))
        .contains(
            "synchro_adapter_requests_total{code=\"too_slow\",route=\"pull\",status=\"408\"} 1.0",
            "synchro_adapter_requests_held 0.0");
  }

  @Test
  void keys_are_rotated_without_a_restart() throws IOException, JOSEException {
    ECKey first = new ECKeyGenerator(Curve.P_256).keyID("first").generate();
    ECKey second = new ECKeyGenerator(Curve.P_256).keyID("second").generate();
    Path file = folder.resolve("keys.json");
    Files.writeString(file, new JWKSet(first).toString());
    AdapterProcess adapter = start("--connections=1", "--token-keys-file=" + file);
    Caller caller = new Caller(adapter);
    assertThat(status(caller, first)).isEqualTo(426);
    assertThat(status(caller, second)).isEqualTo(401);

    Files.writeString(file, "not a key set");
    Poll.until("a warning", PATIENCE, () -> adapter.log().contains("must hold a JSON Web Key Set"));
    assertThat(status(caller, first)).isEqualTo(426);
    assertThat(text(caller.getAsOperator("/metrics")))
        .contains("synchro_adapter_token_keys_current 0.0");

    Files.writeString(file, new JWKSet(second).toString());
    Poll.until("the new key", PATIENCE, () -> status(caller, second) == 426);
    assertThat(status(caller, first)).isEqualTo(401);
  }

  private static int status(Caller caller, ECKey key) {
    try {
      String token =
          Tokens.signed(
              new JWSHeader.Builder(JWSAlgorithm.ES256).keyID(key.getKeyID()).build(),
              Tokens.claims(USER, Duration.ofHours(1)),
              new ECDSASigner(key));
      return caller.post("/sync/connect", token, OLD_PROTOCOL).statusCode();
    } catch (JOSEException impossible) {
      throw new AssertionError(impossible);
    }
  }
}
