package dev.synchro.embedded.language;

import static dev.synchro.embedded.language.LanguageServer.answer;
import static dev.synchro.embedded.language.LanguageServer.error;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.synchro.embedded.stack.StackOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What could end a server has one of its own. */
@Timeout(300)
class LanguageMachinePgTest {
  private static LanguageServer server;

  @BeforeAll
  static void start() {
    server = LanguageServer.start(StackOptions.defaults());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void options_that_could_end_the_server_are_refused_before_java_starts() throws SQLException {
    String[] refused = {
      "-Xmx9999g",
      "-Xmx1m",
      "-Xmx64",
      "-Xmx64m -Xms128m",
      "-Xmx64m -Xmn64m",
      "-Xms64m",
      "-Xmx64m -Xss64k",
      "-Xmx64m -XX:+CrashOnOutOfMemoryError",
      "-Xmx64m -XX:ReservedCodeCacheSize=1k",
      "-Xmx64m -Djava.class.path=x",
      "-Xmx64m -Djava.security.manager=allow",
      "-Xmx64m -agentlib:x",
      "-Xmx64m nonsense",
      "-Xmx64m -XX:CICompilerCount=0",
      "-Xmx64m -XX:TieredStopAtLevel=9"
    };
    try (Connection session = server.connect()) {
      for (String options : refused) {
        answer(session, "set synchro_java.vmoptions = '" + options + "'");
        assertThat(answer(session, "select text_of('x')")).as(options).isEqualTo("!22023");
      }
      answer(session, "set synchro_java.vmoptions = '-Xmx64m'");
      answer(session, "set synchro_java.libjvm_location = '/nowhere/libjvm.so'");
      assertThat(answer(session, "select text_of('x')")).isEqualTo("!F0000");
      answer(session, "reset synchro_java.libjvm_location");
      answer(session, "set synchro_java.classpath = '/nowhere/some.jar'");
      assertThat(error(session, "select text_of('x')").getMessage()).contains("/nowhere/some.jar");
      answer(session, "reset synchro_java.classpath");
      assertThat(answer(session, "select text_of('x')")).isEqualTo("x");
    }
  }

  @Test
  void a_machine_that_cannot_start_ends_at_most_its_session() throws SQLException {
    try (Connection other = server.connect();
        Connection session = server.connect()) {
      answer(
          session,
          "set synchro_java.vmoptions = '-Xmx64m -XX:CICompilerCount=1 -XX:+TieredCompilation'");
      assertThat(answer(session, "select text_of('x')")).isIn("!F0000", "x", "!08006");
      assertThat(answer(other, "select 1")).isEqualTo("1");
    }
  }

  @Test
  void system_exit_ends_its_session_only() throws SQLException {
    try (Connection other = server.connect();
        Connection session = server.connect()) {
      assertThat(answer(other, "select text_of('x')")).isEqualTo("x");
      assertThat(answer(session, "select exit_java()")).startsWith("!");
      assertThat(answer(session, "select 1")).startsWith("!");
      assertThat(answer(other, "select text_of('y')")).isEqualTo("y");
    }
  }

  @Test
  void jni_is_used_as_the_checking_machine_wants_it() throws SQLException {
    try (Connection session =
        server.connectWith("-c synchro_java.vmoptions=-Xmx128m\\ -XX:+UseSerialGC\\ -Xcheck:jni")) {
      tour(session);
      assertThat(answer(session, "select fail('SY001', 'x')")).isEqualTo("!SY001");
      assertThat(answer(session, "select swallow('select 1/0')")).isEqualTo("!22012");
      assertThat(answer(session, "select savepoints(30)")).isEqualTo("null");
      assertThat(answer(session, "select deep(100000000)")).isEqualTo("!54001");
      assertThat(answer(session, "select full_heap()")).isEqualTo("!53200");
    }
    assertThat(server.logTail(10_000)).doesNotContain("in native method");
  }

  @Test
  void another_jdk_gives_the_same_answers() throws SQLException {
    Optional<Path> other = otherJdk();
    assumeTrue(other.isPresent(), "one JDK is installed");
    try (Connection session =
        server.connectWith(
            "-c synchro_java.libjvm_location="
                + other.orElseThrow().resolve("lib/server/libjvm.so"))) {
      tour(session);
      assertThat(answer(session, "select deep(100000000)")).isEqualTo("!54001");
      assertThat(answer(session, "select full_heap()")).isEqualTo("!53200");
      assertThat(answer(session, "select swallow('select 1/0')")).isEqualTo("!22012");
      assertThat(answer(session, "select other_thread()")).isEqualTo("55000");
    }
  }

  private static void tour(Connection session) {
    answer(session, "set timezone = 'UTC'");
    assertThat(LanguageTour.differences(session, LanguageTour.VALUES)).isEmpty();
    assertThat(LanguageTour.differences(session, LanguageTour.STATEMENTS)).isEmpty();
    answer(session, "truncate thing");
    answer(session, "drop sequence counted");
  }

  /** A JDK beside the one that runs this test, of another release. */
  private static Optional<Path> otherJdk() {
    Path own = Path.of(System.getProperty("java.home"));
    try (Stream<Path> homes = Files.list(own.toRealPath().getParent())) {
      return homes
          .filter(home -> !Files.isSymbolicLink(home))
          .filter(home -> Files.isReadable(home.resolve("lib/server/libjvm.so")))
          .filter(home -> !home.getFileName().equals(own.getFileName()))
          .filter(home -> !release(home).equals(release(own)))
          .sorted()
          .findFirst();
    } catch (IOException failed) {
      return Optional.empty();
    }
  }

  private static String release(Path home) {
    try (Stream<String> lines = Files.lines(home.resolve("release"))) {
      return lines.filter(line -> line.startsWith("JAVA_VERSION=")).findFirst().orElse("");
    } catch (IOException failed) {
      return "";
    }
  }
}
