package dev.synchro.suite.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.client.ClientSettings;
import dev.synchro.client.Progress;
import dev.synchro.client.SyncClient;
import dev.synchro.fixture.Login;
import dev.synchro.fixture.Poll;
import dev.synchro.fixture.Registration;
import dev.synchro.fixture.SynchroDatabase;
import dev.synchro.fixture.WorkerProcess;
import dev.synchro.suite.capture.ProjectionOracle;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;

/** A database whose registry changes while its worker runs. */
final class Evolving implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(60);

  private final SynchroDatabase database;
  private WorkerProcess worker;

  private Evolving(SynchroDatabase database) {
    this.database = database;
  }

  /** With table {@code app.note} filed under its owner, two rows in it, and a running worker. */
  static Evolving start() {
    SynchroDatabase database = SynchroDatabase.create();
    database.asMigration(
        "CREATE TABLE app.note (id text PRIMARY KEY, owner text NOT NULL, title text,"
            + " price numeric(8,2), deleted_at timestamptz)",
        "INSERT INTO app.note VALUES ('a', 'ada', 'first', 1.5), ('b', 'bob', NULL, 2)");
    database.register(Registration.readOnly("app.note", "user:{owner}"));
    Evolving evolving = new Evolving(database);
    evolving.worker = database.startWorker();
    return evolving;
  }

  SynchroDatabase database() {
    return database;
  }

  WorkerProcess worker() {
    return worker;
  }

  void restart(String... options) {
    worker = database.startWorker(options);
  }

  void launch(String... options) {
    worker = database.launchWorker(options);
  }

  Optional<String> ask(String query) {
    return database.ask(query);
  }

  /** Waits until the newest generation is in force and everything committed so far is filed. */
  void settle() {
    Poll.until(
        "the newest generation",
        PATIENCE,
        () ->
            ask("SELECT NOT EXISTS (SELECT FROM synchro.registry_generation"
                    + " WHERE state = 'pending') AND NOT EXISTS (SELECT FROM"
                    + " synchro.coordination WHERE state NOT IN ('cleanup_complete', 'aborted'))")
                .filter("t"::equals)
                .isPresent(),
        worker::logTail);
    database.awaitMaterialized();
  }

  /** Everything stored is what the tables make of it. */
  void assertRight() {
    settle();
    assertThat(ProjectionOracle.differences(database)).isEmpty();
    assertThat(ask("SELECT count(*) FROM synchro.row_head WHERE relation < 0")).contains("0");
  }

  String newestClass() {
    return ask("SELECT transition_class FROM synchro.schema_manifest"
            + " ORDER BY schema_version DESC LIMIT 1")
        .orElseThrow();
  }

  long manifests() {
    return Long.parseLong(ask("SELECT count(*) FROM synchro.schema_manifest").orElseThrow());
  }

  String affectedScopes() {
    return ask("SELECT affected_scopes FROM synchro.schema_manifest"
            + " ORDER BY schema_version DESC LIMIT 1")
        .orElseThrow();
  }

  long activeGeneration() {
    return Long.parseLong(ask("SELECT registry_generation FROM synchro.progress").orElseThrow());
  }

  /** A client with a file of its own, which verifies every digest it is told. */
  SyncClient client(Path folder, String userId) {
    return SyncClient.open(
        folder.resolve(userId + ".db"),
        database.calls(userId),
        ClientSettings.usual("test", "1.0.0"));
  }

  /** Brings the client up to date: it has found every scope equal to the server's. */
  static void sync(SyncClient client) {
    assertThat(client.sync(PATIENCE)).as(client.fault().orElse("")).isEqualTo(Progress.DONE);
  }

  /** Changes a table as the migration role and registers it as the operator, in one transaction. */
  void changeAndRegister(String ddl, String table, String arguments) {
    try (Connection connection = database.openSuperuser();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("SET LOCAL ROLE " + Login.MIGRATION.roleName());
      statement.execute(ddl);
      statement.execute("SET LOCAL ROLE synchro_operator");
      statement.execute(
          "SELECT synchro.synchro_register_table(p_table_name => '"
              + table
              + "', p_membership_function => NULL, "
              + arguments
              + ")");
      connection.commit();
    } catch (SQLException e) {
      throw new AssertionError("refused: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    database.close();
  }
}
