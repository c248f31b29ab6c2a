package dev.synchro.core.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.error.NotPortable;
import dev.synchro.core.value.PortableType;
import dev.synchro.core.value.PortableValue;
import dev.synchro.core.value.WireValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PgTextTest {
  private static PgColumnType type(String formatted) {
    return PgTypeMapping.ofFormatted(formatted).orElseThrow();
  }

  private static String wire(String type, String text) {
    return Utf8.decode(PgText.toPortable(type(type), Utf8.encode(text)).wire());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "box[]|{(1,1),(0,0);(2,2),(1,1)}|\"[\\\"(1,1),(0,0)\\\",\\\"(2,2),(1,1)\\\"]\"",
        "text[]|[-1:0][5:6]={{a,b},{NULL,\"NULL\"}}|\"[[\\\"a\\\",\\\"b\\\"],[null,\\\"NULL\\\"]]\"",
        "jsonb[]|{\"{\\\"b\\\": 1.0, \\\"a\\\": 2}\"}|\"[\\\"{\\\\\\\"a\\\\\\\":2,\\\\\\\"b\\\\\\\":1}\\\"]\"",
        "numeric(10,2)|0.00|\"0\"",
        "numeric|-0.00|\"0\"",
        "numeric|1e-5|\"0.00001\"",
        "numeric|12.5e3|\"12500\"",
        "real|1.1754944e-38|1.1754943508222875e-38"
      })
  void converts_what_postgres_prints(String type, String text, String expected) {
    assertThat(wire(type, text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "numeric(3,-2)",
        "numeric(2,3)",
        "money",
        "bit(3)",
        "timetz",
        "oid",
        "tsvector",
        "money[]",
        "numeric(2,5)[]",
        "time with time zone",
        "citext",
        "pg_lsn",
        "xid8"
      })
  void knows_no_other_types(String formatted) {
    assertThat(PgTypeMapping.ofFormatted(formatted)).isEmpty();
  }

  @Test
  void reads_catalogue_modifiers() {
    int tenTwo = (10 << 16 | 2) + 4;
    assertThat(PgTypeMapping.map(true, "numeric", 'b', tenTwo)).contains(type("numeric(10,2)"));
    int negativeScale = (10 << 16 | 0x7fe) + 4;
    assertThat(PgTypeMapping.map(true, "numeric", 'b', negativeScale)).isEmpty();
    assertThat(PgTypeMapping.map(false, "mood", 'e', -1).orElseThrow().keyAllowed()).isTrue();
    assertThat(PgTypeMapping.map(false, "myrange", 'r', -1).orElseThrow().keyAllowed()).isFalse();
    assertThat(PgTypeMapping.map(false, "numeric", 'b', -1)).isEmpty();
    assertThat(PgTypeMapping.map(true, "int4range", 'r', -1).orElseThrow().keyAllowed()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "}",
        "{a",
        "{a,}",
        "{,a}",
        "{a}}",
        "{a}x",
        "{\"a}",
        "{\"a\"b}",
        "{{a},b}",
        "{a,{b}}",
        "[0:1]",
        "[x]={a}",
        "[1]={a}",
        "[1:]={a}",
        "[1:1]{a}",
        "]]={a}",
        "{{a,b},{c}}",
        "{{},{}}",
        "{{{a},{b}},{{c}}}",
        "{\\",
        "{{{{{{{a}}}}}}}",
        "a",
        "{a b\"c\"}"
      })
  void refuses_texts_that_are_no_array(String text) {
    assertThatThrownBy(() -> wire("text[]", text)).isInstanceOf(NotPortable.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "integer[]|[1,null,-3]|{\"1\",NULL,\"-3\"}",
        "text[]|[[\"a\"],[\"q\\\"\\\\\"]]|{{\"a\"},{\"q\\\"\\\\\"}}",
        "text[]|[]|{}",
        "box[]|[\"(1,1),(0,0)\",\"(2,2),(1,1)\"]|{\"(1,1),(0,0)\";\"(2,2),(1,1)\"}",
        "bigint[]|[\"9223372036854775807\"]|{\"9223372036854775807\"}",
        "bytea[]|[\"AP8Q\"]|{\"\\\\x00ff10\"}"
      })
  void rebuilds_arrays(String type, String json, String expected) {
    PortableValue value = PortableValue.ofJson(Utf8.encode(json));
    assertThat(PgText.toPgText(type(type), value)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[[1],[2,3]]",
        "[1,[2]]",
        "[[1],2]",
        "[[]]",
        "[[],[]]",
        "{}",
        "1",
        "[\"1\"]",
        "[1.5]",
        "[[1],null]",
        "[[[[[[[1]]]]]]]",
        "[2147483648]"
      })
  void refuses_what_an_integer_array_cannot_hold(String json) {
    PortableValue value = PortableValue.ofJson(Utf8.encode(json));
    assertThatThrownBy(() -> PgText.toPgText(type("integer[]"), value))
        .isInstanceOf(NotPortable.class);
  }

  @Test
  void an_array_whose_json_is_not_portable_has_no_portable_form() {
    assertThatThrownBy(() -> wire("double precision[]", "{1e+16}"))
        .hasMessage("integer outside the I-JSON range");
    assertThatThrownBy(() -> wire("text[]", "{\uffff}")).hasMessage("noncharacter");
    assertThat(wire("text", "\uffff")).isEqualTo("\"\uffff\"");
  }

  @ParameterizedTest
  @CsvSource({
    "smallint,32768",
    "smallint,-32769",
    "integer,2147483648",
    "integer,-2147483649",
    "bigint,9223372036854775808",
    "bigint,-9223372036854775809",
    "bigint,100000000000000000000"
  })
  void refuses_integers_their_type_cannot_hold(String type, String text) {
    assertThatThrownBy(() -> wire(type, text)).hasMessage("out of range");
  }

  @Test
  void text_cannot_hold_a_zero() {
    PortableValue value = WireValue.read(PortableType.STRING, Utf8.encode("\"a\\u0000\""));
    assertThatThrownBy(() -> PgText.toPgText(type("text"), value)).hasMessage("NUL character");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2026-11-30 09:06:00+01", "2026-11-30 09:06:00", "2026-11-30", ""})
  void refuses_timestamps_of_another_zone(String text) {
    assertThatThrownBy(() -> wire("timestamp with time zone", text))
        .isInstanceOf(NotPortable.class);
  }
}
