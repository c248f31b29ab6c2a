package dev.synchro.core.catalogue;

import java.util.List;

/** All sections of the catalogue. */
public final class ErrorCatalogue {
  private ErrorCatalogue() {}

  /** Error answers of the four calls. Contract 5.7. */
  public static CatalogueSection callErrors() {
    return CallErrors.section();
  }

  /** Outcomes of pushed mutations that were not applied. Contract 5.4.5. */
  public static CatalogueSection pushOutcomes() {
    return PushOutcomes.section();
  }

  /** Reasons for which a registration is refused. Contract 8.3. */
  public static CatalogueSection registrationReasons() {
    return RegistrationReasons.section();
  }

  /** Classes of blocked capture. Contract 9.5. */
  public static CatalogueSection captureBlocks() {
    return CaptureBlocks.section();
  }

  /** Reasons for which readiness is not ready. Contract 10.1. */
  public static CatalogueSection readinessReasons() {
    return ReadinessReasons.section();
  }

  /** Every section, in the order of the document. */
  public static List<CatalogueSection> sections() {
    return List.of(
        callErrors(), pushOutcomes(), registrationReasons(), readinessReasons(), captureBlocks());
  }
}
