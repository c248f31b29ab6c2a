package dev.synchro.embedded.language;

import java.util.List;

/** The SQL side of {@link Functions}. */
final class FunctionDefinitions {
  private FunctionDefinitions() {}

  private static final String CLASS = Functions.class.getName() + ".";

  static final List<String> ALL =
      List.of(
          "create table thing (id bigint primary key, name text check (name <> 'bad'))",
          "create domain short_text as text check (length(value) < 5) not null",
          "create type mood as enum ('calm', 'wild')",
          define("truth(boolean) returns boolean", "truth"),
          define("small(smallint) returns smallint", "small"),
          define("whole(int) returns int", "whole"),
          define("large(bigint) returns bigint", "large"),
          define("single(real) returns real", "single"),
          define("precise(float8) returns float8", "precise"),
          typed("truth_object(boolean) returns boolean", "java.lang.Boolean", "truthObject"),
          typed("small_object(smallint) returns smallint", "java.lang.Short", "smallObject"),
          typed("whole_object(int) returns int", "java.lang.Integer", "wholeObject"),
          typed("large_object(bigint) returns bigint", "java.lang.Long", "largeObject"),
          typed("single_object(real) returns real", "java.lang.Float", "singleObject"),
          typed("precise_object(float8) returns float8", "java.lang.Double", "preciseObject"),
          typed("narrowed(bigint) returns bigint", "int", "whole"),
          typed("widened(int) returns smallint", "long", "large"),
          define("decimal_of(numeric) returns numeric", "decimal"),
          define("text_of(text) returns text", "text"),
          define("varchar_of(varchar) returns varchar", "text"),
          define("json_of(json) returns json", "text"),
          define("jsonb_of(jsonb) returns jsonb", "text"),
          define("to_json_of(text) returns json", "text"),
          define("uuid_of(uuid) returns uuid", "text"),
          define("mood_of(mood) returns mood", "text"),
          define("lsn_of(pg_lsn) returns pg_lsn", "text"),
          define("domain_of(text) returns short_text", "text"),
          typed("time_text(timestamptz) returns timestamptz", "java.lang.String", "text"),
          define("length_of(text) returns text", "length"),
          define("bytes_of(bytea) returns bytea", "bytes"),
          typed(
              "instant_of(timestamptz) returns timestamptz", "java.time.OffsetDateTime", "instant"),
          define("year_of(timestamptz) returns int", "year(java.time.OffsetDateTime)"),
          define("texts_of(text[]) returns text[]", "texts"),
          define("uuids_of(uuid[]) returns uuid[]", "texts"),
          define("variadic_of(variadic text[]) returns text[]", "texts"),
          typed("larges_of(bigint[]) returns bigint[]", "java.lang.Long[]", "larges"),
          define("primitives_of(bigint[]) returns bigint[]", "primitives"),
          define("byte_arrays_of(bytea[]) returns bytea[]", "byteArrays"),
          define("nothing() returns void", "nothing"),
          define("nul() returns text", "nul"),
          define("half() returns text", "half"),
          define("words(text) returns setof text", "words"),
          define("word_table(text) returns table (word text)", "words"),
          define("numbers(int) returns setof bigint", "numbers"),
          define("missing() returns setof text", "missing"),
          define("mixed() returns setof text", "mixed"),
          define("endless() returns setof text", "endless"),
          define("query(text) returns text", "query"),
          define("query_stable(text) returns text stable", "query"),
          define("update_by(text) returns int", "update"),
          define("update_stable(text) returns int stable", "update"),
          define("fetch_some(text, int, int) returns int", "fetchSome"),
          define("parameters() returns text", "parameters"),
          define("getters() returns text", "getters"),
          define("refusals() returns text", "refusals"),
          define("batch(int) returns text", "batch"),
          define("insert_returning() returns text", "returning"),
          define("keep() returns void", "keep"),
          define("use_kept() returns void", "useKept"),
          define("fail(text, text) returns void", "fail"),
          define("fail_unchecked() returns void", "failUnchecked"),
          define("fail_oddly() returns void", "failOddly"),
          define("deep(int) returns int", "deep"),
          define("full_heap() returns int", "full"),
          define("fields(text) returns text", "fields"),
          define("rethrow(text) returns void", "rethrow"),
          define("swallow(text) returns text", "swallow"),
          define("swallow_then_fail(text) returns text", "swallowThenFail"),
          define("tried(text) returns text", "tried"),
          define("tried_inside(text) returns text", "triedInside"),
          define("tried_outside(text) returns text", "triedOutside"),
          define("savepoint_misuse() returns text", "savepointMisuse"),
          define("leave_open() returns void", "leaveOpen"),
          define("fail_open() returns void", "failOpen"),
          define("cursors() returns text", "cursors"),
          define("savepoints(int) returns void", "savepoints"),
          define("many_plans(int) returns int", "manyPlans"),
          define("other_thread() returns text", "otherThread"),
          define("spin(int) returns void", "spin"),
          define("loop(int) returns int", "loop"),
          define("stubborn(int) returns int", "stubborn"),
          define("exit_java() returns void", "exit"),
          define("recurse(int) returns int", "recurse"),
          define("below(int) returns text", "below"),
          "create procedure run_nothing() language java as '" + CLASS + "nothing'",
          "create function raise_all() returns void language plpgsql as $$ begin"
              + " raise exception using errcode='SY123', message='the message',"
              + " detail='the detail', hint='the hint', schema='the schema', table='the table',"
              + " column='the column', datatype='the type', constraint='the constraint'; end $$",
          "create function in_sql(int) returns int language plpgsql as"
              + " 'begin return 1 + in_sql($1 - 1); end'",
          "create function guarded(text) returns text language plpgsql as $$ begin"
              + " execute $1; return 'done'; exception when others then"
              + " insert into thing (id) values (60) on conflict do nothing;"
              + " return sqlstate; end $$");

  private static String define(String signature, String method) {
    return "create function " + signature + " language java as '" + CLASS + method + "'";
  }

  /** One parameter and a result of the same named Java type. */
  private static String typed(String signature, String type, String method) {
    return "create function "
        + signature
        + " language java as '"
        + type
        + " = "
        + CLASS
        + method
        + "("
        + type
        + ")'";
  }
}
