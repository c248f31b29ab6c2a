package dev.synchro.worker.poison;

/** The fixed vocabulary of poison details; never a value. Contract 9.5. */
public enum PoisonDetail {
  MESSAGE_NOT_UNDERSTOOD(PoisonClass.DECODE_FAILED, "a message of the stream is not understood"),
  VALUE_NOT_PORTABLE(PoisonClass.VALIDATION_FAILED, "a value has no portable form"),
  KEY_NOT_PORTABLE(PoisonClass.VALIDATION_FAILED, "a key has no portable form"),
  TOO_MANY_SCOPES(
      PoisonClass.SCOPE_EVALUATION_FAILED, "a row is in more scopes than its table allows"),
  SCOPE_ID_INVALID(
      PoisonClass.SCOPE_EVALUATION_FAILED, "a scope id is empty or longer than 512 octets"),
  FUNCTION_FAILED(
      PoisonClass.SCOPE_EVALUATION_FAILED, "a membership or impact function failed or is gone"),
  FUNCTION_RESULT_INVALID(
      PoisonClass.SCOPE_EVALUATION_FAILED,
      "a membership or impact function returned what is no scope id or no row of its target"),
  FUNCTION_CHANGED(
      PoisonClass.SCOPE_EVALUATION_FAILED,
      "a membership or impact function is not the one that was registered"),
  TOO_MANY_IMPACT_ROWS(
      PoisonClass.SCOPE_EVALUATION_FAILED, "an impact function returned more rows than allowed"),
  VALUE_MISSING(PoisonClass.MATERIALIZATION_FAILED, "an unchanged value is not in the projection"),
  TOO_MANY_PENDING(
      PoisonClass.VALIDATION_FAILED, "more rows of one transaction are unfit than memory holds"),
  ENTRIES_INCONSISTENT(
      PoisonClass.MATERIALIZATION_FAILED,
      "the entries of a scope do not add up to its cardinality"),
  WRITE_REFUSED(PoisonClass.PROJECTION_WRITE_FAILED, "the store refused a statement"),
  SHAPE_CHANGED(
      PoisonClass.REGISTERED_RELATION_DRIFT, "a relation no longer has its registered shape");

  private final PoisonClass poisonClass;
  private final String text;

  PoisonDetail(PoisonClass poisonClass, String text) {
    this.poisonClass = poisonClass;
    this.text = text;
  }

  public PoisonClass poisonClass() {
    return poisonClass;
  }

  public String text() {
    return text;
  }
}
