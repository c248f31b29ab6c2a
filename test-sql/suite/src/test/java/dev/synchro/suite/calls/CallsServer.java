package dev.synchro.suite.calls;

import dev.synchro.core.schema.SchemaManifest;
import dev.synchro.core.schema.TableSchema;
import dev.synchro.fixture.Login;
import dev.synchro.fixture.Poll;
import dev.synchro.fixture.Registration;
import dev.synchro.fixture.SynchroDatabase;
import dev.synchro.fixture.WorkerProcess;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A database with three tables and a worker: {@code notes} leave tombstones, {@code items} are
 * removed, {@code regions} can only be read and are in the shared scope {@code catalog}.
 */
final class CallsServer implements AutoCloseable {
  private final SynchroDatabase database;
  private WorkerProcess worker;
  private Connection adapter;
  private SchemaManifest manifest;

  private CallsServer(
      SynchroDatabase database, List<Registration> registrations, String... statements)
      throws SQLException {
    this.database = database;
    database.asMigration(
        "CREATE TABLE app.notes (id text PRIMARY KEY, owner_id text NOT NULL, title text NOT NULL,"
            + " body text, stars integer, price numeric(8,2), code text UNIQUE,"
            + " created_at timestamptz, updated_at timestamptz, deleted_at timestamptz)",
        "CREATE TABLE app.items (id bigint PRIMARY KEY, owner_id text NOT NULL,"
            + " name text NOT NULL CHECK (name <> 'bad'), qty integer NOT NULL DEFAULT 1,"
            + " note_code text REFERENCES app.notes (code) DEFERRABLE INITIALLY DEFERRED)",
        "CREATE TABLE app.regions (id integer PRIMARY KEY, name text NOT NULL)",
        "INSERT INTO app.regions VALUES (1, 'North'), (-2, 'South'), (3, 'West')");
    database.asMigration(statements);
    List<Registration> all = new ArrayList<>(registrations);
    all.add(Registration.pushable("app.notes", "owner_id", "user:{owner_id}"));
    all.add(Registration.pushable("app.items", "owner_id", "user:{owner_id}"));
    all.add(Registration.readOnly("app.regions", "catalog"));
    database.register(all.toArray(Registration[]::new));
    database.registerSharedScope("catalog");
    worker = database.startWorker();
    adapter = database.open(Login.ADAPTER);
  }

  static CallsServer start() throws SQLException {
    return start(List.of());
  }

  /** With more tables, made by statements of the migration role. */
  static CallsServer start(List<Registration> registrations, String... statements)
      throws SQLException {
    return new CallsServer(SynchroDatabase.create(), registrations, statements);
  }

  SynchroDatabase database() {
    return database;
  }

  WorkerProcess worker() {
    return worker;
  }

  /** Starts another worker after the first one was stopped. */
  void restartWorker() {
    worker = database.startWorker();
  }

  /** Connects to a server that was restarted. */
  void reconnect() throws SQLException {
    adapter = database.open(Login.ADAPTER);
  }

  /** A statement of the session that makes the calls. */
  void adapter(String sql) throws SQLException {
    try (Statement statement = adapter.createStatement()) {
      statement.execute(sql);
    }
  }

  /** A client identity that has not connected yet. */
  TestClient client(String userId, String clientId) {
    return new TestClient(this, userId, clientId);
  }

  /** The answer of a call, as text. */
  String call(String function, String userId, String request) {
    return call(adapter, function, userId, request);
  }

  String call(Connection connection, String function, String userId, String request) {
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT synchro.synchro_" + function + "(?, ?::json)::text")) {
      statement.setString(1, userId);
      statement.setString(2, request);
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return rows.getString(1);
      }
    } catch (SQLException failed) {
      throw new AssertionError(function + " failed: " + failed.getMessage(), failed);
    }
  }

  /** What the database holds, read with full sight. */
  Optional<String> ask(String query) {
    return database.ask(query);
  }

  /** Changes made by the application itself. */
  void application(String... statements) {
    database.asMigration(statements);
  }

  /** Waits until a number of sessions of this database wait for a lock. */
  void awaitBlocked(int sessions, Duration patience) {
    Poll.until(
        "sessions that wait for a lock",
        patience,
        () ->
            ask("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                    + " AND wait_event_type = 'Lock'")
                .orElse("")
                .equals(Integer.toString(sessions)));
  }

  /** Waits until everything committed so far is visible. */
  void capture() {
    database.awaitMaterialized();
  }

  /** The manifest in force. */
  SchemaManifest manifest() {
    if (manifest == null) {
      manifest =
          SchemaManifest.parse(
              ask("SELECT manifest FROM synchro.schema_manifest ORDER BY schema_version DESC"
                      + " LIMIT 1")
                  .orElseThrow()
                  .getBytes(StandardCharsets.UTF_8));
    }
    return manifest;
  }

  TableSchema table(String name) {
    return manifest().tables().stream()
        .filter(table -> table.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  String field(String table, String name) {
    return table(table).fields().stream()
        .filter(field -> field.name().equals(name))
        .findFirst()
        .orElseThrow()
        .fieldId();
  }

  @Override
  public void close() throws SQLException {
    adapter.close();
    database.close();
  }
}
