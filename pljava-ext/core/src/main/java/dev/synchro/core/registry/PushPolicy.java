package dev.synchro.core.registry;

import java.util.Optional;

/** Whether clients may push to a table. Contract 8.1. */
public enum PushPolicy {
  /** They may, as far as row security lets them. */
  ENABLED("enabled"),
  /** Every push is rejected. */
  READ_ONLY("read_only");

  private final String text;

  PushPolicy(String text) {
    this.text = text;
  }

  /** The policy of a text. */
  public static Optional<PushPolicy> find(String text) {
    for (PushPolicy policy : values()) {
      if (policy.text.equals(text)) {
        return Optional.of(policy);
      }
    }
    return Optional.empty();
  }

  /** The text that names it in SQL and in stored documents. */
  public String text() {
    return text;
  }
}
