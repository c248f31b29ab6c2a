package dev.synchro.core.limit;

/**
 * Every bound of the protocol, named once. Contract 15. Octets, counts and hours as the name says.
 */
public final class Limits {
  /** Greatest counter and envelope integer: 2^53-1. Contract 1.3. */
  public static final long MAX_COUNTER = 9_007_199_254_740_991L;

  public static final int MAX_PAGE_LIMIT = 1000;

  public static final int MAX_PUSH_MUTATIONS = 1000;
  public static final int MAX_PUSH_BODY_OCTETS = 1_048_576;
  public static final int MAX_MUTATION_OCTETS = 65_536;
  public static final int MAX_MUTATION_COLUMNS = 256;
  public static final int MAX_REQUEST_BODY_OCTETS = 8_388_608;

  /** Containers nested in each other, the outermost included. */
  public static final int MAX_JSON_DEPTH = 128;

  /** Values plus member names of one JSON text. */
  public static final int MAX_JSON_VALUES = 1_000_000;

  public static final int MAX_USER_ID_OCTETS = 500;
  public static final int MAX_CLIENT_ID_OCTETS = 256;
  public static final int MAX_PLATFORM_OCTETS = 256;
  public static final int MAX_TABLE_OCTETS = 256;
  public static final int MAX_SCOPE_ID_OCTETS = 512;
  public static final int MAX_RECEIVED_HASH_OCTETS = 64;

  public static final int DEFAULT_SCOPE_FANOUT = 8;
  public static final int MAX_SCOPE_FANOUT = 1000;
  public static final int DEFAULT_IMPACT_ROWS = 1000;
  public static final int MAX_IMPACT_ROWS = 1_000_000;
  public static final int MAX_ASSIGNED_SCOPES = 1000;

  public static final int MAX_COMPACTION_BATCH = 10_000;
  public static final int MAX_BACKFILL_BATCH = 1000;
  public static final int DEFAULT_STALE_DAYS = 30;
  public static final int REBUILD_SESSION_HOURS = 24;

  public static final int MAX_CONTROL_MESSAGE_OCTETS = 4096;
  public static final int MAX_POISON_DETAIL_OCTETS = 512;

  /** Longest token text that is looked at: far above any that is ever issued. */
  public static final int MAX_TOKEN_OCTETS = 16_384;

  /** Longest semantic version that is looked at. */
  public static final int MAX_SEMVER_OCTETS = 1024;

  private Limits() {}
}
