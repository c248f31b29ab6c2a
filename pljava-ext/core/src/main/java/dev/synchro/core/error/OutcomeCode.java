package dev.synchro.core.error;

import java.util.Locale;
import java.util.Optional;

/** Why a pushed mutation was not applied. Contract 5.4.5. */
public enum OutcomeCode {
  /** The row is not at the base version. */
  VERSION_CONFLICT(true),
  /** A row with this key is there already. */
  ROW_ALREADY_EXISTS(true),
  /** The row was deleted. */
  ROW_DELETED(true),
  /** There never was such a row. */
  ROW_NOT_FOUND(true),
  /** Made under a schema that no longer fits. */
  SCHEMA_INCOMPATIBLE(false),
  /** No such table was ever synced. */
  TABLE_NOT_SYNCED(false),
  /** The user may not do this. */
  POLICY_REJECTED(false),
  /** A value is not acceptable. */
  VALIDATION_FAILED(false),
  /** Another mutation of the atomic batch failed. */
  ATOMIC_BATCH_REJECTED(false);

  private final boolean conflict;
  private final String code;

  OutcomeCode(boolean conflict) {
    this.conflict = conflict;
    code = name().toLowerCase(Locale.ROOT);
  }

  /** The code with this wire name. */
  public static Optional<OutcomeCode> of(String code) {
    for (OutcomeCode candidate : values()) {
      if (candidate.code.equals(code)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }

  /** The name on the wire. */
  public String code() {
    return code;
  }

  /** The code with blanks, as the message says it. */
  public String message() {
    return code.replace('_', ' ');
  }

  /** Whether the outcome is a conflict, else it is a terminal rejection. */
  public boolean conflict() {
    return conflict;
  }

  /** The outcome's {@code status} member. */
  public String status() {
    return conflict ? "conflict" : "rejected_terminal";
  }
}
