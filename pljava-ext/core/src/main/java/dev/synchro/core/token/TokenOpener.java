package dev.synchro.core.token;

import dev.synchro.core.bytes.Base64Url;
import dev.synchro.core.error.BugException;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.limit.Limits;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Optional;

/**
 * Verifies tokens in the order of contract 2.3: three segments, strict base64url, exact members,
 * canonical text, member forms, key by id and purpose, MAC in constant time. What comes out is
 * verified; its bindings are the caller's to compare.
 */
public final class TokenOpener {
  private static final JsonLimits PAYLOAD = new JsonLimits(4, 256, true);

  private TokenOpener() {}

  /**
   * Opens an {@code ic1} token.
   *
   * @throws TokenRejected with the kind of failure
   */
  public static IncrementalCursor openIncrementalCursor(String token, KeyRing keys) {
    return (IncrementalCursor) open(token, TokenPurpose.INCREMENTAL_CURSOR, keys);
  }

  /**
   * Opens an {@code rb1} token.
   *
   * @throws TokenRejected with the kind of failure
   */
  public static RebuildContinuation openRebuildContinuation(String token, KeyRing keys) {
    return (RebuildContinuation) open(token, TokenPurpose.REBUILD_CURSOR, keys);
  }

  /**
   * Opens an {@code sp1} token.
   *
   * @throws TokenRejected with the kind of failure
   */
  public static SeedPageToken openSeedPage(String token, KeyRing keys) {
    return (SeedPageToken) open(token, TokenPurpose.SEED_PAGE, keys);
  }

  /**
   * Opens an {@code sc1} token.
   *
   * @throws TokenRejected with the kind of failure
   */
  public static SeedReceipt openSeedReceipt(String token, KeyRing keys) {
    return (SeedReceipt) open(token, TokenPurpose.SEED_CONTINUATION, keys);
  }

  /**
   * Opens the server's private export state.
   *
   * @throws TokenRejected with the kind of failure
   */
  public static SeedSession openSeedSession(String token, KeyRing keys) {
    return (SeedSession) open(token, TokenPurpose.SEED_SESSION, keys);
  }

  /**
   * Opens a token of the given purpose.
   *
   * @throws TokenRejected with the kind of failure
   */
  public static TokenPayload open(String token, TokenPurpose purpose, KeyRing keys) {
    byte[] canonical;
    byte[] mac;
    TokenPayload payload;
    try {
      int first = token.indexOf('.');
      int second = token.indexOf('.', first + 1);
      checkSegments(token, first, second, purpose);
      canonical = Base64Url.decode(token.substring(first + 1, second));
      mac = Base64Url.decode(token.substring(second + 1));
      payload = read(purpose, canonical);
    } catch (TokenRejected rejection) {
      throw rejection;
    } catch (Malformed refusal) {
      throw new TokenRejected(TokenRejected.Kind.MALFORMED, refusal.rule());
    }
    SecretBytes secret = secret(payload, keys);
    byte[] expected = HmacSha256.mac(secret, purpose.domain().octets(), canonical);
    if (!MessageDigest.isEqual(expected, mac)) {
      throw new TokenRejected(TokenRejected.Kind.BAD_MAC, Rule.TOKEN_MAC);
    }
    return payload;
  }

  private static void checkSegments(String token, int first, int second, TokenPurpose purpose) {
    boolean three =
        token.length() <= Limits.MAX_TOKEN_OCTETS
            && first > 0
            && second > first + 1
            && second < token.length() - 1
            && token.indexOf('.', second + 1) < 0;
    if (!three) {
      throw new Malformed(Rule.TOKEN_SHAPE);
    }
    if (!token.substring(0, first).equals(purpose.prefix())) {
      throw new Malformed(Rule.TOKEN_PREFIX);
    }
  }

  private static TokenPayload read(TokenPurpose purpose, byte[] canonical) {
    JsonObject payload = JsonParser.parseObject(canonical, PAYLOAD);
    TokenPayload read =
        switch (purpose) {
          case INCREMENTAL_CURSOR -> IncrementalCursor.read(payload);
          case REBUILD_CURSOR -> RebuildContinuation.read(payload);
          case SEED_PAGE -> SeedPageToken.read(payload);
          case SEED_CONTINUATION -> SeedReceipt.read(payload);
          case SEED_SESSION -> SeedSession.read(payload);
        };
    // What was read is written as canonical text; the payload itself only says why they differ.
    if (!Arrays.equals(canonical, read.canonical())) {
      if (!Arrays.equals(canonical, CanonicalJson.write(payload))) {
        throw new Malformed(Rule.TOKEN_NOT_CANONICAL);
      }
      throw new BugException("a token payload that is not written as it was read");
    }
    return read;
  }

  private static SecretBytes secret(TokenPayload payload, KeyRing keys) {
    Optional<TokenKey> key = keys.find(payload.purpose(), payload.keyId());
    if (key.isEmpty()) {
      throw new TokenRejected(TokenRejected.Kind.UNKNOWN_KEY, Rule.TOKEN_KEY_UNKNOWN);
    }
    if (key.get().secret().isEmpty()) {
      throw new TokenRejected(TokenRejected.Kind.RETIRED_KEY, Rule.TOKEN_KEY_RETIRED);
    }
    return key.get().secret().get();
  }
}
