package dev.synchro.embedded.language;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;

/** Statements and their answers: {@code !} and an SQLSTATE, or the first column of every row. */
final class LanguageTour {
  private LanguageTour() {}

  static final String[][] VALUES = {
    {"select truth(true)", "t"},
    {"select small('-32768')", "-32768"},
    {"select whole(2147483647)", "2147483647"},
    {"select large(-9223372036854775808)", "-9223372036854775808"},
    {"select single(1.5)", "1.5"},
    {"select precise('NaN')", "NaN"},
    {"select truth_object(null)", "null"},
    {"select truth_object(false)", "f"},
    {"select small_object(7::int2)", "7"},
    {"select small_object(null)", "null"},
    {"select whole_object(7)", "7"},
    {"select whole_object(null)", "null"},
    {"select large_object(7)", "7"},
    {"select single_object(0.25)", "0.25"},
    {"select precise_object(null)", "null"},
    {"select precise_object('-Infinity')", "-Infinity"},
    {"select whole(null)", "!22004"},
    {"select narrowed(7)", "7"},
    {"select narrowed(5000000000)", "!22003"},
    {"select widened(7)", "7"},
    {"select widened(70000)", "!22003"},
    {"select decimal_of(12345678901234567890.12300)", "12345678901234567890.12300"},
    {"select decimal_of(1e30)", "1000000000000000000000000000000"},
    {"select decimal_of('NaN')", "!22003"},
    {"select decimal_of(null)", "null"},
    {"select text_of('na\u00efve \ud83d\ude00')", "na\u00efve \ud83d\ude00"},
    {"select length_of('\ud83d\ude00')", "2"},
    {"select length_of(null)", "null"},
    {"select text_of('')", ""},
    {"select length(text_of(repeat('\u00fc', 100000)))", "100000"},
    {"select nul()", "!22021"},
    {"select half()", "!22021"},
    {"select varchar_of('v')", "v"},
    {"select json_of('{\"a\" :1}')", "{\"a\" :1}"},
    {"select jsonb_of('{\"a\" :1}')", "{\"a\": 1}"},
    {"select to_json_of('{')", "!22P02"},
    {
      "select uuid_of('00000000-0000-0000-0000-00000000000a')",
      "00000000-0000-0000-0000-00000000000a"
    },
    {"select mood_of('wild')", "wild"},
    {"select lsn_of('1/A')", "1/A"},
    {"select domain_of('ok')", "ok"},
    {"select domain_of('too long')", "!23514"},
    {"select domain_of(null)", "!23502"},
    {"select bytes_of('\\x00ff10')", "\\x00ff10"},
    {"select bytes_of('')", "\\x"},
    {"select bytes_of(null)", "null"},
    {"select instant_of('2024-02-29 12:34:56.123456+02')", "2024-02-29 10:34:56.123456+00"},
    {"select instant_of('1969-12-31 23:59:59.999999+00')", "1969-12-31 23:59:59.999999+00"},
    {"select instant_of('infinity')", "infinity"},
    {"select instant_of('-infinity')", "-infinity"},
    {"select instant_of('4713-01-01 00:00:00+00 BC')", "4713-01-01 00:00:00+00 BC"},
    {"select year_of('infinity')", "294277"},
    {"select year_of('-infinity')", "-290278"},
    {"select time_text('2024-02-29 12:34:56+02')", "2024-02-29 10:34:56+00"},
    {"select texts_of('{a,null,\"b c\",\"\"}')", "{a,NULL,\"b c\",\"\"}"},
    {"select texts_of('{}')", "{}"},
    {"select texts_of(null)", "null"},
    {"select texts_of('{{a},{b}}')", "!2202E"},
    {"select texts_of('[0:0]={a}')", "!2202E"},
    {
      "select uuids_of('{00000000-0000-0000-0000-00000000000a,null}')",
      "{00000000-0000-0000-0000-00000000000a,NULL}"
    },
    {"select variadic_of('a', 'b')", "{a,b}"},
    {"select larges_of('{1,null,-3}')", "{1,NULL,-3}"},
    {"select primitives_of('{1,2}')", "{1,2}"},
    {"select primitives_of('{1,null}')", "!22004"},
    {"select byte_arrays_of('{\"\\\\x01\",null}')", "{\"\\\\x01\",NULL}"},
    {"select nothing()", "null"},
    {"call run_nothing()", ""},
    {"select words('a b c')", "a|b|c"},
    {"select w from words('a b') w", "a|b"},
    {"select word from word_table('x y')", "x|y"},
    {"select words(null)", ""},
    {"select sum(n) from numbers(100000) n", "4999950000"},
    {"select n from numbers(5) n limit 2", "0|1"},
    {"select missing()", "!22004"},
    {"select mixed()", "!42804"},
  };

