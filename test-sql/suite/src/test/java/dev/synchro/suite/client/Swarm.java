package dev.synchro.suite.client;

import dev.synchro.client.ClientSettings;
import dev.synchro.client.LocalWriteRefused;
import dev.synchro.client.Progress;
import dev.synchro.client.SyncCalls;
import dev.synchro.client.SyncClient;
import dev.synchro.fixture.Login;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Fifty clients of ten users that write on the same rows, the application writing behind their
 * back, the worker killed and started again, scopes granted and taken, generations expired. Every
 * participant draws what it does next from a generator of its own, so that a seed gives each the
 * same sequence of attempts; how they interleave is left to the machine.
 */
final class Swarm {

  private static final int CLIENTS = 50;
  private static final int USERS = 10;
  private static final int TEAMS = 3;
  private static final int KEYS = 12;
  private static final int CONNECTIONS = 10;
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final LiveServer server;
  private final String name;
  private final long seed;
  private final double loss;
  private final Path folder;
  private final Lines lines;
  private final CountDownLatch over = new CountDownLatch(1);
  private final List<Participant> participants = new ArrayList<>();
  private final Map<String, Set<String>> granted = new TreeMap<>();
  private final ConcurrentLinkedQueue<String> kills = new ConcurrentLinkedQueue<>();

  /**
   * @param name two characters that keep this swarm's users and rows apart from others
   * @param loss part of all requests whose connection is cut
   */
  Swarm(LiveServer server, String name, long seed, double loss, Path folder) {
    this.server = server;
    this.name = name;
    this.seed = seed;
    this.loss = loss;
    this.folder = folder;
    lines = new Lines(server.database(), CONNECTIONS);
    for (int user = 0; user < USERS; user++) {
      grant(user, user % TEAMS);
    }
    for (int index = 0; index < CLIENTS; index++) {
      participants.add(new Participant(index));
    }
  }

  private Random random(int stream) {
    return new Random(seed * 1_000_003L + stream);
  }

  private String user(int number) {
    return name + "-user-" + Math.floorMod(number, USERS);
  }

  private String team(int number) {
    return name + number;
  }

  private String noteKey(int user, int key) {
    return String.format(Locale.ROOT, "%s-%02d-%03d", name, Math.floorMod(user, USERS), key);
  }

  private long itemKey(int user, int key) {
    return name.hashCode() * 100_000L + Math.floorMod(user, USERS) * 1_000L + key;
  }

  private void grant(int user, int team) {
    server.operator("SELECT synchro.synchro_grant_user_scope(?, ?)", user(user), scope(team));
    granted.computeIfAbsent(user(user), id -> new TreeSet<>()).add(scope(team));
  }

  private void revoke(int user, int team) {
    server.operator("SELECT synchro.synchro_revoke_user_scope(?, ?)", user(user), scope(team));
    granted.get(user(user)).remove(scope(team));
  }

  private String scope(int team) {
    return "team:" + team(team);
  }

  private Set<String> scopesOf(String userId) {
    Set<String> scopes = new TreeSet<>(granted.get(userId));
    scopes.add("user:" + userId);
    scopes.add("catalog");
    return scopes;
  }

  /** Lets all of them loose for a while, each with a first copy of its scopes. */
  void run(Duration load) throws InterruptedException, ExecutionException {
    each(Participant::finish);
    List<Callable<Void>> all = new ArrayList<>();
    participants.forEach(participant -> all.add(participant::play));
    all.add(() -> writeAsApplication(random(CLIENTS)));
    all.add(() -> writeAsApplication(random(CLIENTS + 1)));
    all.add(() -> disturb(random(CLIENTS + 2)));
    ExecutorService threads = Executors.newFixedThreadPool(all.size());
    try {
      List<Future<Void>> running = new ArrayList<>();
      all.forEach(work -> running.add(threads.submit(work)));
      boolean early = over.await(load.toMillis(), TimeUnit.MILLISECONDS);
      if (early) {
        throw new AssertionError("nobody ends a swarm early");
      }
      over.countDown();
      for (Future<Void> each : running) {
        each.get();
      }
    } finally {
      over.countDown();
      threads.shutdownNow();
    }
  }

  private boolean isOver() {
    return over.getCount() == 0;
  }

  /** Lets every client finish: first all send what they have, then all fetch what that made. */
  void converge() throws InterruptedException, ExecutionException {
    each(Participant::finish);
    server.capture();
    each(Participant::finish);
  }

  private interface Work {
    void on(Participant participant) throws SQLException;
  }

