package dev.synchro.worker.poison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.synchro.core.catalogue.CatalogueEntry;
import dev.synchro.core.catalogue.ErrorCatalogue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PoisonClassTest {
  @Test
  void every_class_is_in_the_catalogue_and_no_other() {
    assertThat(ErrorCatalogue.captureBlocks().entries())
        .extracting(CatalogueEntry::code)
        .containsExactlyElementsOf(Stream.of(PoisonClass.values()).map(PoisonClass::code).toList());
  }
}
