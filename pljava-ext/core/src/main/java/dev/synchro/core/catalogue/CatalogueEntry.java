package dev.synchro.core.catalogue;

/**
 * One code and what a reader needs to know of it.
 *
 * @param code as it appears on the wire, in SQL or in a table
 * @param happened what happened, one sentence
 * @param normal when that is no reason to worry
 * @param action what to do
 */
public record CatalogueEntry(String code, String happened, String normal, String action) {
  public CatalogueEntry {
    requireText(code);
    requireText(happened);
    requireText(normal);
    requireText(action);
  }

  private static void requireText(String text) {
    if (text.isBlank()) {
      throw new IllegalArgumentException("an entry of the catalogue lacks a part");
    }
  }
}
