package dev.synchro.client;

import java.util.Locale;

/** The life of a mutation. Only the first two are unresolved. Contract 6.3. */
public enum MutationState {
  PENDING,
  SEALED,
  ACCEPTED,
  CONFLICT,
  REJECTED_TERMINAL,
  SUPERSEDED_BEFORE_SEND,
  CANCELLED_BEFORE_SEND,
  BLOCKED_BY_PREDECESSOR,
  EXCEEDS_PUSH_LIMIT;

  String storedName() {
    return name().toLowerCase(Locale.ROOT);
  }

  static MutationState ofStoredName(String storedName) {
    return valueOf(storedName.toUpperCase(Locale.ROOT));
  }
}
