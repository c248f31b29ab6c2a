package dev.synchro.worker.fault;

/**
 * Places in the flow at which a test stops the process for good, named after where they are. A
 * process that is told nothing passes all of them.
 */
public enum FaultPoint {
  BEFORE_WRITE,
  BEFORE_COMMIT,
  AFTER_COMMIT,
  BEFORE_BASELINE_COMMIT,
  AFTER_SLOT_CREATED,
  AFTER_BASELINE_COMMIT,
  BEFORE_ACKNOWLEDGE,
  OPERATION_REQUESTED,
  OPERATION_PREPARING,
  OPERATION_STAGING,
  BEFORE_STAGED_COMMIT,
  OPERATION_STAGED,
  BEFORE_ACTIVATION_COMMIT,
  OPERATION_ACTIVATED,
  OPERATION_CLEANED_UP;

  private static final String PROPERTY = "synchro.faultPoint";

  /** Ends the process at once when the system property {@code synchro.faultPoint} names it. */
  public void reached() {
    if (name().equals(System.getProperty(PROPERTY))) {
      Runtime.getRuntime().halt(137);
    }
  }
}
