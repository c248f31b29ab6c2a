package dev.synchro.core.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.error.NotPortable;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.PortableJson;
import dev.synchro.core.pg.PgColumnType;
import dev.synchro.core.pg.PgScalar;
import dev.synchro.core.pg.PgText;
import dev.synchro.core.pg.PgTypeMapping;
import dev.synchro.core.value.PortableType;
import dev.synchro.core.value.PortableValue;
import dev.synchro.core.value.WireValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

class PgTextFuzzTest {
  private static final Choice<PgColumnType> TYPES = new Choice<>(types());

  private static List<PgColumnType> types() {
    List<PgColumnType> types = new ArrayList<>();
    for (PgScalar scalar : PgScalar.values()) {
      types.add(PgColumnType.of(scalar));
      types.add(PgColumnType.of(scalar).arrayOf());
    }
    return types;
  }

  static Stream<byte[]> seeds() {
    return Seeds.entries("postgres-values.json")
        .map(entry -> TYPES.input(type(entry), Seeds.member(entry, "pg_text")));
  }

  private static PgColumnType type(JsonObject entry) {
    String name = Utf8.decode(Seeds.member(entry, "pg_type"));
    return PgTypeMapping.ofFormatted(name).orElseThrow();
  }

  @MethodSource("seeds")
  @FuzzTest
  void a_text_has_no_portable_form_or_one_that_goes_back(byte[] input) {
    TYPES.read(
        input, (type, text) -> read(type, text).ifPresent(value -> roundTrip(type, text, value)));
  }

  private static Optional<PortableValue> read(PgColumnType type, byte[] text) {
    try {
      return Optional.of(PgText.toPortable(type, text));
    } catch (NotPortable refusal) {
      return Optional.empty();
    }
  }

  private static void roundTrip(PgColumnType type, byte[] text, PortableValue value) {
    assertThat(value.type()).isEqualTo(type.portableType());
    assertThat(WireValue.read(value.type(), value.wire())).isEqualTo(value);
    if (value.type() == PortableType.JSON) {
      byte[] json = Utf8.encode(value.asText());
      assertThat(PortableJson.canonicalize(json)).isEqualTo(json);
    }
    if (outputIsInput(type.scalar()) && !holdsNul(text)) {
      byte[] back = Utf8.encode(PgText.toPgText(type, value));
      assertThat(PgText.toPortable(type, back)).isEqualTo(value);
    }
  }

  /** Times are put in as they stand on the wire, which is not how the server prints them. */
  private static boolean outputIsInput(PgScalar scalar) {
    return scalar.type() != PortableType.DATETIME;
  }

  /** The server never prints U+0000 and cannot store it in text. */
  private static boolean holdsNul(byte[] text) {
    for (byte octet : text) {
      if (octet == 0) {
        return true;
      }
    }
    return false;
  }
}
