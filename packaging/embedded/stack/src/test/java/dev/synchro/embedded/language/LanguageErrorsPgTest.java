package dev.synchro.embedded.language;

import static dev.synchro.embedded.language.LanguageServer.answer;
import static dev.synchro.embedded.language.LanguageServer.error;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.util.ServerErrorMessage;

class LanguageErrorsPgTest {
  private Connection connection;

  @BeforeEach
  void connect() throws SQLException {
    connection = LanguageServer.shared().connect();
  }

  @AfterEach
  void disconnect() throws SQLException {
    answer(connection, "truncate thing");
    connection.close();
  }

  private static void assertAllFields(ServerErrorMessage error) {
    assertThat(error.getSQLState()).isEqualTo("SY123");
    assertThat(error.getMessage()).isEqualTo("the message");
    assertThat(error.getDetail()).isEqualTo("the detail");
    assertThat(error.getHint()).isEqualTo("the hint");
    assertThat(error.getSchema()).isEqualTo("the schema");
    assertThat(error.getTable()).isEqualTo("the table");
    assertThat(error.getColumn()).isEqualTo("the column");
    assertThat(error.getDatatype()).isEqualTo("the type");
    assertThat(error.getConstraint()).isEqualTo("the constraint");
    assertThat(error.getWhere()).contains("PL/pgSQL function raise_all()");
  }

  @Test
  void an_error_passes_through_java_with_every_field() throws SQLException {
    assertAllFields(error(connection, "select query('select raise_all()')"));
  }

  @Test
  void an_error_undone_and_thrown_on_keeps_every_field() throws SQLException {
    assertAllFields(
        error(
            connection, "select rethrow('create table x as select 1 where raise_all() is null')"));
  }

  @Test
  void a_syntax_error_says_where_in_which_query() throws SQLException {
    ServerErrorMessage error = error(connection, "select query('select * from nowhere')");
    assertThat(error.getSQLState()).isEqualTo("42P01");
    assertThat(error.getInternalQuery()).isEqualTo("select * from nowhere");
    assertThat(error.getInternalPosition()).isEqualTo(15);
  }

  @Test
  void java_sees_state_and_message_of_an_error() {
    assertThat(answer(connection, "select fields('insert into thing values (1, ''bad'')')"))
        .isEqualTo(
            "23514 new row for relation \"thing\" violates check constraint \"thing_name_check\"");
  }

  @Test
  void java_exceptions_become_errors_as_in_pljava() throws SQLException {
    ServerErrorMessage refused = error(connection, "select fail('SY001', 'no such thing')");
    assertThat(refused.getSQLState()).isEqualTo("SY001");
    assertThat(refused.getMessage()).isEqualTo("java.sql.SQLException: no such thing");
    assertThat(error(connection, "select fail(null, 'x')").getSQLState()).isEqualTo("XX000");
    assertThat(error(connection, "select fail('abc', 'x')").getSQLState()).isEqualTo("XX000");
    assertThat(error(connection, "select fail('00000', 'x')").getSQLState()).isEqualTo("XX000");
    ServerErrorMessage unchecked = error(connection, "select fail_unchecked()");
    assertThat(unchecked.getSQLState()).isEqualTo("XX000");
    assertThat(unchecked.getMessage()).isEqualTo("java.lang.IllegalStateException: out of order");
    assertThat(error(connection, "select fail_oddly()").getMessage())
        .isEqualTo("java.lang.IllegalStateException: a\ufffdb\ufffd");
  }

  @Test
  void a_full_heap_and_a_full_stack_leave_the_session_usable() {
    String pid = answer(connection, "select pg_backend_pid()");
    assertThat(answer(connection, "select full_heap()")).isEqualTo("!53200");
    assertThat(answer(connection, "select deep(100000000)")).isEqualTo("!54001");
    assertThat(answer(connection, "select length(query('select repeat(''x'', 200000000)'))"))
        .isEqualTo("!53200");
    assertThat(answer(connection, "select length_of(repeat('x', 200000000))")).isEqualTo("!53200");
    assertThat(answer(connection, "select bytes_of(repeat('x', 200000000)::bytea)"))
        .isEqualTo("!53200");
    assertThat(answer(connection, "select text_of('alive')")).isEqualTo("alive");
    assertThat(answer(connection, "select pg_backend_pid()")).isEqualTo(pid);
  }

