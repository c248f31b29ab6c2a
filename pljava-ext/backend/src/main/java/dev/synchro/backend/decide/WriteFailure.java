package dev.synchro.backend.decide;

import dev.synchro.core.error.OutcomeCode;

/** What an error of the database means for the mutation whose write raised it. Contract 5.4.3. */
public enum WriteFailure {
  /** The mutation is not acceptable. */
  VALIDATION_FAILED,
  /** The application does not allow it. */
  POLICY_REJECTED,
  /** The whole call is undone and may be repeated. */
  TEMPORARY,
  /** Nobody foresaw it; it is raised. */
  UNFORESEEN;

  /** What an SQLSTATE stands for. */
  public static WriteFailure of(String sqlState) {
    if (isTemporary(sqlState)) {
      return TEMPORARY;
    }
    return switch (sqlState.substring(0, 2)) {
      case "22", "23", "54" -> VALIDATION_FAILED;
      case "08", "57", "58", "XX" -> UNFORESEEN;
      default -> POLICY_REJECTED;
    };
  }

  /** Whether an SQLSTATE undoes a whole call, which is then answered with a retryable error. */
  public static boolean isTemporary(String sqlState) {
    return switch (sqlState) {
      case "40001", "40P01", "55P03", "57014" -> true;
      default -> sqlState.startsWith("53");
    };
  }

  /** The outcome of the mutation; only of the first two. */
  public OutcomeCode outcome() {
    return switch (this) {
      case VALIDATION_FAILED -> OutcomeCode.VALIDATION_FAILED;
      case POLICY_REJECTED -> OutcomeCode.POLICY_REJECTED;
      case TEMPORARY, UNFORESEEN -> throw new IllegalStateException("no outcome of a mutation");
    };
  }
}
