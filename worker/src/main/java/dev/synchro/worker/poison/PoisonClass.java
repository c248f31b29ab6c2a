package dev.synchro.worker.poison;

import java.util.Locale;

/** Why a source transaction cannot be filed. Contract 9.5. */
public enum PoisonClass {
  /** A protocol message was not understood. Recovery: retry, reset. */
  DECODE_FAILED,
  /** A value has no portable form. Recovery: repair the rows, then retry; reset. */
  VALIDATION_FAILED,
  /** A row's scopes cannot be told. Recovery: repair data or rule, then retry; reset. */
  SCOPE_EVALUATION_FAILED,
  /** The store refused something. Recovery: retry, reset. */
  MATERIALIZATION_FAILED,
  PROJECTION_WRITE_FAILED,
  TRANSACTION_COMMIT_FAILED,
  /** A registered relation changed without registration. Recovery: reset. */
  REGISTERED_RELATION_DRIFT;

  /** The word stored in the database. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }
}
