package dev.synchro.suite.capture;

import static org.assertj.core.api.Assertions.assertThatCode;

import dev.synchro.fixture.Login;
import dev.synchro.fixture.SynchroDatabase;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/** Columns renamed and grants forgotten surface here, for every statement of the store at once. */
class StoreStatementsPgTest {
  private static SynchroDatabase database;

  @BeforeAll
  static void create() {
    database = SynchroDatabase.create();
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  @ParameterizedTest
  @EnumSource(dev.synchro.worker.store.Statement.class)
  void each_statement_may_run_as_the_worker(dev.synchro.worker.store.Statement statement)
      throws SQLException {
    // A plan without parameter values can only be asked for in the simple protocol.
    String url = database.url(Login.WORKER);
    String simple = url + (url.contains("?") ? "&" : "?") + "preferQueryMode=simple";
    try (Connection connection = DriverManager.getConnection(simple);
        Statement sql = connection.createStatement()) {
      sql.execute("SET ROLE synchro_worker");
      sql.execute("SET search_path = pg_catalog, pg_temp");
      assertThatCode(() -> plan(connection, sql, statement.sql())).doesNotThrowAnyException();
    }
  }

  /** Planning an EXPLAIN checks names, types and privileges as running it would. */
  private static void plan(Connection connection, Statement sql, String text) throws SQLException {
    if (text.startsWith("COPY")) {
      CopyIn copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(text);
      byte[] nothing =
          "PGCOPY\n\u00ff\r\n\0\0\0\0\0\0\0\0\0\u00ff\u00ff".getBytes(StandardCharsets.ISO_8859_1);
      copy.writeToCopy(nothing, 0, nothing.length);
      copy.endCopy();
    } else {
      sql.execute("EXPLAIN (GENERIC_PLAN) " + numbered(text));
    }
  }

  private static String numbered(String text) {
    StringBuilder numbered = new StringBuilder();
    int next = 1;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '?') {
        numbered.append('$').append(next++);
      } else {
        numbered.append(c);
      }
    }
    return numbered.toString();
  }
}
