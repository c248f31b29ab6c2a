package dev.synchro.core.message;

import java.util.Optional;

/** What a mutation does to its row. Contract 5.4.1. */
public enum MutationOperation {
  INSERT("insert"),
  UPDATE("update"),
  DELETE("delete");

  private final String code;

  MutationOperation(String code) {
    this.code = code;
  }

  /** The operation with this wire name. */
  public static Optional<MutationOperation> of(String code) {
    for (MutationOperation candidate : values()) {
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
}
