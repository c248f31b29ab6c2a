package dev.synchro.worker.fault;

/**
 * A classified fault. The message is one of ours and bounded; the text of a database error is
 * dropped, since it may hold values (contract 11).
 */
public final class WorkerFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final FaultKind kind;

  public WorkerFault(FaultKind kind, String message) {
    super(message);
    this.kind = kind;
  }

  public FaultKind kind() {
    return kind;
  }
}
