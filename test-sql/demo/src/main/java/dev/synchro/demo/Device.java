package dev.synchro.demo;

import dev.synchro.client.ClientSettings;
import dev.synchro.client.JdbcSyncCalls;
import dev.synchro.client.MutationState;
import dev.synchro.client.Progress;
import dev.synchro.client.ScopeStatus;
import dev.synchro.client.SyncCall;
import dev.synchro.client.SyncClient;
import dev.synchro.core.bytes.Hex;
import dev.synchro.core.digest.ScopeDigest;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.state.ClientState;
import dev.synchro.embedded.stack.Companion;
import dev.synchro.fixture.SynchroDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The device of one user: a client with its SQLite file, and a reader of that file. */
final class Device implements Companion {

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final double NANOS_PER_MILLI = 1e6;
  private static final List<String> FILES = List.of("", "-wal", "-shm");

  private final SynchroDatabase database;
  private final String user;
  private final List<String> countries;
  private final Path folder;
  private final JdbcSyncCalls calls;
  private final SyncClient client;
  private final Connection reader;

  private Device(
      SynchroDatabase database,
      String user,
      List<String> countries,
      Path folder,
      ClientSettings settings)
      throws SQLException {
    this.database = database;
    this.user = user;
    this.countries = countries;
    this.folder = folder;
    this.calls = database.calls(user);
    this.client = SyncClient.open(file(), calls, settings);
    this.reader = DriverManager.getConnection("jdbc:sqlite:" + file());
  }

  static Device of(
      SynchroDatabase database, String user, List<String> countries, ClientSettings settings) {
    try {
      Device device =
          new Device(database, user, countries, database.stack().createFolder(user), settings);
      database.stack().closeFirst(device);
      return device;
    } catch (SQLException failed) {
      throw new IllegalStateException("the device's database cannot be read", failed);
    }
  }

  private Path file() {
    return folder.resolve(user + ".db");
  }

  void sync(Account account) {
    Progress progress = client.sync(PATIENCE);
    account.check(
        user
            + " synchronises: ended "
            + progress
            + " in state "
            + client.state()
            + client.fault().map(reason -> ", " + reason).orElse(""),
        progress == Progress.DONE);
  }

  /** Sends what is pending and goes no further than the first thing that must wait. */
  void pushOnly(Account account) {
    while (client.state() != ClientState.BACKOFF && client.state() != ClientState.PULLING) {
      account.check(user + " pushes", client.step() == Progress.MOVED);
    }
  }

  String addNote(int city, String body) {
    String id = Town.freshId();
    client.insert(
        "notes",
        "{\"id\":\""
            + id
            + "\",\"owner_id\":\""
            + user
            + "\",\"city_no\":"
            + city
            + ",\"body\":\""
            + body
            + "\"}");
    return id;
  }

  void changeNote(String id, String body) {
    client.update("notes", id, "{\"body\":\"" + body + "\"}");
  }

  void removeNote(String id) {
    client.delete("notes", id);
  }

  Optional<String> noteBody(String id) {
    return read("SELECT body FROM notes WHERE id = ?", id);
  }

  boolean holdsNote(String id) {
    return noteBody(id).isPresent();
  }

