package dev.synchro.adapter.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a body must be before a server looks at it. Contract 5.1, 5.2 and 15. */
class BodyTest {
  private static boolean acceptable(String body) {
    return BodyShape.acceptable(body.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void a_body_may_be_nested_128_deep_and_no_deeper() {
    assertThat(acceptable("[".repeat(128) + "]".repeat(128))).isTrue();
    assertThat(acceptable("[".repeat(129) + "]".repeat(129))).isFalse();
    assertThat(acceptable("{\"a\":".repeat(129))).isFalse();
    assertThat(acceptable("[{".repeat(64))).isTrue();
    assertThat(acceptable("[{".repeat(65))).isFalse();
  }

  @Test
  void brackets_in_strings_do_not_count() {
    String brackets = "[".repeat(1000);
    assertThat(acceptable("{\"a\":\"" + brackets + "\"}")).isTrue();
    assertThat(acceptable("{\"a\":\"\\\"" + brackets + "\"}")).isTrue();
    assertThat(acceptable("{\"a\":\"\\\\\"" + brackets + "}")).isFalse();
    assertThat(acceptable("[],".repeat(1000))).isTrue();
  }

  @Test
  void octets_must_be_utf_8() {
    assertThat(acceptable("\"\u00e9 \ud83d\ude00\"")).isTrue();
    assertThat(BodyShape.acceptable(new byte[] {'"', (byte) 0xc0, (byte) 0x80, '"'})).isFalse();
    assertThat(BodyShape.acceptable(new byte[] {'"', (byte) 0xed, (byte) 0xa0, (byte) 0x80, '"'}))
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "APPLICATION/JSON",
        "application/json;charset=utf-8",
        "application/json; charset=\"UTF-8\""
      })
  void json_in_utf_8_is_the_content_type(String type) {
    assertThat(JsonContent.is(type)).isTrue();
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "",
        "text/json",
        "application/json+x",
        "application/jsonp",
        "application/json; charset=latin1",
        "application/json; charset=utf-8; x=y",
        "application/json; q=1",
        "application/json, application/json"
      })
  void nothing_else_is(String type) {
    assertThat(JsonContent.is(type)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"0", "1", "1024", "100000"})
  void what_is_packed_unpacks_to_the_same_up_to_the_limit(int octets) {
    byte[] body = new byte[octets];
    Arrays.fill(body, (byte) 'x');
    byte[] packed = Gzip.pack(body);
    assertThat(Gzip.unpack(packed, octets)).hasValueSatisfying(b -> assertThat(b).isEqualTo(body));
    if (octets > 0) {
      assertThat(Gzip.unpack(packed, octets - 1)).isEmpty();
      assertThat(Gzip.unpack(Arrays.copyOf(packed, packed.length - 1), octets)).isEmpty();
    }
  }

  @Test
  void what_is_not_packed_does_not_unpack() {
    assertThat(Gzip.unpack("{}".getBytes(StandardCharsets.UTF_8), 100)).isEmpty();
    assertThat(Gzip.unpack(new byte[0], 100)).isEmpty();
  }
}
