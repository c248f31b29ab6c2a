package dev.synchro.core.catalogue;

import dev.synchro.core.error.OutcomeCode;
import java.util.ArrayList;
import java.util.List;

/** Why a pushed mutation was not applied. Contract 5.4.5. */
final class PushOutcomes {
  private PushOutcomes() {}

  static CatalogueSection section() {
    List<CatalogueEntry> entries = new ArrayList<>();
    for (OutcomeCode code : OutcomeCode.values()) {
      entries.add(entry(code));
    }
    return new CatalogueSection(
        "Outcomes of pushed mutations",
        "The `code` of a mutation that was not applied. The others of its batch stand, unless the"
            + " batch is atomic.",
        entries);
  }

  private static CatalogueEntry entry(OutcomeCode code) {
    return switch (code) {
      case VERSION_CONFLICT ->
          of(
              code,
              "The row has another version than the one the change was made on.",
              "Whenever two devices, or a device and the server, change one row.",
              "Show or merge: the outcome holds the server's row. A new mutation on its version"
                  + " may follow.");
      case ROW_ALREADY_EXISTS ->
          of(
              code,
              "A row with this key exists, so it cannot be inserted.",
              "When keys are chosen by hand on two devices.",
              "Merge into the row the outcome holds, or insert under another key.");
      case ROW_DELETED ->
          of(
              code,
              "The row was deleted on the server.",
              "When somebody deletes what another device still edits.",
              "Drop the change or insert its content as a new row.");
      case ROW_NOT_FOUND ->
          of(
              code,
              "There is no row of this key that the user may see.",
              "When access was withdrawn, or an earlier insert was refused.",
              "Drop the change; the next pull removes what is no longer the user's.");
      case SCHEMA_INCOMPATIBLE ->
          of(
              code,
              "The mutation was made under a schema whose fields no longer mean the same.",
              "After a breaking change of the schema, for changes made before it.",
              "Connect, then make the change anew under the current schema.");
      case TABLE_NOT_SYNCED ->
          of(
              code,
              "No such table is synced.",
              "After a table was taken out of the registry.",
              "Drop the change.");
      case POLICY_REJECTED ->
          of(
              code,
              "The push policy, row security or a permission does not allow it.",
              "When an application offers what a user may not do.",
              "Do not repeat it. If the user should be allowed, correct the policy or the grants.");
      case VALIDATION_FAILED ->
          of(
              code,
              "A value is not acceptable: its wire form, a constraint, or no portable form.",
              "When the client checks less than the database.",
              "Correct the value and make a new mutation.");
      case ATOMIC_BATCH_REJECTED ->
          of(
              code,
              "Another mutation of the atomic batch failed, so none was applied.",
              "With every atomic batch in which one mutation fails.",
              "Look at the outcome that has another code, and make a new batch.");
    };
  }

  private static CatalogueEntry of(
      OutcomeCode code, String happened, String normal, String action) {
    return CatalogueSection.entry(
        code.code(), happened + " (`" + code.status() + "`)", normal, action);
  }
}
