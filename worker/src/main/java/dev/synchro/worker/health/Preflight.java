package dev.synchro.worker.health;

import dev.synchro.worker.fault.FaultKind;
import dev.synchro.worker.fault.SqlFaults;
import dev.synchro.worker.fault.WorkerFault;
import dev.synchro.worker.stream.WorkerConnections;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What must hold before capture may start: server, extension, the login's shape (contract 3.1),
 * settings (14) and publication (3.4). It only reads. A finding says what to do about it.
 */
public final class Preflight {
  /** How a finding bears on starting. */
  public enum Severity {
    OK,
    /** The worker stays in state {@code starting} until somebody mends it. */
    WAIT,
    /** The worker ends with {@link Finding#fault}. */
    FAIL
  }

  /** One checked item; {@code remedy} says what was found and what to do. */
  public record Finding(String check, Severity severity, FaultKind fault, String remedy) {
    public boolean good() {
      return severity == Severity.OK;
    }

    public String line() {
      return good() ? "ok    " + check : "wrong " + check + ": " + remedy;
    }
  }

  private static final int NEEDED_MAJOR = 18;
  private static final int VERSIONS_PER_MAJOR = 10_000;

  private final Statement statement;
  private final List<Finding> findings = new ArrayList<>();

  private Preflight(Statement statement) {
    this.statement = statement;
  }

  public static List<Finding> run(WorkerConnections connections) {
    try (Connection connection = connections.openAsLogin("check")) {
      return run(connection);
    } catch (SQLException e) {
      throw SqlFaults.classify("check the server", e);
    }
  }

