package dev.synchro.core.state;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** The complete map of legal client transitions: 50 of 121 ordered pairs. Contract 6.1. */
public final class ClientTransitions {
  private static final Map<ClientState, Set<ClientState>> LEGAL = new EnumMap<>(ClientState.class);

  static {
    from(
        ClientState.UNINITIALIZED, ClientState.LOCAL_READY, ClientState.ERROR, ClientState.STOPPED);
    from(ClientState.LOCAL_READY, ClientState.CONNECTING, ClientState.ERROR, ClientState.STOPPED);
    from(
        ClientState.CONNECTING,
        ClientState.SCHEMA_APPLYING,
        ClientState.READY,
        ClientState.BACKOFF,
        ClientState.ERROR,
        ClientState.STOPPED);
    from(
        ClientState.SCHEMA_APPLYING,
        ClientState.READY,
        ClientState.REBUILDING,
        ClientState.ERROR,
        ClientState.STOPPED);
    from(
        ClientState.READY,
        ClientState.CONNECTING,
        ClientState.PUSHING,
        ClientState.PULLING,
        ClientState.REBUILDING,
        ClientState.ERROR,
        ClientState.STOPPED);
    from(
        ClientState.PUSHING,
        ClientState.CONNECTING,
        ClientState.READY,
        ClientState.PUSHING,
        ClientState.PULLING,
        ClientState.BACKOFF,
        ClientState.ERROR,
        ClientState.STOPPED);
    from(
        ClientState.PULLING,
        ClientState.CONNECTING,
        ClientState.READY,
        ClientState.PULLING,
        ClientState.REBUILDING,
        ClientState.BACKOFF,
        ClientState.ERROR,
        ClientState.STOPPED);
    from(
        ClientState.REBUILDING,
        ClientState.CONNECTING,
        ClientState.READY,
        ClientState.REBUILDING,
        ClientState.BACKOFF,
        ClientState.ERROR,
        ClientState.STOPPED);
    from(
        ClientState.BACKOFF,
        ClientState.CONNECTING,
        ClientState.PUSHING,
        ClientState.PULLING,
        ClientState.REBUILDING,
        ClientState.ERROR,
        ClientState.STOPPED);
    from(ClientState.ERROR, ClientState.LOCAL_READY, ClientState.STOPPED);
    from(ClientState.STOPPED, ClientState.LOCAL_READY);
  }

  private ClientTransitions() {}

  private static void from(ClientState from, ClientState first, ClientState... others) {
    LEGAL.put(from, EnumSet.of(first, others));
  }

  public static boolean isLegal(ClientState from, ClientState to) {
    return LEGAL.get(from).contains(to);
  }

  /**
   * Refuses an unlisted pair. Callers check before they touch queue, cursors, rebuild, schema,
   * assignment or backoff records. A refusal is never retried. Contract 6.1.
   *
   * @throws Malformed when the pair is not in the map
   */
  public static void require(ClientState from, ClientState to) {
    if (!isLegal(from, to)) {
      throw new Malformed(Rule.ILLEGAL_TRANSITION);
    }
  }
}
