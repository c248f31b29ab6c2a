package dev.synchro.worker.store;

/** The stored entries of a scope are not what its cardinality says. */
public final class IntegrityBroken extends RuntimeException {
  private static final long serialVersionUID = 1L;

  IntegrityBroken() {
    super("the entries of a scope do not add up to its cardinality");
  }
}
