package dev.synchro.core.catalogue;

import static dev.synchro.core.catalogue.CatalogueSection.entry;

import java.util.List;

/** Classes of blocked capture. Contract 9.5. */
final class CaptureBlocks {
  private static final String AFTER_RETRY =
      "Call `synchro_retry_wal_poison`; a stream reset when the retry fails again.";

  private CaptureBlocks() {}

  static CatalogueSection section() {
    return new CatalogueSection(
        "Classes of blocked capture",
        "The `class` in `synchro.poison`. While one is active nothing later is filed: pull and"
            + " rebuild answer `temporary_unavailable` with the reason `capture_blocked`, connect"
            + " and push go on.",
        List.of(
            entry(
                "decode_failed",
                "A message of the replication stream was not understood.",
                "Never; at most with a server newer than this version knows.",
                "Compare the versions of server and synchro. " + AFTER_RETRY),
            entry(
                "validation_failed",
                "A row that is still there holds a value without portable form.",
                "When an application stores NaN, an infinity, a year beyond 9999 or JSON with"
                    + " great integers, and no CHECK constraint forbids it.",
                "Correct the rows in an ordinary transaction, then call `synchro_retry_wal_poison`."
                    + " Add the constraints of contract 2.7."),
            entry(
                "scope_evaluation_failed",
                "A row's scopes cannot be told: too many, an id that is none, or its function"
                    + " failed.",
                "Never; the limits of a registration are meant to hold.",
                "Correct the rows, the function or the limits, then call"
                    + " `synchro_retry_wal_poison`."),
            entry(
                "materialization_failed",
                "What is stored does not fit what the stream says.",
                "Never.",
                AFTER_RETRY),
            entry(
                "projection_write_failed",
                "The database refused a statement of the worker, again and again.",
                "Never; look for a full disk or changed grants.",
                "Remove the cause the server log names. " + AFTER_RETRY),
            entry(
                "transaction_commit_failed",
                "The database refused the worker's commit, again and again.",
                "Never; look for a full disk.",
                "Remove the cause the server log names. " + AFTER_RETRY),
            entry(
                "registered_relation_drift",
                "A registered relation changed without being registered again.",
                "When a migration drops, renames or retypes a captured column by itself.",
                "Register the relation as it is now, then reset the stream. Next time register in"
                    + " the transaction of the change.")));
  }
}
