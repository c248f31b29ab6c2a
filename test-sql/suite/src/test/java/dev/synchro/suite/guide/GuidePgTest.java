package dev.synchro.suite.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.fixture.Login;
import dev.synchro.fixture.SynchroDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every example of the guide runs in its order, as who its first line says. */
class GuidePgTest {
  private static final Pattern EXAMPLE =
      Pattern.compile(
          "^```sql\\R-- As ((?:the|a) [a-z ]+)([^\\n]*)\\R(.*?)^```$(?:\\R+^```text\\R(.*?)^```$)?",
          Pattern.MULTILINE | Pattern.DOTALL);

  private final List<String> ran = new ArrayList<>();
  private boolean workerRuns;

  @Test
  void every_example_runs_as_it_is_printed() throws IOException, SQLException {
    String guide = Files.readString(guide());
    try (SynchroDatabase database = SynchroDatabase.create()) {
      Matcher example = EXAMPLE.matcher(guide);
      while (example.find()) {
        run(database, example);
      }
    }
    assertThat(ran).as("examples with a line that says who runs them").hasSize(blocks(guide));
    assertThat(workerRuns).isTrue();
  }

  /** The build runs in the module's folder, an editor in the project's. */
  private static Path guide() {
    Path fromModule = Path.of("../../packaging/docs/guide.md");
    return Files.exists(fromModule) ? fromModule : Path.of("packaging/docs/guide.md");
  }

  private static int blocks(String guide) {
    return guide.split("\n```sql\n", -1).length - 1;
  }

  private void run(SynchroDatabase database, Matcher example) throws SQLException {
    String who = example.group(1).strip();
    String how = example.group(2);
    if (how.contains("worker")) {
      awaitWorker(database);
    }
    List<String> rows = rows(url(database, who), example.group(3));
    if (how.contains("runs each row")) {
      assertThat(rows).as("statements that prepare a table").isNotEmpty();
      database.asMigration(rows.toArray(String[]::new));
    }
    if (example.group(4) != null) {
      assertThat(String.join("\n", rows)).isEqualTo(example.group(4).strip());
    }
    ran.add(example.group(3));
  }

  private static String url(SynchroDatabase database, String who) {
    return switch (who) {
      case "the operator" -> database.url(Login.OPERATOR);
      case "the owner of the tables" -> database.url(Login.MIGRATION);
      case "a superuser" -> database.stack().superuserUrl(database.name());
      default -> throw new IllegalArgumentException("nobody is called " + who);
    };
  }

  private void awaitWorker(SynchroDatabase database) {
    if (!workerRuns) {
      database.startWorker();
      workerRuns = true;
    }
    database.awaitRegistered();
    database.awaitMaterialized();
  }

  /** The first column of every row of every query of a text with several statements. */
  private static List<String> rows(String url, String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    // As psql does: the server takes the text apart, which knows the bodies of functions.
    try (Connection connection = DriverManager.getConnection(url + "&preferQueryMode=simple");
        Statement statement = connection.createStatement()) {
      boolean query = statement.execute(sql);
      while (query || statement.getUpdateCount() != -1) {
        if (query) {
          try (ResultSet found = statement.getResultSet()) {
            while (found.next()) {
              rows.add(found.getString(1));
            }
          }
        }
        query = statement.getMoreResults();
      }
    }
    return rows;
  }
}
