package dev.synchro.embedded.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavaLanguagePgTest {

  private static final String PROPERTY =
      "CREATE FUNCTION property(text) RETURNS text LANGUAGE java"
          + " AS 'java.lang.String=java.lang.System.getProperty(java.lang.String)'";

  private static EmbeddedStack stack;

  @BeforeAll
  static void start() {
    stack = EmbeddedStack.start(StackOptions.defaults());
  }

  @AfterAll
  static void stop() {
    stack.close();
  }

  @Test
  void new_database_runs_java_in_the_jdk_that_runs_the_stack() throws SQLException {
    stack.createDatabase("java_works");

    assertThat(property("java_works", "java.home")).isEqualTo(System.getProperty("java.home"));
  }

  @Test
  void backends_start_from_the_class_archive() throws SQLException, IOException {
    try (Connection connection = DriverManager.getConnection(stack.superuserUrl("postgres"));
        Statement statement = connection.createStatement()) {
      statement.execute(PROPERTY.replace(" property", " pg_temp.property"));
      statement.execute("SELECT pg_temp.property('java.home')");
      Path maps = Path.of("/proc", single(statement, "SELECT pg_backend_pid()"), "maps");

      assertThat(Files.readString(maps)).contains("synchro.jsa");
    }
  }

  @Test
  void a_folder_that_is_no_jdk_is_named(@TempDir Path empty) {
    StackOptions options = StackOptions.defaults().withJavaHome(empty);

    assertThatThrownBy(() -> EmbeddedStack.start(options))
        .isInstanceOf(StackFailure.class)
        .hasMessageContaining("needs a whole JDK 17 or newer")
        .hasMessageContaining(JavaHome.VARIABLE);
  }

  @Test
  void a_machine_without_gcc_is_told_so_before_anything_is_started(@TempDir Path folder)
      throws IOException, InterruptedException {
    Path programs = Files.createDirectory(folder.resolve("bin"));
    for (String program : List.of("sh", "test", "setpriv")) {
      Files.createSymbolicLink(programs.resolve(program), Path.of("/usr/bin", program));
    }
    Path cache = Files.createTempDirectory("synchro-no-gcc");
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Stack.class.getName(),
                "start")
            .redirectErrorStream(true);
    builder.environment().put("PATH", programs.toString());
    builder.environment().put(Cache.VARIABLE, cache.toString());
    Process process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).isEqualTo(69);
    assertThat(printed)
        .isEqualTo(
            "stack: gcc must be installed, the handler of language java is compiled on this"
                + " machine\n");
    assertThat(cache).isDirectoryNotContaining("glob:**{run,server,handler,headers}*");
    Folders.delete(programs);
    Folders.delete(cache);
  }

  private static String property(String database, String name) throws SQLException {
    try (Connection connection = DriverManager.getConnection(stack.superuserUrl(database));
        Statement statement = connection.createStatement()) {
      statement.execute(PROPERTY);
      return single(statement, "SELECT property('" + name + "')");
    }
  }

  private static String single(Statement statement, String query) throws SQLException {
    try (ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getString(1);
    }
  }
}
