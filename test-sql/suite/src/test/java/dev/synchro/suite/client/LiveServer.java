package dev.synchro.suite.client;

import dev.synchro.client.BackoffPolicy;
import dev.synchro.client.ClientSettings;
import dev.synchro.fixture.Login;
import dev.synchro.fixture.Registration;
import dev.synchro.fixture.SynchroDatabase;
import dev.synchro.fixture.WorkerProcess;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A database with a worker and three synced tables. {@code notes} leave tombstones, {@code items}
 * are removed; both are in the scope of their owner and in that of their team, so that most rows
 * are in two scopes of a client. {@code regions} are read by everybody. A trigger of the
 * application writes down every row a push changes.
 */
final class LiveServer implements AutoCloseable {

  static final List<ApplicationOracle.Source> SOURCES =
      List.of(
          new ApplicationOracle.Source(
              "notes", "ARRAY['user:' || owner_id, 'team:' || team]", "deleted_at IS NULL"),
          new ApplicationOracle.Source(
              "items", "ARRAY['user:' || owner_id, 'team:' || team]", "true"),
          new ApplicationOracle.Source("regions", "ARRAY['catalog']", "true"));

  private static final BackoffPolicy SHORT =
      new BackoffPolicy(Duration.ofMillis(10), Duration.ofMillis(200));

  private final SynchroDatabase database;
  private WorkerProcess worker;

  private LiveServer(SynchroDatabase database) {
    this.database = database;
    database.asMigration(
        "CREATE TABLE app.notes (id text PRIMARY KEY, owner_id text NOT NULL, team text,"
            + " body text, stars integer, created_at timestamptz, updated_at timestamptz,"
            + " deleted_at timestamptz)",
        "CREATE TABLE app.items (id bigint PRIMARY KEY, owner_id text NOT NULL, team text,"
            + " name text NOT NULL CHECK (name <> 'bad'), qty integer NOT NULL DEFAULT 1)",
        "CREATE TABLE app.regions (id integer PRIMARY KEY, name text NOT NULL)",
        "INSERT INTO app.regions SELECT i, 'region ' || i FROM generate_series(-5, 5) AS i",
        "CREATE TABLE app.audit (entry bigint GENERATED ALWAYS AS IDENTITY, mutation_id text,"
            + " operation text)",
        "CREATE FUNCTION app.note_push() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER"
            + " SET search_path = pg_catalog, pg_temp AS $$ BEGIN"
            + " IF coalesce(current_setting('synchro.mutation_id', true), '') <> '' THEN"
            + " INSERT INTO app.audit (mutation_id, operation) VALUES"
            + " (current_setting('synchro.mutation_id'), TG_OP); END IF; RETURN NULL; END $$",
        "CREATE TRIGGER note_push AFTER INSERT OR UPDATE OR DELETE ON app.notes"
            + " FOR EACH ROW EXECUTE FUNCTION app.note_push()",
        "CREATE TRIGGER note_push AFTER INSERT OR UPDATE OR DELETE ON app.items"
            + " FOR EACH ROW EXECUTE FUNCTION app.note_push()");
    database.register(
        Registration.pushable("app.notes", "owner_id", "user:{owner_id}", "team:{team}"),
        Registration.pushable("app.items", "owner_id", "user:{owner_id}", "team:{team}"),
        Registration.readOnly("app.regions", "catalog"));
    database.registerSharedScope("catalog");
    startWorker();
  }

  static LiveServer start() {
    return new LiveServer(SynchroDatabase.create());
  }

  SynchroDatabase database() {
    return database;
  }

  void startWorker() {
    worker = database.startWorker();
  }

  WorkerProcess worker() {
    return worker;
  }

  /** A client that waits little, with small pages and batches. */
  static ClientSettings settings() {
    return ClientSettings.usual("test", "1.0.0").withLimits(7, 5).withBackoff(SHORT);
  }

  /** Changes the application makes, each a transaction of its own. */
  void application(String... statements) {
    database.asMigration(statements);
  }

  void capture() {
    database.awaitMaterialized();
  }

  ApplicationOracle oracle() {
    return ApplicationOracle.read(database, SOURCES);
  }

  String operator(String query, String... arguments) {
    try (Connection connection = database.open(Login.OPERATOR)) {
      return first(connection, query, arguments);
    } catch (SQLException refused) {
      throw new AssertionError("the operator was refused: " + refused.getMessage(), refused);
    }
  }

  static String first(Connection connection, String query, String... arguments)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(query)) {
      for (int index = 0; index < arguments.length; index++) {
        statement.setString(index + 1, arguments[index]);
      }
      try (ResultSet row = statement.executeQuery()) {
        return row.next() ? row.getString(1) : null;
      }
    }
  }

  /** Lines a superuser reads, columns joined by a bar. */
  List<String> lines(String query) {
    try (Connection connection = database.openSuperuser()) {
      return lines(connection, query);
    } catch (SQLException refused) {
      throw new AssertionError("a query was refused: " + refused.getMessage(), refused);
    }
  }

  static List<String> lines(Connection connection, String query) throws SQLException {
    List<String> lines = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        StringBuilder line = new StringBuilder(String.valueOf(rows.getString(1)));
        for (int index = 2; index <= columns; index++) {
          line.append('|').append(rows.getString(index));
        }
        lines.add(line.toString());
      }
    }
    return lines;
  }

  /** How often the application saw each mutation of these users executed, by mutation id. */
  Map<String, String> executions(Collection<String> userIds) {
    Map<String, String> executions = new TreeMap<>();
    String ids = userIds.stream().collect(Collectors.joining("', '", "'", "'"));
    lines(
            "SELECT a.mutation_id, count(*) FROM app.audit a JOIN synchro.push_mutation m"
                + " ON m.mutation_id = a.mutation_id::uuid JOIN synchro.client c USING (client_pk)"
                + " WHERE c.user_id IN ("
                + ids
                + ") GROUP BY 1")
        .forEach(
            line ->
                executions.put(
                    line.substring(0, line.indexOf('|')), line.substring(line.indexOf('|') + 1)));
    return executions;
  }

  /**
   * The rows a client's file shows in one of the application's tables, as the oracle writes them.
   */
  static Set<String> shown(Connection file, String table) throws SQLException {
    Set<String> shown = new TreeSet<>();
    try (Statement statement = file.createStatement();
        ResultSet rows = statement.executeQuery("SELECT * FROM " + table)) {
      while (rows.next()) {
        TreeMap<String, String> byName = new TreeMap<>();
        for (int index = 1; index <= rows.getMetaData().getColumnCount(); index++) {
          byName.put(
              rows.getMetaData().getColumnName(index), String.valueOf(rows.getString(index)));
        }
        shown.add(byName.toString());
      }
    }
    return shown;
  }

  /** What differs between a client's file and what it must show; nothing when all is right. */
  static List<String> differences(
      ApplicationOracle oracle, String file, Collection<String> scopeIds) {
    List<String> differences = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
      for (ApplicationOracle.Source source : SOURCES) {
        Set<String> missing = oracle.rows(source.name(), scopeIds);
        Set<String> excess = shown(connection, source.name());
        Set<String> both = new TreeSet<>(missing);
        both.retainAll(excess);
        missing.removeAll(both);
        excess.removeAll(both);
        missing.forEach(row -> differences.add("missing in " + source.name() + " " + row));
        excess.forEach(row -> differences.add("excess in " + source.name() + " " + row));
      }
      return differences;
    } catch (SQLException failed) {
      throw new AssertionError("a client's file cannot be read", failed);
    }
  }

  @Override
  public void close() {
    database.close();
  }
}
