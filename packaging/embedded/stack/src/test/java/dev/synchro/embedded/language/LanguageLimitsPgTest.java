package dev.synchro.embedded.language;

import static dev.synchro.embedded.language.LanguageServer.answer;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class LanguageLimitsPgTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private Connection session;
  private Connection control;
  private String pid;

  @BeforeEach
  void connect() throws SQLException {
    session = LanguageServer.shared().connect();
    control = LanguageServer.shared().connect();
    assertThat(answer(session, "select text_of('Java is up')")).isEqualTo("Java is up");
  }

  @AfterEach
  void disconnect() throws SQLException {
    threads.shutdownNow();
    session.close();
    control.close();
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("patience").isLessThan(end);
      Thread.onSpinWait();
    }
  }

  /** Starts a statement and waits until the server runs it. */
  private Future<String> running(String sql) {
    pid = answer(session, "select pg_backend_pid()");
    Future<String> result = threads.submit(() -> answer(session, sql));
    await(
        () ->
            answer(control, "select state || ' ' || query from pg_stat_activity where pid = " + pid)
                .equals("active " + sql));
    return result;
  }

  private void signal(String function) {
    assertThat(answer(control, "select " + function + "(" + pid + ")")).isEqualTo("t");
  }

  private static String resultOf(Future<String> future) throws Exception {
    return future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void a_cancel_ends_statements_java_runs() throws Exception {
    for (String sql :
        List.of(
            "select query('select pg_sleep(100)')",
            "select loop(2000000000)",
            "select stubborn(3000)",
            "select count(*) from endless()",
            "select spin(1500)")) {
      Future<String> result = running(sql);
      signal("pg_cancel_backend");
      assertThat(resultOf(result)).as(sql).isEqualTo("!57014");
      assertThat(answer(session, "select text_of('alive')")).as(sql).isEqualTo("alive");
    }
  }

  @Test
  void a_shutdown_ends_the_session_and_no_other() throws Exception {
    for (String sql :
        List.of(
            "select query('select pg_sleep(100)')",
            "select tried('select pg_sleep(100)')",
            "select stubborn(3000)",
            "select spin(1000)")) {
      Future<String> result = running(sql);
      signal("pg_terminate_backend");
      assertThat(resultOf(result)).as(sql).isEqualTo("!57P01");
      assertThat(answer(control, "select 1")).as(sql).isEqualTo("1");
      session.close();
      session = LanguageServer.shared().connect();
      assertThat(answer(session, "select text_of('again')")).isEqualTo("again");
    }
  }

  @Test
  void fifty_sessions_run_java_at_the_same_time() throws Exception {
    List<Callable<String>> work = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      work.add(
          () -> {
            try (Connection own = LanguageServer.shared().connect()) {
              return answer(own, "select loop(200)") + answer(own, "select savepoints(30)");
            }
          });
    }
    for (Future<String> result : threads.invokeAll(work)) {
      assertThat(resultOf(result)).isEqualTo("200null");
    }
  }

  @Test
  void many_calls_errors_plans_and_definitions_do_not_grow_the_session() {
    answer(session, "set synchro_java.statement_cache_size = 8");
    round();
    round();
    long contexts = number(CONTEXTS);
    long resident = resident();
    for (int i = 0; i < 6; i++) {
      round();
    }
    assertThat(number(CONTEXTS)).as("memory contexts").isLessThan(contexts + contexts / 4);
    assertThat(resident()).as("resident pages").isLessThan(resident + resident / 4);
  }

  private static final String CONTEXTS = "select sum(total_bytes) from pg_backend_memory_contexts";

  private void round() {
    assertThat(answer(session, "select count(large(i)) from generate_series(1, 20000) i"))
        .isEqualTo("20000");
    assertThat(
            answer(
                session, "select count(text_of(repeat('x', 100))) from generate_series(1, 20000)"))
        .isEqualTo("20000");
    assertThat(answer(session, "select savepoints(3000)")).isEqualTo("null");
    assertThat(answer(session, "select many_plans(300) > 0")).isEqualTo("t");
    for (int i = 0; i < 20; i++) {
      answer(
          session,
          "create or replace function pg_temp.again() returns text language java as '"
              + Functions.class.getName()
              + ".parameters'");
      assertThat(answer(session, "select length(pg_temp.again()) > 0")).isEqualTo("t");
      answer(session, "drop function pg_temp.again()");
      assertThat(answer(session, "select fail('SY001', 'x')")).isEqualTo("!SY001");
    }
  }

  private long number(String sql) {
    return Long.parseLong(answer(session, sql));
  }

  private long resident() {
    Path statistics = Path.of("/proc", answer(session, "select pg_backend_pid()"), "statm");
    try {
      return Long.parseLong(Files.readString(statistics).split(" ", -1)[1]);
    } catch (java.io.IOException failed) {
      throw new java.io.UncheckedIOException(failed);
    }
  }
}
