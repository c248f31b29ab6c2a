package dev.synchro.adapter.token;

import java.util.Locale;

/** A request without a token that can be believed. Carries nothing of the token. */
public final class TokenRefused extends Exception {
  private static final long serialVersionUID = 1L;

  /** Why; for counting, never for the sender, who would learn what to change. */
  public enum Reason {
    /** No Authorization header of the form {@code Bearer token}, or several. */
    MISSING,
    /** Not a signed JSON Web Token, or one with a header that must not be. */
    MALFORMED,
    /** No key for this algorithm, kind and key id; {@code none} among them. */
    KEY,
    /** Signed by somebody else. */
    SIGNATURE,
    /** Past its end. */
    EXPIRED,
    /** Not valid yet, or of another issuer, or for another audience, or without an end. */
    CLAIMS,
    /** The user claim is absent, no string, or cannot be a user id. */
    USER;

    /** The reason in lower case. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Reason reason;

  TokenRefused(Reason reason) {
    super(reason.label(), null, false, false);
    this.reason = reason;
  }

  /** Why the token is not believed. */
  public Reason reason() {
    return reason;
  }
}
