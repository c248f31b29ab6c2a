package dev.synchro.suite.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.embedded.stack.EmbeddedStack;
import dev.synchro.embedded.stack.StackOptions;
import dev.synchro.fixture.Login;
import dev.synchro.fixture.Poll;
import dev.synchro.fixture.SynchroDatabase;
import dev.synchro.fixture.WorkerProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A start that cannot succeed: one line that says what to do, a status, and nothing changed. */
@Isolated("alters the login of every worker")
class RefusedStartPgTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int UNAVAILABLE = 69;
  private static final int PERMISSION = 77;
  private static final int CONFIGURATION = 78;
  private static final String LOGIN = Login.WORKER.roleName();

  private static final String SHAPE =
      "login attributes: the worker login must be LOGIN REPLICATION NOSUPERUSER NOCREATEDB"
          + " NOCREATEROLE NOBYPASSRLS NOINHERIT";

  private static final String MEMBERSHIP =
      "login membership: the worker login must be a member of exactly synchro_worker, WITH INHERIT"
          + " FALSE, SET TRUE, ADMIN FALSE";

  private static SynchroDatabase database;

  @TempDir private static Path folder;

  @BeforeAll
  static void create() {
    database = SynchroDatabase.create();
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  @AfterEach
  void nothing_is_left_behind() {
    assertThat(
            database.ask(
                "SELECT (SELECT count(*) FROM synchro.worker_heartbeat) + (SELECT count(*) FROM"
                    + " synchro.progress) + (SELECT count(*) FROM synchro.coordination) + (SELECT"
                    + " count(*) FROM pg_replication_slots WHERE database = current_database())"))
        .contains("0");
    Poll.until(
        "the end of the worker's sessions",
        PATIENCE,
        () ->
            database
                .ask(
                    "SELECT count(*) FROM pg_stat_activity WHERE usename = '"
                        + LOGIN
                        + "' AND datname = current_database()")
                .filter("0"::equals)
                .isPresent());
  }

  @ParameterizedTest
  @CsvSource({"SUPERUSER", "CREATEDB", "CREATEROLE", "BYPASSRLS", "INHERIT", "NOREPLICATION"})
  void a_login_with_another_attribute_is_refused(String attribute) {
    database.asSuperuser("ALTER ROLE " + LOGIN + " " + attribute);
    try {
      assertRefused(worker(), PERMISSION, SHAPE);
    } finally {
      database.asSuperuser("ALTER ROLE " + LOGIN + " " + opposite(attribute));
    }
  }

  private static String opposite(String attribute) {
    return attribute.startsWith("NO") ? attribute.substring(2) : "NO" + attribute;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "REVOKE synchro_worker FROM %1$s; GRANT synchro_worker TO %1$s WITH INHERIT FALSE, SET"
            + " TRUE",
        "GRANT synchro_worker TO %1$s WITH INHERIT TRUE;"
            + " GRANT synchro_worker TO %1$s WITH INHERIT FALSE",
        "GRANT synchro_worker TO %1$s WITH ADMIN TRUE;"
            + " GRANT synchro_worker TO %1$s WITH ADMIN FALSE",
        "GRANT synchro_worker TO %1$s WITH SET FALSE;"
            + " GRANT synchro_worker TO %1$s WITH SET TRUE",
        "GRANT synchro_monitor TO %1$s; REVOKE synchro_monitor FROM %1$s"
      })
  void a_login_with_another_membership_is_refused(String change, String undo) {
    database.asSuperuser(String.format(change, LOGIN));
    try {
      assertRefused(worker(), PERMISSION, MEMBERSHIP);
    } finally {
      database.asSuperuser(String.format(undo, LOGIN));
    }
  }

  @Test
  void a_wrong_password_is_refused() throws IOException {
    Path wrong = passwordFile("wrong", "not-the-password-4711");

    Program run = Program.run("worker", url(), user(), "--worker-password-file=" + wrong);

    assertRefused(
        run,
        PERMISSION,
        "cannot connect to the database: SQLSTATE 28P01, check the worker login, its password file"
            + " and pg_hba.conf");
  }

  @Test
  void a_login_that_does_not_exist_is_refused_like_a_wrong_password() {
    Program run = Program.run("worker", url(), "--worker-user=nobody_4711", password());

    assertRefused(
        run,
        PERMISSION,
        "cannot connect to the database: SQLSTATE 28P01, check the worker login, its password file"
            + " and pg_hba.conf");
  }

  @Test
  void a_database_that_does_not_exist_is_refused() {
    Program run = Program.run("worker", url("missing_4711"), user(), password());

    assertRefused(
        run,
        CONFIGURATION,
        "cannot connect to the database: SQLSTATE 3D000, check the database in the URL");
  }

  @Test
  void a_database_without_the_extension_is_refused() {
    String bare = database.name() + "_bare";
    database.stack().createDatabase(bare);
    try {
      assertRefused(
          Program.run("worker", url(bare), user(), password()),
          CONFIGURATION,
          "extension: run CREATE EXTENSION synchro_pg in this database");
    } finally {
      database.stack().dropDatabase(bare);
    }
  }

  @Test
  void a_setting_that_names_another_login_is_refused() {
    database.configure("synchro.worker_login", "somebody_else");
    try {
      assertRefused(
          worker(),
          CONFIGURATION,
          "synchro.worker_login: run synchro.synchro_configure('synchro.worker_login', <this"
              + " login>)");
    } finally {
      database.configure("synchro.worker_login", LOGIN);
    }
  }

  @Test
  void a_server_whose_wal_level_is_not_logical_is_refused() throws IOException {
    StackOptions options =
        StackOptions.withoutJava()
            .withSetting("wal_level", "replica")
            .withSetting("max_wal_senders", "4");
    try (EmbeddedStack other = EmbeddedStack.start(options)) {
      other.provision("plain");
      Path file = passwordFile("plain", other.password(LOGIN));

      Program run =
          Program.run(
              "worker",
              "--database-url=postgresql://" + other.host() + ":" + other.port() + "/plain",
              user(),
              "--worker-password-file=" + file);

      assertRefused(
          run, CONFIGURATION, "wal_level: set wal_level = logical and restart the server");
    }
  }

  @Test
  void the_check_of_a_server_that_cannot_be_reached_says_so() throws IOException {
    Program run =
        Program.run(
            "check",
            "--database-url=postgresql://127.0.0.1:" + unusedPort() + "/app",
            user(),
            password());

    assertRefused(
        run,
        UNAVAILABLE,
        "cannot connect to the database: SQLSTATE 08001, check host and port and that the server"
            + " accepts connections");
  }

  @Test
  void a_worker_without_its_publication_says_so_once_and_waits_for_it() {
    database.asMigration("ALTER PUBLICATION " + SynchroDatabase.PUBLICATION + " RENAME TO aside");
    try (WorkerProcess worker = database.launchWorker()) {
      String line =
          "waiting: publication: the migration role creates the publication before the worker can"
              + " start";
      Poll.until("what is waited for", PATIENCE, () -> worker.log().contains(line), worker::log);
      // The line comes first, the heartbeat at its next turn.
      String states = "SELECT string_agg(state, ',') FROM synchro.worker_heartbeat";
      Poll.until(
          "the state starting",
          PATIENCE,
          () -> database.ask(states).equals(Optional.of("starting")),
          worker::log);
      assertThat(worker.stop()).isEqualTo(143);
      assertThat(worker.log().split(line, -1)).hasSize(2);
    } finally {
      database.asMigration("ALTER PUBLICATION aside RENAME TO " + SynchroDatabase.PUBLICATION);
      database.asSuperuser("DELETE FROM synchro.worker_heartbeat");
    }
  }

  private static void assertRefused(Program run, int status, String line) {
    assertThat(run.lines()).containsExactly(line);
    assertThat(run.status()).isEqualTo(status);
  }

  private static Program worker() {
    return Program.run("worker", url(), user(), password());
  }

  private static String url() {
    return url(database.name());
  }

  private static String url(String name) {
    return "--database-url=postgresql://"
        + database.stack().host()
        + ":"
        + database.stack().port()
        + "/"
        + name;
  }

  private static String user() {
    return "--worker-user=" + LOGIN;
  }

  private static String password() {
    try {
      return "--worker-password-file=" + passwordFile("right", database.stack().password(LOGIN));
    } catch (IOException failed) {
      throw new IllegalStateException("cannot write a password file", failed);
    }
  }

  private static Path passwordFile(String name, String password) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, password);
    return file;
  }

  private static int unusedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
