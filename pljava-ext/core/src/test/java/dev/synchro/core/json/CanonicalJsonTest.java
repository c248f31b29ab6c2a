package dev.synchro.core.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalJsonTest {
  private static String canonical(String text) {
    return Utf8.decode(PortableJson.canonicalize(Utf8.encode(text)));
  }

  /** The documents RFC 8785 is illustrated with. */
  static Stream<Arguments> samples() {
    return Stream.of(
        Arguments.of(
            "[56, {\"d\": true, \"10\": null, \"1\": [ ]}]",
            "[56,{\"1\":[],\"10\":null,\"d\":true}]"),
        Arguments.of(
            "{\"peach\":\"This sorting order\",\"péché\":\"is wrong according to French\","
                + "\"pêche\":\"but canonicalization MUST\",\"sin\":\"ignore locale\"}",
            "{\"peach\":\"This sorting order\",\"péché\":\"is wrong according to French\","
                + "\"pêche\":\"but canonicalization MUST\",\"sin\":\"ignore locale\"}"),
        Arguments.of(
            "{\"1\": {\"f\": {\"f\": \"hi\",\"F\": 5} ,\"\\n\": 56.0},\"10\": { },"
                + "\"\": \"empty\",\"a\": { },\"111\": [ {\"e\": \"yes\",\"E\": \"no\" } ],\"A\": { }}",
            "{\"\":\"empty\",\"1\":{\"\\n\":56,\"f\":{\"F\":5,\"f\":\"hi\"}},\"10\":{},"
                + "\"111\":[{\"E\":\"no\",\"e\":\"yes\"}],\"A\":{},\"a\":{}}"),
        Arguments.of(
            "{\"Unnormalized Unicode\":\"A\\u030a\"}", "{\"Unnormalized Unicode\":\"A\u030a\"}"),
        Arguments.of(
            "{\"numbers\": [333333333.33333329, 1E3, 4.50, 2e-3, 0.000000000000000000000000001],"
                + "\"string\": \"\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\\"\\/\","
                + "\"literals\": [null, true, false]}",
            "{\"literals\":[null,true,false],"
                + "\"numbers\":[333333333.3333333,1000,4.5,0.002,1e-27],"
                + "\"string\":\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}"),
        Arguments.of(
            "{\"\\u20ac\": \"Euro Sign\",\"\\r\": \"Carriage Return\",\"\\u000a\": \"Newline\","
                + "\"1\": \"One\",\"\\u0080\": \"Control\\u007f\",\"\\ud83d\\ude02\": \"Smiley\","
                + "\"\\u00f6\": \"Latin\",\"\\ufb33\": \"Hebrew\",\"</script>\": \"Browser\"}",
            "{\"\\n\":\"Newline\",\"\\r\":\"Carriage Return\",\"1\":\"One\","
                + "\"</script>\":\"Browser\",\"\u0080\":\"Control\u007f\",\"ö\":\"Latin\","
                + "\"€\":\"Euro Sign\",\"\ud83d\ude02\":\"Smiley\",\"\ufb33\":\"Hebrew\"}"));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void writes_the_samples_of_the_rfc(String input, String expected) {
    assertThat(canonical(input)).isEqualTo(expected);
  }

  @Test
  void orders_names_by_utf16_units_whatever_escapes_they_need() {
    String text =
        "{\"\ue000\":1,\"\ud83d\ude02\":2,\"\\u0001\":3,\"\\\"\":4,\"!\":5,\"#\":6,\"\\\\\":7,"
            + "\"[\":8,\"]\":9,\"\\u001f\":10,\" \":11,\"\\n\":12,\"\\ta\":13,\"\\t\":14}";
    assertThat(canonical(text))
        .isEqualTo(
            "{\"\\u0001\":3,\"\\t\":14,\"\\ta\":13,\"\\n\":12,\"\\u001f\":10,\" \":11,\"!\":5,"
                + "\"\\\"\":4,\"#\":6,\"[\":8,\"\\\\\":7,\"]\":9,\"\ud83d\ude02\":2,\"\ue000\":1}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "9007199254740992.5",
        "9007199254740991.5",
        "-9007199254740992",
        "1e16",
        "1e999999999",
        "123456789012345678901234567890e-13"
      })
  void refuses_numbers_beyond_the_integers_of_i_json(String number) {
    assertThatThrownBy(() -> canonical(number))
        .isInstanceOf(Malformed.class)
        .hasMessageContaining(Rule.INTEGER_RANGE.text());
  }

  @ParameterizedTest
  @ValueSource(strings = {"9007199254740991.4", "9.007199254740991e15", "1e-999999999", "-0.0e5"})
  void rounds_every_other_number(String number) {
    assertThat(canonical(number)).isIn("9007199254740991", "0");
  }

  @Test
  void names_the_octet_at_which_a_rule_is_broken() {
    assertThatThrownBy(() -> canonical("{\"a\":[1,\"\\ud800\"]}"))
        .hasMessage("lone surrogate at octet 9");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ff", "c080", "eda080", "f4908080", "e28a", "80", "f8888080", "c3"})
  void refuses_octets_that_are_no_utf8(String hex) {
    byte[] bad = dev.synchro.core.bytes.Hex.decode("22" + hex + "22");
    assertThatThrownBy(() -> PortableJson.canonicalize(bad)).isInstanceOf(Malformed.class);
    assertThatThrownBy(() -> JsonParser.parse(bad, JsonLimits.DOCUMENT))
        .isInstanceOf(Malformed.class);
  }

  @Test
  void depth_and_number_of_values_end_exactly_at_their_limits() {
    String deepest = "[".repeat(128) + "]".repeat(128);
    assertThat(canonical(deepest)).isEqualTo(deepest);
    assertThatThrownBy(() -> canonical("[" + deepest + "]"))
        .hasMessageContaining(Rule.TOO_DEEP.text());
    String most = "[" + "0,".repeat(999_998) + "0]";
    assertThat(canonical(most)).isEqualTo(most);
    assertThatThrownBy(() -> canonical("[" + "0,".repeat(999_999) + "0]"))
        .hasMessageContaining(Rule.TOO_MANY_VALUES.text());
  }

  @Test
  void finds_repeated_names_among_many() {
    StringBuilder text = new StringBuilder("{");
    for (int i = 0; i < 50_000; i++) {
      text.append("\"n").append(i * 7919 % 50_000).append("\":0,");
    }
    assertThat(canonical(text + "\"m\":0}")).startsWith("{\"m\":0,\"n0\":0,\"n1\":0");
    assertThatThrownBy(() -> canonical(text + "\"\\u006e49999\":0}"))
        .hasMessageContaining(Rule.DUPLICATE_MEMBER.text());
  }

  @Test
  void a_writer_refuses_members_out_of_order() {
    JsonWriter writer = new JsonWriter().beginObject().name("b").number(1);
    assertThatThrownBy(() -> writer.name("a"))
        .isInstanceOf(dev.synchro.core.error.BugException.class);
  }
}
