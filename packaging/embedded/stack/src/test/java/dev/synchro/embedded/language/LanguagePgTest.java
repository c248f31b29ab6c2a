package dev.synchro.embedded.language;

import static dev.synchro.embedded.language.LanguageServer.answer;
import static dev.synchro.embedded.language.LanguageServer.error;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LanguagePgTest {
  private static final String CLASS = "'" + Functions.class.getName();

  private Connection connection;

  @BeforeEach
  void connect() throws SQLException {
    connection = LanguageServer.shared().connect();
    answer(connection, "set timezone = 'UTC'");
    connection.setAutoCommit(false);
  }

  @AfterEach
  void disconnect() throws SQLException {
    if (!connection.getAutoCommit()) {
      connection.rollback();
    }
    connection.close();
  }

  @Test
  void values_cross_the_border_in_both_directions() throws SQLException {
    connection.setAutoCommit(true);
    assertThat(LanguageTour.differences(connection, LanguageTour.VALUES)).isEmpty();
  }

  @Test
  void function_texts_are_read_as_pljava_reads_them() throws SQLException {
    connection.setAutoCommit(true);
    String[][] texts = {
      {"large(bigint) returns bigint", ".large'", ""},
      {"large(bigint) returns bigint", ".large(long)'", ""},
      {"large(bigint) returns bigint", " . large'", "!42601"},
      {"large(bigint) returns bigint", ".large( long )'", ""},
      {"large(bigint) returns bigint", ".large(long, int)'", "!42P13"},
      {"large(bigint) returns bigint", ".large(String)'", "!42P13"},
      {"large(bigint) returns bigint", ".large(java.lang.String)'", "!38000"},
      {"large(bigint) returns bigint", ".nowhere'", "!38000"},
      {"large(bigint) returns bigint", "Missing.large'", "!46103"},
      {"large(text) returns text", ".words'", "!38000"},
      {"large() returns int", ".notStatic'", "!38000"},
      {"large(timestamptz) returns int", ".year'", "!42P13"},
      {"large(text) returns setof text", ".text'", "!38000"},
      {"large() returns trigger", ".nothing'", "!0A000"},
      {"large() returns record", ".nothing'", "!0A000"},
      {"large(thing) returns text", ".text(java.lang.String)'", "!42804"},
      {"large(anyelement) returns anyelement", ".text'", "!42P13"},
      {"large(int[]) returns text", ".texts'", "!42P13"},
    };
    for (String[] text : texts) {
      assertThat(
              answer(
                  connection,
                  "create or replace function pg_temp."
                      + text[0]
                      + " language java as "
                      + CLASS
                      + text[1]))
          .as(text[0] + " as " + text[1])
          .isEqualTo(text[2]);
      answer(connection, "drop function if exists pg_temp.large");
    }
    assertThat(
            answer(
                connection,
                "create function pg_temp.a(int) returns int language javau as 'int "
                    + CLASS.substring(1)
                    + ".whole(int)'"))
        .isEmpty();
    assertThat(
            answer(
                connection,
                "create function pg_temp.b(text) returns text language java as 'java.lang.String "
                    + CLASS.substring(1)
                    + ".text'"))
        .isEqualTo("!42601");
    assertThat(
            answer(
                connection,
                "create function pg_temp.c(text) returns setof text language java as"
                    + " 'java.util.Iterator="
                    + CLASS.substring(1)
                    + ".words'"))
        .isEqualTo("!42P13");
  }

  @Test
  void only_superusers_create_functions() {
    answer(connection, "create role writer");
    answer(connection, "grant create on schema public to writer");
    answer(connection, "set local role writer");
    assertThat(
            answer(
                connection,
                "create function f() returns void language java as " + CLASS + ".nothing'"))
        .isEqualTo("!42501");
  }

  @Test
  void statements_work_as_in_pljava_or_are_refused() throws SQLException {
    connection.setAutoCommit(true);
    assertThat(LanguageTour.differences(connection, LanguageTour.STATEMENTS)).isEmpty();
    answer(connection, "truncate thing");
    answer(connection, "drop sequence counted");
  }

  @Test
  void an_unfetched_returning_statement_left_open_ends_the_call() {
    assertThat(
            answer(
                connection,
                "select fetch_some('insert into thing (id) values (5) returning id', 1, 0)"))
        .isEqualTo("!24000");
  }

  @Test
  void a_replaced_function_is_seen_at_once() {
    answer(
        connection,
        "create function pg_temp.f(text) returns text language java as " + CLASS + ".text'");
    assertThat(answer(connection, "select pg_temp.f('abc')")).isEqualTo("abc");
    answer(
        connection,
        "create or replace function pg_temp.f(text) returns text language java as "
            + CLASS
            + ".length'");
    assertThat(answer(connection, "select pg_temp.f('abc')")).isEqualTo("3");
  }

  @Test
  void a_function_replaced_by_its_own_call_ends_well() {
    answer(
        connection,
        "create function pg_temp.f(text) returns text language java as " + CLASS + ".query'");
    answer(
        connection,
        "create function pg_temp.swap() returns text language plpgsql as $$ begin"
            + " create or replace function pg_temp.f(text) returns text language java as "
            + CLASS
            + ".length'; return pg_temp.f('four'); end $$");
    assertThat(answer(connection, "select pg_temp.f('select pg_temp.swap()')")).isEqualTo("4");
    assertThat(answer(connection, "select pg_temp.f('select')")).isEqualTo("6");
  }

  @Test
  void java_functions_serve_constraints_indexes_and_security_definers() {
    answer(
        connection,
        "create function checked(text) returns text immutable language java as "
            + CLASS
            + ".length'");
    assertThat(
            answer(
                connection,
                "create table t (a text check (checked(a) < '5'), b text generated always as (checked(a)) stored)"))
        .isEmpty();
    assertThat(answer(connection, "create index on t (checked(a))")).isEmpty();
    assertThat(answer(connection, "insert into t values ('four') returning b")).isEqualTo("4");
    answer(connection, "savepoint s");
    assertThat(answer(connection, "insert into t values ('seven 7')")).isEqualTo("!23514");
    answer(connection, "rollback to s");
    answer(
        connection,
        "create function definer(text) returns text security definer set search_path = pg_catalog,"
            + " pg_temp language java as "
            + CLASS
            + ".query'");
    answer(connection, "create role caller");
    answer(connection, "grant execute on function definer to caller");
    answer(connection, "set local role caller");
    assertThat(
            answer(
                connection,
                "select definer('select current_user::text || current_setting(''search_path'')')"))
        .isEqualTo("postgrespg_catalog, pg_temp");
    assertThat(answer(connection, "select current_setting('search_path')"))
        .isEqualTo("\"$user\", public");
  }

  @Test
  void one_cached_plan_follows_roles_and_changed_tables() {
    answer(connection, "create table secret (owner text, a text)");
    answer(connection, "insert into secret values ('reader', 'mine'), ('other', 'yours')");
    answer(connection, "alter table secret enable row level security");
    answer(connection, "create policy p on secret using (owner = current_user)");
    answer(connection, "create role reader");
    answer(connection, "grant select on secret to reader");
    String ask = "select query('select a from secret order by a')";
    assertThat(answer(connection, ask)).isEqualTo("mine yours");
    answer(connection, "set local role reader");
    assertThat(answer(connection, ask)).isEqualTo("mine");
    answer(connection, "reset role");
    String all = "select query('select * from secret where a = ''mine''')";
    assertThat(answer(connection, all)).isEqualTo("reader,mine");
    answer(connection, "alter table secret add column b int default 3");
    assertThat(answer(connection, all)).isEqualTo("reader,mine,3");
  }

  @Test
  void a_plain_user_may_not_choose_the_virtual_machine() throws SQLException {
    assertThat(answer(connection, "select text_of('loaded')")).isEqualTo("loaded");
    answer(connection, "create role plain");
    answer(connection, "set local role plain");
    assertThat(error(connection, "set synchro_java.vmoptions = '-Xmx1g'").getSQLState())
        .isEqualTo("42501");
  }
}
