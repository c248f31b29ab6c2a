package dev.synchro.embedded.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class EmbeddedStackPgTest {

  private static final String ROLES_WITH_SCRAM =
      "SELECT count(*) FROM pg_authid WHERE rolpassword LIKE 'SCRAM-SHA-256$%' AND rolname LIKE"
          + " 'synchro%'";

  private static final String ODD_DATABASES =
      "SELECT count(*) FROM pg_database WHERE datname IN ('Odd \"name\"', 'copy')";

  private static EmbeddedStack stack;

  @BeforeAll
  static void start() {
    stack = EmbeddedStack.start(StackOptions.withoutJava());
  }

  @AfterAll
  static void stop() {
    stack.close();
  }

  @Test
  void server_is_postgresql_18_with_logical_wal_and_utf8() throws SQLException {
    assertThat(single(stack.superuserUrl("postgres"), "SHOW wal_level")).isEqualTo("logical");
    assertThat(single(stack.superuserUrl("postgres"), "SHOW server_version")).startsWith("18.");
    assertThat(single(stack.superuserUrl("postgres"), "SHOW server_encoding")).isEqualTo("UTF8");
    assertThat(single(stack.superuserUrl("postgres"), "SHOW listen_addresses"))
        .isEqualTo("127.0.0.1");
  }

  @Test
  void server_does_not_run_as_root() throws SQLException, IOException {
    String pid =
        single(
            stack.superuserUrl("postgres"),
            "SELECT split_part(pg_read_file('postmaster.pid'), chr(10), 1)");

    assertThat((Integer) Files.getAttribute(Path.of("/proc", pid), "unix:uid")).isNotZero();
  }

  @Test
  void a_wrong_password_is_refused() {
    String url =
        "jdbc:postgresql://127.0.0.1:" + stack.port() + "/postgres?user=postgres&password=x";

    assertThatThrownBy(() -> single(url, "SELECT 1"))
        .isInstanceOfSatisfying(
            SQLException.class, refused -> assertThat(refused.getSQLState()).isEqualTo("28P01"));
  }

  @Test
  void a_database_comes_and_goes() throws SQLException {
    stack.createDatabase("Odd \"name\"");
    stack.cloneDatabase("copy", "Odd \"name\"");

    assertThat(single(stack.superuserUrl("Odd \"name\""), "SELECT current_database()"))
        .isEqualTo("Odd \"name\"");
    stack.dropDatabase("Odd \"name\"");
    stack.dropDatabase("copy");
    assertThat(single(stack.superuserUrl("postgres"), ODD_DATABASES)).isEqualTo("0");
  }

  @Test
  void a_provisioned_database_lets_each_login_in_with_its_password() throws SQLException {
    stack.provision("provisioned");
    stack.provisionRoles();

    for (String login : List.of("synchro_adapter_login", "synchro_worker_login")) {
      assertThat(single(stack.url("provisioned", login), "SELECT session_user::text"))
          .isEqualTo(login);
    }
    assertThat(single(stack.superuserUrl("postgres"), ROLES_WITH_SCRAM)).isEqualTo("2");
  }

  @Test
  void an_extension_given_as_files_can_be_created() throws SQLException {
    ProductFiles files =
        ProductFiles.ofScripts(
            Map.of(
                "tiny.control", "default_version = '1'\n",
                "tiny--1.sql", "CREATE FUNCTION seven() RETURNS int RETURN 7;\n"));
    try (EmbeddedStack other = EmbeddedStack.start(StackOptions.withoutJava().withProduct(files))) {
      execute(other.superuserUrl("postgres"), "CREATE EXTENSION tiny");

      assertThat(single(other.superuserUrl("postgres"), "SELECT seven()")).isEqualTo("7");
    }
  }

  @Test
  void data_survive_a_restart_and_a_crash() throws SQLException {
    stack.createDatabase("lasting");
    execute(stack.superuserUrl("lasting"), "CREATE TABLE kept AS SELECT 1 AS one");

    stack.restart();
    stack.crashAndRestart();

    assertThat(single(stack.superuserUrl("lasting"), "SELECT count(*) FROM kept")).isEqualTo("1");
  }

  @Test
  void two_stacks_run_beside_each_other() throws SQLException {
    try (EmbeddedStack other = EmbeddedStack.start(StackOptions.withoutJava())) {
      assertThat(other.port()).isNotEqualTo(stack.port());
      assertThat(single(other.superuserUrl("postgres"), "SELECT 1")).isEqualTo("1");
    }
    assertThat(single(stack.superuserUrl("postgres"), "SELECT 1")).isEqualTo("1");
  }

  @Test
  void an_occupied_port_is_named() throws IOException {
    try (ServerSocket occupied = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      StackOptions options = StackOptions.withoutJava().withPort(occupied.getLocalPort());

      assertThatThrownBy(() -> EmbeddedStack.start(options))
          .isInstanceOf(StackFailure.class)
          .hasMessage(
              "port "
                  + occupied.getLocalPort()
                  + " of 127.0.0.1 must be free, another program listens there");
    }
  }

  @Test
  void a_refused_setting_is_reported_with_the_servers_own_words() {
    StackOptions options = StackOptions.withoutJava().withSetting("wal_level", "total");

    assertThatThrownBy(() -> EmbeddedStack.start(options))
        .isInstanceOf(StackFailure.class)
        .hasMessageContaining("the server ended while starting")
        .hasMessageContaining("wal_level");
  }

  private static String single(String url, String query) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getString(1);
    }
  }

  private static void execute(String url, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
