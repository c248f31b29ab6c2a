package dev.synchro.core.token;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;

/** A token that is not accepted, with the reason that decides the answer. Contract 2.3. */
public final class TokenRejected extends Malformed {
  private static final long serialVersionUID = 1L;

  /** What is wrong; later entries were found out only after earlier ones were ruled out. */
  public enum Kind {
    /** Not a token of the expected kind in canonical form. */
    MALFORMED,
    UNKNOWN_KEY,
    /** The key was retired and its secret erased. */
    RETIRED_KEY,
    BAD_MAC
  }

  private final Kind kind;

  TokenRejected(Kind kind, Rule rule) {
    super(rule);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