  /** Checks over an open connection that is still the login itself. */
  private static List<Finding> run(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      Preflight preflight = new Preflight(statement);
      if (preflight.serverVersion()) {
        preflight.server();
        preflight.login();
      }
      if (preflight.findings.stream().allMatch(Finding::good)) {
        statement.execute("SET ROLE synchro_worker");
        preflight.settings();
        preflight.publication();
      }
      return List.copyOf(preflight.findings);
    }
  }

  /** Throws the first finding that forbids starting. */
  public static void refuseFailures(List<Finding> findings) {
    for (Finding finding : findings) {
      if (finding.severity() == Severity.FAIL) {
        throw new WorkerFault(finding.fault(), finding.check() + ": " + finding.remedy());
      }
    }
  }

  /** Alone at first, since the other questions are put in the words of PostgreSQL 18. */
  private boolean serverVersion() throws SQLException {
    try (ResultSet row =
        statement.executeQuery("SELECT current_setting('server_version_num')::integer")) {
      row.next();
      Finding finding = version(row.getInt(1));
      findings.add(finding);
      return finding.good();
    }
  }

  /** What to say of a server's {@code server_version_num}. */
  static Finding version(int number) {
    int major = number / VERSIONS_PER_MAJOR;
    Severity severity = major == NEEDED_MAJOR ? Severity.OK : Severity.FAIL;
    String remedy =
        severity == Severity.OK
            ? ""
            : "PostgreSQL " + NEEDED_MAJOR + " is needed, this is PostgreSQL " + major;
    return new Finding("server version", severity, FaultKind.CONFIGURATION, remedy);
  }

  private void server() throws SQLException {
    require(
        "primary server",
        "SELECT NOT pg_is_in_recovery()",
        FaultKind.CONFIGURATION,
        "this server is a standby; connect to the primary");
    require(
        "wal_level",
        "SELECT current_setting('wal_level') = 'logical'",
        FaultKind.CONFIGURATION,
        "set wal_level = logical and restart the server");
    require(
        "database encoding",
        "SELECT current_setting('server_encoding') = 'UTF8'",
        FaultKind.CONFIGURATION,
        "the database must have encoding UTF8");
    require(
        "idle slot timeout",
        "SELECT setting::bigint = 0 OR setting::bigint >= 3600 FROM pg_settings"
            + " WHERE name = 'idle_replication_slot_timeout'",
        FaultKind.CONFIGURATION,
        "idle_replication_slot_timeout must be 0 or at least 1h, or a stopped worker loses its"
            + " slot");
    require(
        "extension",
        "SELECT count(*) = 1 FROM pg_extension WHERE extname = 'synchro_pg'",
        FaultKind.CONFIGURATION,
        "run CREATE EXTENSION synchro_pg in this database");
  }

  private void login() throws SQLException {
    require(
        "login attributes",
        "SELECT rolcanlogin AND rolreplication AND NOT rolsuper AND NOT rolcreatedb"
            + " AND NOT rolcreaterole AND NOT rolbypassrls AND NOT rolinherit"
            + " FROM pg_roles WHERE rolname = session_user",
        FaultKind.PERMISSION,
        "the worker login must be LOGIN REPLICATION NOSUPERUSER NOCREATEDB NOCREATEROLE"
            + " NOBYPASSRLS NOINHERIT");
    require(
        "login membership",
        "SELECT count(*) = 1 AND bool_and(g.rolname = 'synchro_worker' AND m.set_option"
            + " AND NOT m.inherit_option AND NOT m.admin_option)"
            + " FROM pg_auth_members m JOIN pg_roles g ON g.oid = m.roleid"
            + " WHERE m.member = (SELECT oid FROM pg_roles WHERE rolname = session_user)",
        FaultKind.PERMISSION,
        "the worker login must be a member of exactly synchro_worker,"
            + " WITH INHERIT FALSE, SET TRUE, ADMIN FALSE");
  }

  private void settings() throws SQLException {
    require(
        "synchro.database",
        "SELECT count(*) = 1 FROM synchro.setting"
            + " WHERE name = 'synchro.database' AND value = current_database()",
        FaultKind.CONFIGURATION,
        "run synchro.synchro_configure('synchro.database', current_database())");
    require(
        "synchro.worker_login",
        "SELECT count(*) = 1 FROM synchro.setting"
            + " WHERE name = 'synchro.worker_login' AND value = session_user",
        FaultKind.CONFIGURATION,
        "run synchro.synchro_configure('synchro.worker_login', <this login>)");
  }

  private void publication() throws SQLException {
    String named =
        "FROM pg_publication WHERE pubname = coalesce((SELECT value FROM synchro.setting"
            + " WHERE name = 'synchro.publication_name'), 'synchro_pub')";
    boolean present =
        await(
            "publication",
            "SELECT count(*) = 1 " + named,
            "the migration role creates the publication before the worker can start");
    if (present) {
      await(
          "publication options",
          "SELECT NOT puballtables AND pubinsert AND pubupdate AND pubdelete AND pubtruncate"
              + " AND pubviaroot AND pubgencols = 's' AND NOT EXISTS"
              + " (SELECT FROM pg_publication_namespace n WHERE n.pnpubid = p.oid)"
              + " AND NOT EXISTS (SELECT FROM pg_publication_rel r WHERE r.prpubid = p.oid"
              + " AND (r.prqual IS NOT NULL OR r.prattrs IS NOT NULL)) "
              + named.replace("pg_publication ", "pg_publication p "),
          "it must publish insert, update, delete and truncate with publish_via_partition_root"
              + " and stored generated columns, for named tables without columns or filters");
      await(
          "publication members",
          "WITH registered AS (SELECT (r->>'oid')::oid AS oid FROM synchro.registry_generation g,"
              + " json_array_elements(g.content->'relations') AS r"
              + " WHERE g.generation = (SELECT max(generation) FROM synchro.registry_generation)),"
              + " published AS (SELECT prrelid AS oid FROM pg_publication_rel"
              + " WHERE prpubid = (SELECT oid "
              + named
              + ")) SELECT NOT EXISTS (SELECT FROM registered) OR (NOT EXISTS (TABLE registered"
              + " EXCEPT TABLE published) AND NOT EXISTS (TABLE published EXCEPT TABLE"
              + " registered))",
          "it must hold exactly the registered relations; synchro_registration_sql prints the"
              + " statement that adds one");
    }
  }

  private void require(String check, String query, FaultKind fault, String remedy)
      throws SQLException {
    add(check, query, Severity.FAIL, fault, remedy);
  }

  private boolean await(String check, String query, String remedy) throws SQLException {
    return add(check, query, Severity.WAIT, FaultKind.TEMPORARY, remedy);
  }

  private boolean add(String check, String query, Severity severity, FaultKind fault, String remedy)
      throws SQLException {
    Optional<Boolean> good = Optional.empty();
    try (ResultSet row = statement.executeQuery(query)) {
      if (row.next()) {
        good = Optional.of(row.getBoolean(1));
      }
    }
    boolean ok = good.orElse(false);
    findings.add(
        ok
            ? new Finding(check, Severity.OK, fault, "")
            : new Finding(check, severity, fault, remedy));
    return ok;
  }
}
