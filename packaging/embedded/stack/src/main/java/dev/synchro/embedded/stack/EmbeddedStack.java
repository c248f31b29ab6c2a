package dev.synchro.embedded.stack;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.postgresql.PGConnection;

/**
 * A running PostgreSQL 18 server with {@code wal_level = logical}, for development and tests: one
 * of its own, made from the class path and gone when closed, or the server {@code SYNCHRO_TEST_DSN}
 * names. Both answer the same calls, so that what is tested on one is tested on the other.
 *
 * <p>Failures of the surroundings are {@link StackFailure}s; refusals by the server are {@link
 * SQLException}s. Instances may be used by several threads.
 */
public final class EmbeddedStack implements AutoCloseable {

  /** Names a superuser's URL of a server that has PL/Java and the product on its class path. */
  public static final String TEST_DSN = "SYNCHRO_TEST_DSN";

  /** The scripts every database of the product needs, those for the whole server first. */
  private static final List<String> SERVER_SCRIPTS =
      List.of("10-create-group-roles.sql", "20-create-logins.sql");

  /** Sessions end within a few seconds of an idle machine; who waits longer hides a fault. */
  private static final Duration SESSIONS_END = Duration.ofSeconds(60);

  private static final String OBJECT_IN_USE = "55006";

  private static EmbeddedStack shared;

  private final ServerAddress address;
  private final Optional<OwnServer> own;
  private final Ending ending;
  private final Map<String, String> passwords = new HashMap<>();

  private EmbeddedStack(ServerAddress address, Optional<OwnServer> own, Ending ending) {
    this.address = address;
    this.own = own;
    this.ending = ending;
  }

  /**
   * The one server of this JVM, started at the first call and ended with the JVM: the server {@code
   * SYNCHRO_TEST_DSN} names, else an embedded one with language {@code java} and the product of the
   * class path.
   */
  public static synchronized EmbeddedStack shared() {
    if (shared == null) {
      String named = System.getenv(TEST_DSN);
      shared =
          named == null || named.isBlank()
              ? start(StackOptions.defaults())
              : external(ServerAddress.parse(named));
    }
    return shared;
  }

  /** A server of one's own, also when {@code SYNCHRO_TEST_DSN} names another. */
  public static EmbeddedStack start(StackOptions options) {
    Ending ending = Ending.withThisProcess();
    boolean started = false;
    try {
      EmbeddedStack stack = over(OwnServer.start(options, ending), ending);
      started = true;
      return stack;
    } finally {
      if (!started) {
        ending.close();
      }
    }
  }

  static EmbeddedStack over(OwnServer server, Ending ending) {
    return new EmbeddedStack(server.address(), Optional.of(server), ending);
  }

  private static EmbeddedStack external(ServerAddress address) {
    EmbeddedStack stack = new EmbeddedStack(address, Optional.empty(), Ending.withThisProcess());
    try (Connection connection = DriverManager.getConnection(stack.superuserUrl("postgres"))) {
      requireUsable(connection);
      return stack;
    } catch (SQLException refused) {
      throw new StackFailure(
          "the server " + TEST_DSN + " names must accept a superuser: " + refused.getSQLState(),
          refused);
    }
  }