  private void each(Work work) throws InterruptedException, ExecutionException {
    ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
    try {
      List<Future<Void>> running = new ArrayList<>();
      for (Participant participant : participants) {
        running.add(
            threads.submit(
                () -> {
                  work.on(participant);
                  return null;
                }));
      }
      for (Future<Void> one : running) {
        one.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  void close() {
    participants.forEach(Participant::close);
    lines.close();
  }

  Lines lines() {
    return lines;
  }

  int kills() {
    return kills.size();
  }

  /** Everything that is not as it must be, after {@link #converge}. */
  List<String> problems() {
    ApplicationOracle oracle = server.oracle();
    List<String> problems = new ArrayList<>();
    Map<String, String> accepted = new TreeMap<>();
    for (Participant participant : participants) {
      Evidence evidence =
          new Evidence(
              server, participant.userId, participant.file(), scopesOf(participant.userId));
      evidence.problems(oracle, participant.client.recomputedDigests()).stream()
          .limit(4)
          .forEach(problem -> problems.add("client " + participant.index + ": " + problem));
      accepted.putAll(evidence.accepted());
    }
    Map<String, String> executed = server.executions(granted.keySet());
    if (!executed.equals(accepted)) {
      problems.add(
          "the application saw "
              + executed.size()
              + " mutations executed, clients hold "
              + accepted.size()
              + " as accepted, or one was executed twice");
    }
    return problems;
  }

  String account() {
    Map<String, Integer> states = new TreeMap<>();
    for (Participant participant : participants) {
      participant
          .client
          .mutations()
          .forEach(mutation -> states.merge(mutation.state().name(), 1, Integer::sum));
    }
    return "swarm "
        + name
        + " seed "
        + seed
        + ": "
        + states
        + ", error answers "
        + lines.errors()
        + ", answers lost after commit "
        + lines.answersLost()
        + ", workers killed "
        + kills.size();
  }

  /** One client: the file, and the decisions of the person who holds the device. */
  private final class Participant {
    private final int index;
    private final String userId;
    private final Random random;
    private final ClientSettings settings;
    private final SyncCalls calls;
    private SyncClient client;

    Participant(int index) {
      this.index = index;
      userId = user(index);
      random = random(index);
      settings = LiveServer.settings().withLimits(5 + random.nextInt(60), 1 + random.nextInt(20));
      Random fates = random(1_000 + index);
      calls = lines.of(userId, () -> fate(fates));
      open();
    }

    private void open() {
      client = SyncClient.open(file(), calls, settings);
    }

    private Path file() {
      return folder.resolve(name + index + ".db");
    }

    private Fate fate(Random fates) {
      double drawn = fates.nextDouble();
      Fate[] cut = {Fate.LOSE_REQUEST, Fate.HANG_UP, Fate.LOSE_ANSWER, Fate.LOSE_ANSWER};
      int which = fates.nextInt(cut.length);
      return drawn < loss && !isOver() ? cut[which] : Fate.DELIVER;
    }

    Void play() {
      while (!isOver()) {
        boolean connected = !client.scopes().isEmpty();
        int writes = 1 + random.nextInt(8);
        for (int write = 0; write < writes; write++) {
          write(connected);
        }
        sync(Duration.ofSeconds(1));
        if (random.nextInt(8) == 0) {
          reopen();
        }
      }
      return null;
    }

    private void sync(Duration atMost) {
      if (client.sync(atMost) == Progress.HALTED) {
        throw new AssertionError("client " + index + " halted: " + client.fault());
      }
    }

    /** As if the application was ended and started again; the next step connects. */
    private void reopen() {
      client.close();
      open();
    }

    private void write(boolean connected) {
      int what = random.nextInt(10);
      int owner = index + (random.nextInt(10) == 0 ? 1 : 0);
      int key = random.nextInt(KEYS);
      int value = random.nextInt(1_000_000);
      String team = random.nextInt(6) == 0 ? "null" : "\"" + team(random.nextInt(TEAMS)) + "\"";
      String claimed = user(index + (random.nextInt(20) == 0 ? 1 : 0));
      String item = String.valueOf(itemKey(owner, key));
      String itemName = random.nextInt(20) == 0 ? "bad" : "item " + value;
      if (!connected) {
        return;
      }
      try {
        switch (what) {
          case 0, 1 ->
              client.insert(
                  "notes",
                  String.format(
                      Locale.ROOT,
                      "{\"id\":\"%s\",\"owner_id\":\"%s\",\"team\":%s,\"body\":\"b%d\"}",
                      noteKey(owner, key),
                      claimed,
                      team,
                      value));
          case 2, 3 ->
              client.update(
                  "notes",
                  noteKey(owner, key),
                  "{\"body\":\"u" + value + "\",\"team\":" + team + "}");
          case 4 -> client.update("notes", noteKey(owner, key), "{\"stars\":" + value + "}");
          case 5 -> client.delete("notes", noteKey(owner, key));
          case 6, 7 ->
              client.insert(
                  "items",
                  String.format(
                      Locale.ROOT,
                      "{\"id\":\"%s\",\"owner_id\":\"%s\",\"team\":%s,\"name\":\"%s\"}",
                      item,
                      claimed,
                      team,
                      itemName));
          case 8 -> client.update("items", item, "{\"qty\":" + value + ",\"team\":" + team + "}");
          default -> client.delete("items", item);
        }
      } catch (LocalWriteRefused notThere) {
        // Others decide what this client sees; the attempt is part of the schedule all the same.
        return;
      }
    }

    void finish() {
      reopen();
      if (client.sync(PATIENCE) != Progress.DONE) {
        throw new AssertionError(
            "client " + index + " did not finish: " + client.state() + " " + client.fault());
      }
    }

    void close() {
      client.close();
    }
  }

  private Void writeAsApplication(Random random) throws SQLException {
    try (Connection connection = server.database().open(Login.MIGRATION);
        Statement statement = connection.createStatement()) {
      while (!isOver()) {
        statement.execute(change(random));
        over.await(random.nextInt(6), TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    return null;
  }

  private String change(Random random) {
    int what = random.nextInt(13);
    int user = random.nextInt(USERS);
    int key = random.nextInt(KEYS);
    int value = random.nextInt(1_000_000);
    String team = random.nextInt(6) == 0 ? "NULL" : "'" + team(random.nextInt(TEAMS)) + "'";
    String note = "'" + noteKey(user, key) + "'";
    long item = itemKey(user, key);
    String other = "'" + user(random.nextInt(USERS)) + "'";
    return switch (what) {
      case 0 -> "UPDATE app.notes SET body = 'a" + value + "' WHERE id = " + note;
      case 1 -> "UPDATE app.notes SET deleted_at = NULL, body = NULL WHERE id = " + note;
      case 2 -> "UPDATE app.notes SET deleted_at = clock_timestamp() WHERE id = " + note;
      case 3 -> "DELETE FROM app.notes WHERE id = " + note;
      case 4 ->
          "INSERT INTO app.notes (id, owner_id, team, body) VALUES ("
              + note
              + ", "
              + other
              + ", "
              + team
              + ", 'n"
              + value
              + "') ON CONFLICT (id) DO UPDATE SET body = excluded.body, deleted_at = NULL";
      case 5 ->
          "UPDATE app.notes SET owner_id = "
              + other
              + ", body = 'm"
              + value
              + "' WHERE id = "
              + note;
      case 6 -> "UPDATE app.notes SET team = " + team + ", stars = 1 WHERE id = " + note;
      case 7 -> "UPDATE app.items SET qty = " + value + " WHERE id = " + item;
      case 8 -> "DELETE FROM app.items WHERE id = " + item;
      case 9 ->
          "INSERT INTO app.items (id, owner_id, team, name) VALUES ("
              + item
              + ", "
              + other
              + ", "
              + team
              + ", 'i"
              + value
              + "') ON CONFLICT DO NOTHING";
      case 10 ->
          "BEGIN; UPDATE app.items SET qty = qty WHERE id = "
              + item
              + "; UPDATE app.items SET team = "
              + team
              + " WHERE id = "
              + (item + 1)
              + "; "
              + (value % 2 == 0 ? "COMMIT" : "ROLLBACK");
      case 11 -> "UPDATE app.items SET owner_id = " + other + ", qty = 0 WHERE id = " + item;
      default -> "UPDATE app.regions SET name = 'r" + value + "' WHERE id = " + (key % 11 - 5);
    };
  }

  private Void disturb(Random random) throws InterruptedException {
    while (!over.await(300 + random.nextInt(900), TimeUnit.MILLISECONDS)) {
      int what = random.nextInt(9);
      int user = random.nextInt(USERS);
      int team = random.nextInt(TEAMS);
      switch (what) {
        case 0, 1, 2, 3 -> restartWorker();
        case 4 -> grant(user, team);
        case 5 -> revoke(user, team);
        case 6 -> server.operator("SELECT synchro.synchro_compact()");
        default -> expire(user);
      }
    }
    return null;
  }

  private void restartWorker() {
    server.worker().kill();
    kills.add("killed");
    server.startWorker();
  }

  private void expire(int user) {
    List<String> ids =
        server.lines(
            "SELECT client_id FROM synchro.client WHERE user_id = '"
                + user(user)
                + "' ORDER BY client_id LIMIT 2");
    for (String clientId : ids) {
      server.operator(
          "SELECT synchro.synchro_inject_client_retention_expiry(?, ?)", user(user), clientId);
    }
    server.operator("SELECT synchro.synchro_compact()");
  }
}
