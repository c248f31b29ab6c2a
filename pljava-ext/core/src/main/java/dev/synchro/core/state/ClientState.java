package dev.synchro.core.state;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;

/** The states of a client. Contract 6.1. */
public enum ClientState {
  UNINITIALIZED("uninitialized"),
  LOCAL_READY("local_ready"),
  CONNECTING("connecting"),
  SCHEMA_APPLYING("schema_applying"),
  READY("ready"),
  PUSHING("pushing"),
  PULLING("pulling"),
  REBUILDING("rebuilding"),
  BACKOFF("backoff"),
  ERROR("error"),
  STOPPED("stopped");

  private final String wireName;

  ClientState(String wireName) {
    this.wireName = wireName;
  }

  public String wireName() {
    return wireName;
  }

  /**
   * The state of exactly that name.
   *
   * @throws Malformed for any other name, a different case included
   */
  public static ClientState parse(String wireName) {
    for (ClientState state : values()) {
      if (state.wireName.equals(wireName)) {
        return state;
      }
    }
    throw new Malformed(Rule.UNKNOWN_STATE);
  }
}
