package dev.synchro.core.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.synchro.core.error.Malformed;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Strict UTF-8. Contract 2.8. */
final class Utf8Test {
  @ParameterizedTest
  @ValueSource(strings = {"", "plain", "what?", "\u00e9", "?\u00e9", "\u20ac", "\ud83d\ude00 ?"})
  void a_text_of_scalar_values_is_encoded(String text) {
    assertThat(Utf8.encode(text)).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
    assertThat(Utf8.decode(Utf8.encode(text))).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(ints = {0xd800, 0xdbff, 0xdc00, 0xdfff})
  void half_of_a_surrogate_pair_is_refused(int unit) {
    String half = String.valueOf((char) unit);
    for (String text : new String[] {half, "a" + half, half + "?", "\u00e9" + half}) {
      assertThatThrownBy(() -> Utf8.encode(text)).isInstanceOf(Malformed.class);
    }
  }
}