  @Test
  void recursion_across_the_border_ends_with_an_error() {
    assertThat(answer(connection, "select recurse(5)")).isEqualTo("5");
    assertThat(answer(connection, "select recurse(100000)")).isEqualTo("!54001");
    assertThat(answer(connection, "select in_sql(100000)")).isEqualTo("!54001");
    assertThat(answer(connection, "select below(5000)")).isEqualTo("54001");
    answer(connection, "set max_stack_depth = '7MB'");
    assertThat(answer(connection, "select in_sql(1000000)")).isEqualTo("!54001");
    assertThat(answer(connection, "select recurse(1000000)")).isEqualTo("!54001");
    assertThat(answer(connection, "select text_of('alive')")).isEqualTo("alive");
  }

  @Test
  void a_swallowed_error_blocks_further_statements_and_comes_back() throws SQLException {
    assertThat(answer(connection, "select swallow('select 1/0')")).isEqualTo("!22012");
    assertThat(answer(connection, "select swallow_then_fail('select 1/0')")).isEqualTo("!22012");
    assertThat(answer(connection, "select text_of('alive')")).isEqualTo("alive");
  }

  @Test
  void savepoints_undo_errors_and_may_be_nested() {
    assertThat(answer(connection, "select tried('select 1/0')")).isEqualTo("22012 after");
    assertThat(answer(connection, "select tried_inside('select 1/0')")).isEqualTo("22012 after");
    assertThat(answer(connection, "select tried_outside('select 1/0')")).isEqualTo("22012 after");
    assertThat(answer(connection, "select tried('select tried(''select 1/0'')')"))
        .isEqualTo("22012 after after");
    assertThat(answer(connection, "select savepoint_misuse()"))
        .isEqualTo("twice:3B001 released:3B001 inner:3B001 sound");
    assertThat(answer(connection, "select cursors()")).isEqualTo("gone:24000 kept:2");
    assertThat(answer(connection, "select savepoints(1000)")).isEqualTo("null");
  }

  @Test
  void a_savepoint_left_open_is_rolled_back_with_a_warning() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("select leave_open()");
      SQLWarning warning = statement.getWarnings();
      assertThat(warning.getMessage()).contains("savepoint open");
    }
    assertThat(answer(connection, "select count(*) from thing")).isEqualTo("0");
    answer(connection, "set synchro_java.release_lingering_savepoints = on");
    assertThat(answer(connection, "select leave_open()")).isEqualTo("null");
    assertThat(answer(connection, "select count(*) from thing")).isEqualTo("1");
  }

  @Test
  void an_error_with_savepoints_open_reaches_the_block_around_the_call() {
    assertThat(answer(connection, "select guarded('select fail_open()')")).isEqualTo("42P01");
    assertThat(answer(connection, "select string_agg(id::text, ',') from thing")).isEqualTo("60");
  }

  @Test
  void a_caught_cancel_sticks_until_everything_is_undone() {
    answer(connection, "select text_of('start Java before the clock runs')");
    answer(connection, "set statement_timeout = 200");
    String sleep = "select pg_sleep(20)";
    assertThat(answer(connection, "select swallow('" + sleep + "')")).isEqualTo("!57014");
    assertThat(answer(connection, "select tried_inside('" + sleep + "')")).isEqualTo("!57014");
    assertThat(answer(connection, "select tried('" + sleep + "')")).isEqualTo("57014 after");
    assertThat(answer(connection, "select tried_outside('" + sleep + "')"))
        .isEqualTo("57014 after");
  }
}