  static final String[][] STATEMENTS = {
    {"select query('select 1, ''a?b'' union all select 2, null order by 1')", "1,a?b 2,null"},
    {"select query('select\n 1\t')", "1"},
    {"select update_by('insert into thing values (1, ''one'')')", "1"},
    {"select query('select name from thing where id = 1')", "one"},
    {"select update_stable('delete from thing')", "!0A000"},
    {"select query_stable('select name from thing where id = 1')", "one"},
    {
      "select parameters()",
      "character varying,integer,bigint,smallint,boolean,bytea,numeric,double precision,"
          + "timestamp with time zone,date,timestamp without time zone,jsonb"
    },
    {
      "select getters()",
      "[true, 2, 3, 4, 5.5, 6.5, 7.70, eight, 294277, 2024-02-29, 2024-02-29T01:02:03.000004,"
          + " [1, null, 3], [a, null], 0, true, 00000000-0000-0000-0000-000000000000]"
    },
    {
      "select refusals()",
      "commit:0A000 rollback:0A000 autocommit:0A000 call:0A000 metadata:0A000 array:0A000"
          + " keys:0A000 uuid:0A000 strings:0A000 null:0A000 other:0A000 unset:07002 index:07009"
          + " nul:22021 half:22021 before:24000 narrow:0A000 object:0A000 boolean:42804"
          + " name:42703 cleared:07002 sql:0A000 sql:0A000 sql:0A000 sql:0A000 sql:0A000"
          + " sql:0A000 sql:0A000 sql:0A000 sql:0A000 wide:22003 rows:0A000 unfetched:24000"
          + " batch:0A000"
    },
    {"select count(*) from thing where id in (97, 98, 99)", "1"},
    {"select batch(500)", "500"},
    {"select count(*) from thing where id >= 1000", "500"},
    {"select insert_returning()", "7,null"},
    {"select keep()", "null"},
    {"select use_kept()", "!55000"},
    {"create sequence counted", ""},
    {"select fetch_some('select nextval(''counted'') from generate_series(1, 100)', 10, 11)", "11"},
    {"select last_value from counted", "20"},
    {"select fetch_some('select n from generate_series(1, 3000) n', 1000, 3001)", "3000"},
    {"select fetch_some('select n from generate_series(1, 3000) n', 1000, 3001)", "3000"},
    {"select length(query('select repeat(''x'', 6000000)'))", "6000000"},
    {"select query('insert into thing (id) values (8)')", "!07005"},
    {"select query('nonsense')", "!42601"},
    {"select other_thread()", "55000"},
    {
      "select length(query(string_agg('select ' || n, ' union all '))) from generate_series(1, 300) n",
      "1091"
    },
  };

  /** Each statement whose answer was another, with both. */
  static List<String> differences(Connection connection, String[][] steps) {
    List<String> differences = new ArrayList<>();
    for (String[] step : steps) {
      String answer = LanguageServer.answer(connection, step[0]);
      if (!answer.equals(step[1])) {
        differences.add(step[0] + " -> " + answer + " instead of " + step[1]);
      }
    }
    return differences;
  }
}
