package dev.synchro.core.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.value.PortableType;
import dev.synchro.core.value.PortableValue;
import dev.synchro.core.value.WireValue;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

class WireValueFuzzTest {
  private static final Choice<PortableType> TYPES = new Choice<>(List.of(PortableType.values()));

  static Stream<byte[]> seeds() {
    return Seeds.entries("typed-values.json")
        .map(entry -> TYPES.input(type(entry), Seeds.member(entry, "wire")));
  }

  private static PortableType type(JsonObject entry) {
    String name = Utf8.decode(Seeds.member(entry, "type"));
    return PortableType.find(name).orElseThrow();
  }

  @MethodSource("seeds")
  @FuzzTest
  void a_wire_value_is_refused_or_written_as_it_was_read(byte[] input) {
    TYPES.read(input, WireValueFuzzTest::judge);
  }

  private static void judge(PortableType type, byte[] json) {
    Optional<PortableValue> read = Judged.read(() -> WireValue.read(type, json));
    Optional<PortableValue> ofTree =
        Judged.read(() -> WireValue.read(type, JsonParser.parse(json, JsonLimits.DOCUMENT)));
    assertThat(ofTree).isEqualTo(read);
    read.ifPresent(value -> roundTrip(value, json));
  }

  private static void roundTrip(PortableValue value, byte[] json) {
    byte[] wire = value.wire();
    assertThat(WireValue.read(value.type(), wire)).isEqualTo(value);
    assertThat(value.typed()).hasSize(value.typedLength());
    // Only a string has more than one spelling, by its escapes, and only around a value are blanks.
    boolean spelledFreely = JsonParser.parse(json, JsonLimits.DOCUMENT) instanceof JsonString;
    if (!spelledFreely) {
      assertThat(Utf8.decode(json).strip()).isEqualTo(Utf8.decode(wire));
    }
  }
}
