package dev.synchro.suite.client;

import dev.synchro.client.JdbcSyncCalls;
import dev.synchro.client.SyncCall;
import dev.synchro.client.SyncCalls;
import dev.synchro.client.TransportFailure;
import dev.synchro.fixture.Login;
import dev.synchro.fixture.SynchroDatabase;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The connections an adapter keeps to the server, each through a relay of its own. Every client
 * borrows one for each request; errors are counted by code.
 */
final class Lines implements AutoCloseable {

  private static final Pattern CODE = Pattern.compile("^\\{\"error\":\\{\"code\":\"([a-z_]+)\"");

  private final List<Line> all = new ArrayList<>();
  private final BlockingQueue<Line> free;
  private final Map<String, Integer> errors = new TreeMap<>();
  private final Map<String, Integer> failures = new TreeMap<>();

  Lines(SynchroDatabase database, int connections) {
    free = new ArrayBlockingQueue<>(connections);
    for (int index = 0; index < connections; index++) {
      all.add(new Line(database));
    }
    free.addAll(all);
  }

  private static final class Line {
    private final Relay relay;
    private final String url;
    private Connection connection;

    Line(SynchroDatabase database) {
      relay = new Relay(database.stack().host(), database.stack().port());
      url =
          database.url(Login.ADAPTER).replaceFirst("//[^/]+/", "//127.0.0.1:" + relay.port() + "/");
    }

    Connection connection() throws SQLException {
      if (connection == null || connection.isClosed()) {
        connection = DriverManager.getConnection(url);
      }
      return connection;
    }

    void close() {
      relay.close();
      try {
        if (connection != null) {
          connection.close();
        }
      } catch (SQLException alreadyBroken) {
        connection = null;
      }
    }
  }

  /** The calls of one user, whose fates are asked for one by one. */
  SyncCalls of(String userId, Supplier<Fate> fates) {
    return (call, request) -> call(userId, call, request, fates.get());
  }

  private byte[] call(String userId, SyncCall call, byte[] request, Fate fate)
      throws TransportFailure {
    Line line = borrow();
    try {
      line.connection();
      line.relay.arm(fate);
      byte[] answer = new JdbcSyncCalls(line::connection, userId).call(call, request);
      note(call, answer);
      return answer;
    } catch (TransportFailure failed) {
      if (fate == Fate.DELIVER) {
        count(failures, failed.getMessage());
      }
      throw failed;
    } catch (SQLException unreachable) {
      throw new TransportFailure("no connection", unreachable);
    } finally {
      line.relay.arm(Fate.DELIVER);
      free.add(line);
    }
  }

  private Line borrow() throws TransportFailure {
    try {
      return free.take();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new TransportFailure("interrupted", interrupted);
    }
  }

  private void note(SyncCall call, byte[] answer) {
    String start = new String(answer, 0, Math.min(answer.length, 100), StandardCharsets.UTF_8);
    Matcher error = CODE.matcher(start);
    if (error.find()) {
      count(errors, error.group(1) + " of " + call);
    }
  }

  private static void count(Map<String, Integer> counts, String what) {
    synchronized (counts) {
      counts.merge(what, 1, Integer::sum);
    }
  }

  /** Error answers so far by code and call. */
  Map<String, Integer> errors() {
    synchronized (errors) {
      return new TreeMap<>(errors);
    }
  }

  /** Calls that failed although nothing was done to their connection. */
  Map<String, Integer> failures() {
    synchronized (failures) {
      return new TreeMap<>(failures);
    }
  }

  int answersLost() {
    return all.stream().mapToInt(line -> line.relay.answersLost()).sum();
  }

  @Override
  public void close() {
    all.forEach(Line::close);
  }
}
