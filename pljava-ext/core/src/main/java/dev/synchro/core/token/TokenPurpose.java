package dev.synchro.core.token;

import dev.synchro.core.bytes.Domain;
import java.util.Optional;

/**
 * What a token key is for; each purpose has its own prefix, domain and payload. Contract 2.3, 2.4.
 */
public enum TokenPurpose {
  INCREMENTAL_CURSOR(
      "incremental_cursor",
      "ic1",
      Domain.INCREMENTAL_CURSOR,
      "incremental_cursor",
      "token_version"),
  REBUILD_CURSOR("rebuild_cursor", "rb1", Domain.REBUILD_CONTINUATION, "rebuild", "token_version"),
  SEED_PAGE("seed_page", "sp1", Domain.SEED_PAGE, "portable_seed_page", "version"),
  SEED_CONTINUATION(
      "seed_continuation",
      "sc1",
      Domain.SEED_CONTINUATION,
      "portable_seed_continuation",
      "version"),
  /** Only for the server's private export state, which never leaves the database. */
  SEED_SESSION("seed_session", "ss1", Domain.SEED_SESSION, "seed_session", "version");

  private final String wireName;
  private final String prefix;
  private final Domain domain;
  private final String kind;
  private final String versionMember;

  TokenPurpose(String wireName, String prefix, Domain domain, String kind, String versionMember) {
    this.wireName = wireName;
    this.prefix = prefix;
    this.domain = domain;
    this.kind = kind;
    this.versionMember = versionMember;
  }

  public String wireName() {
    return wireName;
  }

  /** First segment of the token. */
  public String prefix() {
    return prefix;
  }

  Domain domain() {
    return domain;
  }

  /** The payload's {@code kind}. */
  String kind() {
    return kind;
  }

  /** Name of the payload member that holds its format number, always 1. */
  String versionMember() {
    return versionMember;
  }

  public static Optional<TokenPurpose> find(String wireName) {
    for (TokenPurpose purpose : values()) {
      if (purpose.wireName.equals(wireName)) {
        return Optional.of(purpose);
      }
    }
    return Optional.empty();
  }

  /** The purpose whose tokens start with the prefix. */
  public static Optional<TokenPurpose> ofPrefix(String prefix) {
    for (TokenPurpose purpose : values()) {
      if (purpose.prefix.equals(prefix)) {
        return Optional.of(purpose);
      }
    }
    return Optional.empty();
  }
}
