package dev.synchro.bench.adapter;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.synchro.client.ClientSettings;
import dev.synchro.client.HttpSyncCalls;
import dev.synchro.client.Progress;
import dev.synchro.client.SyncCall;
import dev.synchro.client.SyncClient;
import dev.synchro.fixture.AdapterProcess;
import dev.synchro.fixture.Login;
import dev.synchro.fixture.Registration;
import dev.synchro.fixture.SynchroDatabase;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Pulls with nothing new, sent by many devices at once: through the adapter, and as the same SQL
 * call over connections of the senders' own. The server's binaries come without pgbench, so its
 * part is taken by JDBC; senders, adapter and server share the machine. Arguments: senders (64 by
 * default), seconds of a round (5), connections of the adapter (16) and for SQL (as many as
 * senders).
 */
public final class AdapterBench {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int ROUNDS = 3;

  private final SynchroDatabase database;
  private final int senders;
  private final Duration round;
  private final int connections;
  private final List<byte[]> requests = new ArrayList<>();

  private AdapterBench(SynchroDatabase database, int senders, Duration round, int connections) {
    this.database = database;
    this.senders = senders;
    this.round = round;
    this.connections = connections;
  }

  public static void main(String[] arguments) throws Exception {
    int senders = argument(arguments, 0, 64);
    Duration round = Duration.ofSeconds(argument(arguments, 1, 5));
    int connections = argument(arguments, 2, 16);
    try (SynchroDatabase database = SynchroDatabase.create()) {
      prepare(database);
      new AdapterBench(database, senders, round, connections).run();
    }
  }

  private static int argument(String[] arguments, int index, int usual) {
    return arguments.length > index ? Integer.parseInt(arguments[index]) : usual;
  }

  private static void prepare(SynchroDatabase database) {
    database.asMigration(
        "CREATE TABLE app.notes (id bigint PRIMARY KEY, owner_id text NOT NULL, title text)",
        "CREATE TABLE app.places (id bigint PRIMARY KEY, name text NOT NULL)",
        "INSERT INTO app.places SELECT g, md5(g::text) FROM generate_series(1, 100) g");
    database.register(
        Registration.pushable("app.notes", "owner_id", "user:{owner_id}"),
        Registration.readOnly("app.places", "catalog"));
    database.registerSharedScope("catalog");
    database.startWorker();
    database.awaitMaterialized();
  }

  private static String user(int number) {
    return "user" + number;
  }

  private void run() throws Exception {
    List<Load.Result> http = new ArrayList<>();
    List<Load.Result> sql = new ArrayList<>();
    try (AdapterProcess adapter =
        AdapterProcess.start(
            database, "-Xmx256m", "--connections=" + connections, "--wait-millis=60000")) {
      HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
      for (int number = 0; number < senders; number++) {
        requests.add(warmPull(adapter, client, number));
      }
      List<HttpSender> devices = new ArrayList<>();
      List<SqlSender> direct = new ArrayList<>();
      try {
        open(adapter, devices, direct);
        Load.run(devices, round);
        Load.run(direct, round);
        for (int i = 0; i < ROUNDS; i++) {
          sql.add(Load.run(direct, round));
          http.add(Load.run(devices, round));
        }
      } finally {
        close(devices, direct);
      }
    }
    report(http, sql);
  }

  /** The request of a device that has everything, taken down while a real client sends it. */
  private static byte[] warmPull(AdapterProcess adapter, HttpClient http, int number)
      throws Exception {
    String token = token(user(number));
    HttpSyncCalls calls = new HttpSyncCalls(http, adapter.device("/"), () -> token);
    AtomicReference<byte[]> last = new AtomicReference<>();
    Path file = Files.createTempDirectory("synchro-bench").resolve("client.db");
    try (SyncClient client =
        SyncClient.open(
            file,
            (call, request) -> {
              if (call == SyncCall.PULL) {
                last.set(request);
              }
              return calls.call(call, request);
            },
            ClientSettings.usual("bench", "1.0.0"))) {
      for (int i = 0; i < 2; i++) {
        if (client.sync(PATIENCE) != Progress.DONE) {
          throw new IllegalStateException("a client did not get ready");
        }
      }
    } finally {
      for (String suffix : List.of("", "-wal", "-shm")) {
        Files.deleteIfExists(file.resolveSibling("client.db" + suffix));
      }
      Files.deleteIfExists(file.getParent());
    }
    return last.get();
  }

  private void open(AdapterProcess adapter, List<HttpSender> devices, List<SqlSender> direct)
      throws Exception {
    for (int number = 0; number < senders; number++) {
      byte[] request = requests.get(number);
      devices.add(new HttpSender(adapter.device("/sync/pull"), token(user(number)), request));
      direct.add(
          new SqlSender(
              DriverManager.getConnection(database.url(Login.ADAPTER)), user(number), request));
    }
  }

  private static String token(String user) throws JOSEException {
    SignedJWT token =
        new SignedJWT(
            new JWSHeader(JWSAlgorithm.HS256),
            new JWTClaimsSet.Builder()
                .subject(user)
                .expirationTime(Date.from(Instant.now().plus(Duration.ofHours(1))))
                .build());
    token.sign(new MACSigner(AdapterProcess.TOKEN_SECRET));
    return token.serialize();
  }

  private static void close(List<HttpSender> devices, List<SqlSender> direct) throws Exception {
    for (HttpSender device : devices) {
      device.close();
    }
    for (SqlSender sender : direct) {
      sender.close();
    }
  }

  private void report(List<Load.Result> http, List<Load.Result> sql) {
    System.out.printf(
        "warm pull, nothing new, %d senders, adapter with %d connections%n", senders, connections);
    for (int i = 0; i < ROUNDS; i++) {
      System.out.println(sql.get(i).line("  the SQL call, a connection each"));
      System.out.println(http.get(i).line("  through the adapter"));
      System.out.printf(
          "  adapter to SQL: requests/s %.2f, median %.2f, p99 %.2f%n",
          http.get(i).perSecond() / sql.get(i).perSecond(),
          http.get(i).medianMillis() / sql.get(i).medianMillis(),
          http.get(i).p99Millis() / sql.get(i).p99Millis());
    }
  }
}
