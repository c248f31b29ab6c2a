package dev.synchro.worker.fault;

/**
 * The families of faults, each with the process exit code of sysexits.h it ends in and whether
 * trying again later may help.
 */
public enum FaultKind {
  /** Wrong command line. */
  USAGE(64, false),
  /** The server cannot be reached, or the connection broke. */
  UNAVAILABLE(69, true),
  /** A state that cannot be: a fault of this program. */
  BUG(70, false),
  /** The server is there but not ready for us: another worker, a lock, a shortage. */
  TEMPORARY(75, true),
  /** What the server sends or stores contradicts what we know. */
  PROTOCOL(76, false),
  /** Wrong password, wrong role shape, a missing grant. */
  PERMISSION(77, false),
  /** Bad configuration here, or settings on the server that do not allow capture. */
  CONFIGURATION(78, false);

  private final int exitCode;
  private final boolean retryable;

  FaultKind(int exitCode, boolean retryable) {
    this.exitCode = exitCode;
    this.retryable = retryable;
  }

  public int exitCode() {
    return exitCode;
  }

  public boolean retryable() {
    return retryable;
  }
}
