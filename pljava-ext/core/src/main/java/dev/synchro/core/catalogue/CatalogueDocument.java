package dev.synchro.core.catalogue;

/** Renders the catalogue as the appendix of the manual, in Markdown. */
public final class CatalogueDocument {
  private static final String TITLE =
      """
      # Codes and what to do

      Every code synchro answers with, records or shows, with what happened, when that is normal, and
      what to do. Made by the build from `dev.synchro.core.catalogue`; to take over a change: `make
      accept-docs`.
      """;

  private CatalogueDocument() {}

  /** The whole document. */
  public static String markdown() {
    StringBuilder out = new StringBuilder(TITLE);
    for (CatalogueSection section : ErrorCatalogue.sections()) {
      append(section, out);
    }
    return out.toString();
  }

  private static void append(CatalogueSection section, StringBuilder out) {
    out.append("\n## ")
        .append(section.title())
        .append("\n\n")
        .append(section.place())
        .append("\n\n");
    out.append("| Code | What happened | When it is normal | What to do |\n|---|---|---|---|\n");
    for (CatalogueEntry entry : section.entries()) {
      out.append("| `").append(entry.code()).append("` | ").append(cell(entry.happened()));
      out.append(" | ").append(cell(entry.normal())).append(" | ").append(cell(entry.action()));
      out.append(" |\n");
    }
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
  }
}
