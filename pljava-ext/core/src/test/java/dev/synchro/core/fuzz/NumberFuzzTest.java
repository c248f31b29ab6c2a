package dev.synchro.core.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.json.EcmaNumber;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonNumber;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.value.CanonicalDecimal;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

class NumberFuzzTest {
  /** Where a plain BigDecimal would need more room than a test should take. */
  private static final int PLAIN_EXPONENT = 400;

  static Stream<byte[]> seeds() {
    return Stream.concat(
        Seeds.entries("float-text.json").map(entry -> Seeds.member(entry, "text")),
        Stream.of("12345678", "1e400", "-0.0e-0", "9007199254740993.00000000000000000000000001")
            .map(Utf8::encode));
  }

  @MethodSource("seeds")
  @FuzzTest
  void a_number_is_the_nearest_binary64_and_its_shortest_text(byte[] input) {
    if (input.length == Long.BYTES) {
      roundTrip(ByteBuffer.wrap(input).getDouble());
    }
    Optional<JsonValue> json = Judged.read(() -> JsonParser.parse(input, JsonLimits.DOCUMENT));
    if (json.orElse(null) instanceof JsonNumber number) {
      double value = EcmaNumber.parse(number.text());
      assertThat(value).isEqualTo(Double.parseDouble(number.text()));
      roundTrip(value);
      exactly(number.text());
    }
  }

  private static void roundTrip(double value) {
    Judged.read(() -> EcmaNumber.text(value))
        .ifPresent(text -> assertThat(EcmaNumber.parse(text)).isEqualTo(value + 0.0));
  }

  private static void exactly(String text) {
    BigDecimal exact;
    try {
      exact = new BigDecimal(text);
    } catch (NumberFormatException exponentBeyondItsReach) {
      return;
    }
    if (Math.abs((long) exact.scale()) + exact.precision() < PLAIN_EXPONENT) {
      String plain = exact.signum() == 0 ? "0" : exact.stripTrailingZeros().toPlainString();
      byte[] octets = Utf8.encode(text);
      byte[] canonical = CanonicalDecimal.canonicalize(octets, 0, octets.length);
      assertThat(Utf8.decode(canonical)).isEqualTo(plain);
    }
  }
}
