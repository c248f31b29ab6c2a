package dev.synchro.core.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Refusal;
import dev.synchro.core.pg.PgText;
import dev.synchro.core.pg.PgTypeMapping;
import dev.synchro.core.token.KeyRing;
import dev.synchro.core.token.TokenOpener;
import dev.synchro.core.token.TokenPurpose;
import dev.synchro.core.value.PortableType;
import dev.synchro.core.value.WireValue;
import dev.synchro.core.version.SemVer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** 1 MiB of the worst, to every reader. The deadline only stops a hang: it measures nothing. */
class HostileJsonTest {
  private static final int MEBIBYTE = 1 << 20;

  static Stream<Arguments> shapes() {
    return Stream.of(
        shape("opening brackets", fill("", "[", "")),
        shape("opening objects", fill("", "{\"a\":", "")),
        shape("alternating brackets", fill("", "[[]],", "")),
        shape("a huge exponent", fill("1e", "9", "")),
        shape("a huge negative exponent", fill("1e-", "9", "")),
        shape("a huge integer", fill("", "9", "")),
        shape("a huge fraction", fill("0.", "0", "1")),
        shape("a number halfway between doubles", fill("9007199254740993.", "0", "1")),
        shape("many long numbers", fill("[", "1.00000000000000011102230246251565,", "1]")),
        shape("many numbers of great exponents", fill("[", "9e307,9e-324,", "1]")),
        shape("a long string", fill("\"", "a", "\"")),
        shape("a string of escapes", fill("\"", "\\u0000", "\"")),
        shape("a string without end", fill("\"", "\\\\", "")),
        shape("one name again and again", fill("{", "\"a\":0,", "\"a\":0}")),
        shape("names that differ at their end", names()),
        shape("nested unsorted objects", nested()),
        shape("blanks", fill("", " ", "")),
        shape("braces", fill("", "{", "")),
        shape("an array that is PostgreSQL's", fill("{", "\"\\\\\",", "a}")),
        shape("dots", fill("", ".", "")),
        shape("version identifiers", fill("1.0.0-a", ".a", "")),
        shape("octets without meaning", fill("", "\u00ff\u0000", "")));
  }

  private static Arguments shape(String name, String text) {
    return Arguments.of(name, text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static String fill(String before, String unit, String after) {
    return before + unit.repeat(MEBIBYTE / unit.length()) + after;
  }

  private static String names() {
    StringBuilder text = new StringBuilder("{");
    String shared = "x".repeat(500);
    for (int i = 2000; i > 0; i--) {
      text.append('"').append(shared).append(i).append("\":0,");
    }
    return text.append("\"\":0}").toString();
  }

  private static String nested() {
    StringBuilder text = new StringBuilder();
    text.append("{\"b\":1,\"a\":".repeat(127));
    text.append('"').append("y".repeat(MEBIBYTE - 4096)).append('"');
    return text.append("}".repeat(127)).toString();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("shapes")
  @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void every_reader_answers(String name, byte[] octets) {
    refusedOrRead(() -> PortableJson.canonicalize(octets));
    refusedOrRead(() -> CanonicalJson.write(JsonParser.parse(octets, JsonLimits.DOCUMENT)));
    for (PortableType type : PortableType.values()) {
      refusedOrRead(() -> WireValue.read(type, octets));
    }
    for (String type :
        List.of("numeric", "real", "double precision", "jsonb", "text[]", "integer[]", "bytea")) {
      refusedOrRead(() -> PgText.toPortable(PgTypeMapping.ofFormatted(type).get(), octets));
    }
    String text = new String(octets, StandardCharsets.ISO_8859_1);
    refusedOrRead(() -> TokenOpener.open(text, TokenPurpose.SEED_PAGE, new KeyRing(List.of())));
    refusedOrRead(() -> SemVer.parse(text));
  }

  private static void refusedOrRead(Runnable reading) {
    try {
      reading.run();
    } catch (Malformed refusal) {
      assertThat(refusal).isInstanceOf(Refusal.class);
      assertThat(refusal.getMessage()).hasSizeLessThan(120);
    }
  }
}
