package dev.synchro.core.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.synchro.core.error.Malformed;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Judging the length of canonical text agrees with writing it. */
final class CanonicalSizeTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "\"\"",
        "\"\\u0000\\u001f\\\"\\\\\"",
        "\"\u00e9\u20ac\ud83d\ude00\"",
        "1e20",
        "-1.7976931348623157e308",
        "5e-324",
        "[]",
        "{}",
        "[1,[true,false,{\"a\":\"b\",\"\u20ac\":[1e20,1e20]}]]"
      })
  void a_value_is_within_its_length_and_not_within_one_octet_less(String text) {
    JsonValue value = JsonParser.parse(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    int length = CanonicalJson.write(value).length;

    assertThat(CanonicalSize.isWithin(value, length)).isTrue();
    assertThat(CanonicalSize.isWithin(value, length - 1)).isFalse();
    assertThat(CanonicalSize.isWithin(value, 1_000_000)).isTrue();
  }

  @Test
  void a_number_beyond_binary64_has_no_canonical_text() {
    JsonValue value =
        JsonParser.parse("[1,1e400]".getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);

    assertThatThrownBy(() -> CanonicalSize.isWithin(value, 1_000_000))
        .isInstanceOf(Malformed.class);
  }
}
