package dev.synchro.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoOptionsTest {

  @Test
  void nothing_is_kept_and_the_extract_is_used_by_default() {
    assertThat(DemoOptions.parse()).isEqualTo(new DemoOptions(false, Optional.empty()));
  }

  @Test
  void every_option_is_understood_in_any_order() {
    assertThat(DemoOptions.parse("--geonames", "places", "--keep"))
        .isEqualTo(new DemoOptions(true, Optional.of(Path.of("places"))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--geonames", "--other", "keep"})
  void anything_else_is_refused_with_the_usage(String argument) {
    assertThatThrownBy(() -> DemoOptions.parse(argument))
        .isInstanceOf(DemoRefused.class)
        .hasMessage(DemoOptions.USAGE);
  }

  @Test
  void a_folder_without_the_files_is_refused_before_anything_starts(@TempDir Path folder) {
    assertThatThrownBy(() -> GeoNames.of(Optional.of(folder)))
        .isInstanceOf(DemoRefused.class)
        .hasMessageContaining("regions.csv.gz");
    assertThat(Demo.run("--geonames", folder.toString())).isEqualTo(2);
  }
}