  private static void requireUsable(Connection connection) throws SQLException {
    String query =
        "SELECT current_setting('server_version_num')::int / 10000, rolsuper,"
            + " current_setting('wal_level') FROM pg_roles WHERE rolname = current_user";
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      if (row.getInt(1) != 18 || !row.getBoolean(2) || !"logical".equals(row.getString(3))) {
        throw new StackFailure(
            "the server "
                + TEST_DSN
                + " names must be PostgreSQL 18 with wal_level logical and the login a superuser,"
                + " found PostgreSQL "
                + row.getInt(1)
                + ", wal_level "
                + row.getString(3)
                + ", superuser "
                + row.getBoolean(2));
      }
    }
  }

  /** Whether the server belongs to this stack and not to {@code SYNCHRO_TEST_DSN}. */
  public boolean isEmbedded() {
    return own.isPresent();
  }

  /** The server's port on the loopback interface. */
  public int port() {
    return address.port();
  }

  public String host() {
    return address.host();
  }

  /** The JDBC URL, password included, of the superuser in a database. */
  public String superuserUrl(String database) {
    return superuserUrl(address, database);
  }

  private static String superuserUrl(ServerAddress address, String database) {
    return jdbcUrl(address, database, address.superuser(), address.password());
  }

  /**
   * The JDBC URL, password included, of a login in a database. A login used for the first time gets
   * a new random password.
   */
  public String url(String database, String login) {
    return jdbcUrl(address, database, login, password(login));
  }

  private static String jdbcUrl(
      ServerAddress address, String database, String login, String password) {
    return "jdbc:postgresql://"
        + address.host()
        + ":"
        + address.port()
        + "/"
        + encoded(database)
        + "?user="
        + encoded(login)
        + "&password="
        + encoded(password);
  }

  /** The password of a login of this server, set now when this stack has not set it before. */
  public synchronized String password(String login) {
    String known = passwords.get(login);
    if (known != null) {
      return known;
    }
    String fresh = Passwords.random();
    setPassword(login, fresh);
    passwords.put(login, fresh);
    return fresh;
  }

  /** The driver hashes the password here, so that it never stands in a statement or a log. */
  private void setPassword(String login, String password) {
    try (Connection connection = DriverManager.getConnection(superuserUrl("postgres"))) {
      connection
          .unwrap(PGConnection.class)
          .alterUserPassword(login, password.toCharArray(), "scram-sha-256");
    } catch (SQLException refused) {
      throw new StackFailure(
          "login " + login + " must exist before it can be used, SQLSTATE " + refused.getSQLState(),
          refused);
    }
  }

  /** Creates an empty database in UTF8 that has language {@code java} if the server has it. */
  public void createDatabase(String name) {
    onServer("CREATE DATABASE " + identifier(name));
    if (own.isEmpty()) {
      createLanguage(name);
    }
  }

  /** Creates a database with the contents of another, to which nobody may be connected. */
  public void cloneDatabase(String name, String template) {
    onServer("CREATE DATABASE " + identifier(name) + " TEMPLATE " + identifier(template));
  }

  /** Removes a database and everybody connected to it; nothing happens when there is none. */
  public void dropDatabase(String name) {
    long deadline = System.nanoTime() + SESSIONS_END.toNanos();
    boolean dropped;
    do {
      dropped = drop(name, deadline);
    } while (!dropped);
  }

  /** Tries; to no avail while a session takes longer to end than the server waits for it. */
  private boolean drop(String name, long deadline) {
    // FORCE spares those who read a slot; one whose client was killed may not have noticed yet.
    onServer(
        "SELECT pg_terminate_backend(active_pid, 10000) FROM pg_replication_slots WHERE database = "
            + literal(name)
            + " AND active_pid IS NOT NULL");
    if (!isEmbedded()) {
      await("pg_cancel_backend(pid)", name, "state = 'active'", deadline);
      await("pg_terminate_backend(pid)", name, "true", deadline);
    }
    try {
      onServer("DROP DATABASE IF EXISTS " + identifier(name) + " WITH (FORCE)");
      return true;
    } catch (StackFailure failure) {
      if (failure.getCause() instanceof SQLException cause
          && OBJECT_IN_USE.equals(cause.getSQLState())
          && System.nanoTime() < deadline) {
        return false;
      }
      throw failure;
    }
  }

  /**
   * Does something to sessions until none is left, or to no avail for a while. PL/Java 1.6 takes
   * the whole server down, now and then, when a backend is ended inside a Java call, and a
   * cancelled call ends as an ordinary error; it also takes its time to end Java, longer than FORCE
   * waits.
   */
  private void await(String deed, String database, String condition, long deadline) {
    String query =
        "SELECT count("
            + deed
            + ") FROM pg_stat_activity WHERE datname = "
            + literal(database)
            + " AND backend_type = 'client backend' AND "
            + condition;
    try (Connection connection = DriverManager.getConnection(superuserUrl("postgres"));
        Statement statement = connection.createStatement()) {
      long left;
      do {
        try (ResultSet row = statement.executeQuery(query)) {
          row.next();
          left = row.getLong(1);
        }
      } while (left > 0 && System.nanoTime() < deadline);
    } catch (SQLException refused) {
      throw new StackFailure("cannot end the sessions of database " + database, refused);
    }
  }

  private void createLanguage(String database) {
    runInDatabase(
        database,
        "DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_language WHERE lanname = 'java') THEN"
            + " CREATE EXTENSION pljava; END IF; END $$");
  }

  /** Runs {@code roles/10-*} and {@code roles/20-*}: group roles and example logins. */
  public void provisionRoles() {
    for (String script : SERVER_SCRIPTS) {
      runRoleScript("postgres", script);
    }
  }

  /**
   * Everything a database needs before {@code CREATE EXTENSION synchro_pg}: the database, the
   * roles, and what the worker login may do in it.
   */
  public void provision(String database) {
    provisionRoles();
    createDatabase(database);
    for (String script : RoleScripts.ofEachDatabase()) {
      runRoleScript(database, script);
    }
  }

  /**
   * Runs one script of {@code roles/} by name in a database, as the superuser. Roles are those of
   * the whole server, whatever the database: of two scripts at a time one could find a role missing
   * that the other creates.
   */
  public synchronized void runRoleScript(String database, String script) {
    runInDatabase(database, RoleScripts.text(script));
  }

  /**
   * Lets a login in from this machine to one database only, with its password, and refuses it
   * everywhere else. Contract 3.3.
   */
  public void restrictLogin(String login, String database) {
    ownServer().restrictLogin(identifier(login), identifier(database));
    onServer("SELECT pg_reload_conf()");
  }

  /** Ends the server in order and starts it again on the same port with the same data. */
  public void restart() {
    ownServer().restart();
  }

  /** Ends the server as a power failure would and starts it again on the same port. */
  public void crashAndRestart() {
    ownServer().crashAndRestart();
  }

  /** The last lines of the server's log, for the message of a failed test. */
  public String logTail(int lines) {
    return ownServer().logTail(lines);
  }

  /** How to connect with psql: a pass file keeps the secret out of the argument list. */
  public String psqlCommand(String database) {
    return ownServer().psqlCommand(database);
  }

  private OwnServer ownServer() {
    return own.orElseThrow(
        () -> new StackFailure("the server " + TEST_DSN + " names cannot be managed from here"));
  }

  /**
   * A new folder for the files of a program that works with this server, closed to other users. It
   * goes with the server; with a server of {@code SYNCHRO_TEST_DSN} its maker has to remove it.
   */
  public Path createFolder(String name) {
    try {
      return own.isPresent()
          ? own.get().companions().create(name)
          : Files.createTempDirectory("synchro-" + name);
    } catch (IOException failed) {
      throw new StackFailure("cannot create a folder for " + name, failed);
    }
  }

  /**
   * Names the process a folder of {@link #createFolder} belongs to: it is ended with a server that
   * outlives this JVM, kept or by accident.
   */
  public void nameProcess(Path folder, ProcessHandle process) {
    try {
      CompanionFolders.name(folder, process);
    } catch (IOException failed) {
      throw new StackFailure("cannot write below " + folder, failed);
    }
  }

  /**
   * Closes the companion when the stack is closed, or this JVM ends, before the server and before
   * the companions that came earlier.
   *
   * @throws StackFailure when that has happened; the companion is closed
   */
  public void closeFirst(Companion companion) {
    ending.add(companion);
  }

  /** Takes back {@link #closeFirst}: the companion has been closed. */
  public void forget(Companion companion) {
    ending.withdraw(companion);
  }

  /**
   * From now on neither {@link #close} nor the end of this JVM ends the server and its companions;
   * {@code Stack stop} does.
   */
  public void keepRunning() {
    ownServer().keep();
    ending.abandon();
  }

  /**
   * Closes the companions, ends the server and removes everything it wrote; a server of {@code
   * SYNCHRO_TEST_DSN} stays. What was refused to close does not keep the rest from ending.
   */
  @Override
  public void close() {
    ending.close();
  }

  private void onServer(String sql) {
    runInDatabase("postgres", sql);
  }

  private void runInDatabase(String database, String sql) {
    runInDatabase(address, database, sql);
  }

  static void runInDatabase(ServerAddress address, String database, String sql) {
    try (Connection connection = DriverManager.getConnection(superuserUrl(address, database));
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException refused) {
      throw new StackFailure(
          "the server refused a step of the setup in database "
              + database
              + ": "
              + refused.getMessage(),
          refused);
    }
  }

  private static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  private static String identifier(String name) {
    if (name.isEmpty() || name.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("a name must not be empty or hold a zero character");
    }
    return "\"" + name.replace("\"", "\"\"") + "\"";
  }

  private static String encoded(String part) {
    return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
