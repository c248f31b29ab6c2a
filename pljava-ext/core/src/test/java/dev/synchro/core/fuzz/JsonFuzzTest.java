package dev.synchro.core.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.PortableJson;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

class JsonFuzzTest {
  private static final JsonLimits NARROW = new JsonLimits(3, 12, true);

  static Stream<byte[]> seeds() {
    return Seeds.entries("canonical-json.json").map(entry -> Seeds.member(entry, "input"));
  }

  @MethodSource("seeds")
  @FuzzTest
  void a_json_text_is_refused_or_has_one_canonical_form(byte[] text) {
    Optional<byte[]> canonical = canonical(text, JsonLimits.DOCUMENT);
    Optional<byte[]> narrow = canonical(text, NARROW);
    narrow.ifPresent(same -> assertThat(canonical).hasValue(same));
    Judged.read(() -> PortableJson.canonicalize(text))
        .ifPresent(portable -> assertThat(canonical).hasValue(portable));
  }

  private static Optional<byte[]> canonical(byte[] text, JsonLimits limits) {
    Optional<byte[]> onePass = Judged.read(() -> CanonicalJson.canonicalize(text, limits));
    Optional<byte[]> tree = Judged.read(() -> CanonicalJson.write(JsonParser.parse(text, limits)));
    assertThat(tree.isPresent()).isEqualTo(onePass.isPresent());
    onePass.ifPresent(
        canonical -> {
          assertThat(tree).hasValue(canonical);
          assertThat(CanonicalJson.canonicalize(canonical, limits)).isEqualTo(canonical);
        });
    return onePass;
  }
}
