package dev.synchro.core.catalogue;

import java.util.List;

/**
 * The codes of one place.
 *
 * @param title heading
 * @param place where a reader meets these codes, one sentence
 * @param entries in the order of the contract
 */
public record CatalogueSection(String title, String place, List<CatalogueEntry> entries) {
  public CatalogueSection {
    entries = List.copyOf(entries);
  }

  static CatalogueEntry entry(String code, String happened, String normal, String action) {
    return new CatalogueEntry(code, happened, normal, action);
  }
}
