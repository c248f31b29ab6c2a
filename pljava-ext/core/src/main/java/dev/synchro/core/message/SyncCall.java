package dev.synchro.core.message;

import dev.synchro.core.limit.Limits;

/** The four calls a client makes. Contract 5. */
public enum SyncCall {
  CONNECT(Limits.MAX_REQUEST_BODY_OCTETS),
  PUSH(Limits.MAX_PUSH_BODY_OCTETS),
  PULL(Limits.MAX_REQUEST_BODY_OCTETS),
  REBUILD(Limits.MAX_REQUEST_BODY_OCTETS);

  private final int maxBodyOctets;

  SyncCall(int maxBodyOctets) {
    this.maxBodyOctets = maxBodyOctets;
  }

  /** Most octets of a request body, as received and, for a push, as canonical text. */
  public int maxBodyOctets() {
    return maxBodyOctets;
  }
}
