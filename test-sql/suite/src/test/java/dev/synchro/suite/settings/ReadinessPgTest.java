package dev.synchro.suite.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.fixture.Login;
import dev.synchro.fixture.Poll;
import dev.synchro.fixture.Registration;
import dev.synchro.fixture.SynchroDatabase;
import dev.synchro.fixture.WorkerProcess;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Readiness of a running installation, and what takes it away. Contract 10.1. */
@Isolated("judges a lag that counts what others write")
final class ReadinessPgTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static SynchroDatabase database;

  @BeforeAll
  static void createDatabase() {
    database = SynchroDatabase.create();
    database.asMigration(
        "CREATE TABLE app.notes (id uuid PRIMARY KEY, owner_id text NOT NULL, title varchar(20))");
    database.register(Registration.pushable("app.notes", "owner_id", "user:{owner_id}"));
  }

  @AfterAll
  static void dropDatabase() {
    database.close();
  }

  private static String detail() {
    try (Connection connection = database.open(Login.MONITOR);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT synchro.synchro_health_detail()")) {
      rows.next();
      return rows.getString(1);
    } catch (SQLException refused) {
      throw new AssertionError(refused);
    }
  }

  private static void awaitReady(boolean ready) {
    Poll.until(
        "readiness to be " + ready,
        PATIENCE,
        () -> detail().endsWith("\"ready\":" + ready + "}"),
        ReadinessPgTest::detail);
  }

  private static void breakAndRepair(String broken, String repair, String check) {
    database.asMigration(broken);
    assertThat(detail()).as(broken).contains(check).endsWith("\"ready\":false}");
    database.asMigration(repair);
    assertThat(detail()).as(repair).endsWith("\"ready\":true}");
  }

  @Test
  void a_running_installation_is_ready_until_something_breaks() {
    WorkerProcess worker = database.startWorker();
    database.awaitMaterialized();
    awaitReady(true);

    breakAndRepair(
        "REVOKE SELECT ON app.notes FROM synchro_worker",
        "GRANT SELECT ON app.notes TO synchro_worker",
        "\"relation_identity\":{\"reason\":\"relation_identity_invalid\",\"state\":\"failed\"}");
    breakAndRepair(
        "GRANT TRUNCATE ON app.notes TO synchro_owner",
        "REVOKE TRUNCATE ON app.notes FROM synchro_owner",
        "\"relation_identity\":{\"reason\":\"relation_identity_invalid\",\"state\":\"failed\"}");
    breakAndRepair(
        "ALTER PUBLICATION synchro_pub SET (publish_via_partition_root = false)",
        "ALTER PUBLICATION synchro_pub SET (publish_via_partition_root = true)",
        "\"publication\":{\"reason\":\"publication_mismatch\",\"state\":\"failed\"}");
    database.configure("synchro.max_wal_lag_bytes", null);
    assertThat(detail())
        .contains("\"wal_byte_lag\":{\"reason\":\"invalid_limit\",\"state\":\"failed\"}");
    database.configure("synchro.max_wal_lag_bytes", "67108864");
    database.configure("synchro.database", "elsewhere");
    assertThat(detail())
        .contains(
            "\"database_contract\":{\"reason\":\"database_contract_invalid\",\"state\":\"failed\"}");
    database.configure("synchro.database", database.name());
    assertThat(detail()).endsWith("\"ready\":true}");

    worker.kill();
    awaitReady(false);
    assertThat(detail())
        .contains("\"worker\":{\"reason\":\"worker_state_invalid\",\"state\":\"failed\"}");
  }
}
