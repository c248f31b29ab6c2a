package dev.synchro.core.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.synchro.core.schema.SchemaManifest;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

class ManifestFuzzTest {
  static Stream<byte[]> seeds() {
    return Seeds.entries("schema-manifests.json").map(entry -> Seeds.member(entry, "manifest"));
  }

  @MethodSource("seeds")
  @FuzzTest
  void a_manifest_is_refused_or_published_as_it_was_read(byte[] text) {
    Judged.read(() -> SchemaManifest.parse(text)).ifPresent(ManifestFuzzTest::roundTrip);
  }

  private static void roundTrip(SchemaManifest manifest) {
    SchemaManifest again = SchemaManifest.parse(manifest.published());
    assertThat(again.published()).isEqualTo(manifest.published());
    assertThat(again.hash()).isEqualTo(manifest.hash());
  }
}
