package dev.synchro.worker.poison;

import java.util.Optional;

/** Thrown by a stage that cannot go on with a transaction. Only the worker decides to stop. */
public final class Poisoned extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final PoisonDetail detail;
  private final transient Optional<String> relationId;

  public Poisoned(PoisonDetail detail, Optional<String> relationId) {
    super(detail.text(), null, false, false);
    this.detail = detail;
    this.relationId = relationId;
  }

  public PoisonDetail detail() {
    return detail;
  }

  public Optional<String> relationId() {
    return relationId;
  }
}