  private Optional<String> read(String query, Object value) {
    try (PreparedStatement statement = reader.prepareStatement(query)) {
      statement.setObject(1, value);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() ? Optional.ofNullable(rows.getString(1)) : Optional.empty();
      }
    } catch (SQLException failed) {
      throw new IllegalStateException("the device's database cannot be read", failed);
    }
  }

  long count(MutationState state) {
    return client.mutations().stream().filter(mutation -> mutation.state() == state).count();
  }

  long rows() {
    return client.scopes().stream().mapToLong(ScopeStatus::rows).sum();
  }

  int scopes() {
    return client.scopes().size();
  }

  String requestsText() {
    long total = client.requests().values().stream().mapToLong(Long::longValue).sum();
    return total + " requests, " + client.requests().getOrDefault(SyncCall.REBUILD, 0L) + " pages";
  }

  /** Renames a city as the application would and pulls until the device shows it. */
  double millisUntilVisible(Connection owner, int city, String name, Account account)
      throws SQLException {
    try (PreparedStatement update =
        owner.prepareStatement("UPDATE app.cities SET name = ? WHERE city_no = ?")) {
      update.setString(1, name);
      update.setInt(2, city);
      update.executeUpdate();
    }
    long committed = System.nanoTime();
    do {
      sync(account);
    } while (!read("SELECT name FROM cities WHERE city_no = ?", city).equals(Optional.of(name)));
    return (System.nanoTime() - committed) / NANOS_PER_MILLI;
  }

  /** Compares this device with PostgreSQL: digests computed on both sides, and every row. */
  void checkAgainstServer(Account account) {
    Map<String, String> here = client.recomputedDigests();
    Map<String, String> there = new TreeMap<>();
    here.keySet().forEach(scope -> there.put(scope, serverDigest(scope)));
    account.checkEqual(user + "'s scope digests", there, here);
    String list = "'" + String.join("','", countries) + "'";
    checkRows(account, "regions", "code, name, country", "country IN (" + list + ")");
    checkRows(
        account, "districts", "code, name, region_code, country", "country IN (" + list + ")");
    checkRows(
        account,
        "cities",
        "city_no, name, lat, lng, country, region_code, district_code",
        "country IN (" + list + ")");
    checkRows(account, "notes", "id, owner_id, city_no, body", "owner_id = '" + user + "'");
  }

  /** The digest the worker keeps; a scope that never had a row has no record yet. */
  private String serverDigest(String scope) {
    return database
        .ask("SELECT encode(digest, 'hex') FROM synchro.scope WHERE scope_id = '" + scope + "'")
        .orElseGet(() -> emptyDigest(scope));
  }

  private String emptyDigest(String scope) {
    String schemaHash =
        database.ask("SELECT synchro.synchro_schema_manifest()->>'schema_hash'").orElseThrow();
    return Hex.encode(ScopeDigest.start(SchemaHash.parse(schemaHash), scope, 0).finish());
  }

  private void checkRows(Account account, String table, String columns, String condition) {
    String rest = " WHERE " + condition;
    List<String> here = lines(reader, "SELECT " + columns + " FROM " + table + rest);
    List<String> there;
    try (Connection server = database.openSuperuser()) {
      there = lines(server, "SELECT " + onServer(columns) + " FROM app." + table + rest);
    } catch (SQLException failed) {
      throw new IllegalStateException("PostgreSQL cannot be read", failed);
    }
    account.checkEqual(user + "'s " + table, there.size(), here.size());
    account.check(user + "'s " + table + " equal row by row", there.equals(here));
  }

  /** A decimal of a device has no trailing zeros. */
  private static String onServer(String columns) {
    return columns.replaceAll("\\b(lat|lng)\\b", "trim_scale($1)");
  }

  /** Rows as text, sorted here because the two databases need not sort text alike. */
  private static List<String> lines(Connection connection, String query) {
    List<String> lines = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(query);
        ResultSet rows = statement.executeQuery()) {
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        StringBuilder line = new StringBuilder();
        for (int column = 1; column <= columns; column++) {
          line.append(rows.getString(column)).append('\t');
        }
        lines.add(line.toString());
      }
    } catch (SQLException failed) {
      throw new IllegalStateException("a table cannot be read", failed);
    }
    lines.sort(null);
    return lines;
  }

  @Override
  public void close() {
    database.stack().forget(this);
    try {
      reader.close();
      client.close();
      calls.close();
      for (String suffix : FILES) {
        Files.deleteIfExists(folder.resolve(user + ".db" + suffix));
      }
      Files.deleteIfExists(folder);
    } catch (SQLException | IOException failed) {
      throw new IllegalStateException("the device's files cannot be removed", failed);
    }
  }
}
