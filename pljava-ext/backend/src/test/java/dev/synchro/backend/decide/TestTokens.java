package dev.synchro.backend.decide;

import dev.synchro.core.position.Lsn;
import dev.synchro.core.position.Position;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.schema.SchemaReference;
import dev.synchro.core.schema.TransitionClass;
import dev.synchro.core.token.Bindings;
import dev.synchro.core.token.IncrementalCursor;
import dev.synchro.core.token.KeyRing;
import dev.synchro.core.token.KeyState;
import dev.synchro.core.token.RebuildContinuation;
import dev.synchro.core.token.SecretBytes;
import dev.synchro.core.token.SeedReceipt;
import dev.synchro.core.token.TokenKey;
import dev.synchro.core.token.TokenPurpose;
import dev.synchro.core.token.TokenSealer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A state of the server, and tokens made for it that differ from a good one in the one point a test
 * names.
 */
final class TestTokens {
  static final String SCOPE = "s";
  static final String SESSION = "00000000-0000-4000-8000-00000000000a";
  static final String REBUILD = "00000000-0000-4000-8000-00000000000b";
  static final int PAGE = 10;

  /** Version 2 is incompatible with 1, 4 touches scope s, 5 is in force. */
  static final SchemaHistory HISTORY =
      new SchemaHistory(
          List.of(
              step(1, TransitionClass.INITIAL),
              step(2, TransitionClass.CLASS_4),
              step(3, TransitionClass.CLASS_2),
              step(4, TransitionClass.CLASS_3, SCOPE),
              step(5, TransitionClass.CLASS_2)));

  static final StreamFacts STREAM = new StreamFacts(3, 7, end(50), reference(5), false);
  static final ScopeFacts FACTS = facts(SCOPE);
  static final ClientFacts CLIENT = new ClientFacts(1, 2, false, 4, 6, 6, false);
  static final ClientBinding BINDING = ClientBinding.of("u", "c", 2);

  /** Of every purpose one key that signs, one that verifies, and a retired one. */
  static final KeyRing KEYS =
      new KeyRing(
          Arrays.stream(TokenPurpose.values())
              .flatMap(
                  purpose ->
                      List.of(
                          key(purpose, 3, 3, KeyState.ACTIVE),
                          key(purpose, 2, 2, KeyState.VERIFY_ONLY),
                          key(purpose, 1, 1, KeyState.RETIRED))
                          .stream())
              .toList());

  private static final String TIME = "2026-01-02T03:04:05.000006Z";

  private TestTokens() {}

  private static PublishedSchema step(long version, TransitionClass transition, String... scopes) {
    return new PublishedSchema(reference(version), transition, Set.of(scopes));
  }

  static SchemaReference reference(long version) {
    return new SchemaReference(version, hash(version));
  }

  private static SchemaHash hash(long version) {
    byte[] octets = new byte[32];
    octets[0] = (byte) version;
    return SchemaHash.of(octets);
  }

  static Position end(long lsn) {
    return new Position.TransactionEnd(new Lsn(lsn));
  }

  static ScopeFacts facts(String scopeId) {
    return new ScopeFacts(scopeId, OptionalLong.of(9), 11, 12, end(10), 2, new byte[32]);
  }

  private static TokenKey key(TokenPurpose purpose, int number, int fill, KeyState state) {
    byte[] secret = new byte[SecretBytes.LENGTH];
    Arrays.fill(secret, (byte) (fill * purpose.wireName().length()));
    return new TokenKey(
        TokenKey.idOf(purpose, number),
        purpose,
        state,
        state == KeyState.RETIRED ? Optional.empty() : Optional.of(new SecretBytes(secret)));
  }

  /** The key that signs a token with the difference, as far as it is one of the key. */
  private static TokenKey signer(TokenPurpose purpose, String difference) {
    return switch (difference) {
      case "of a key that only verifies" -> key(purpose, 2, 2, KeyState.ACTIVE);
      case "of a retired key" -> key(purpose, 1, 1, KeyState.ACTIVE);
      case "of an unknown key" -> key(purpose, 4, 4, KeyState.ACTIVE);
      case "with another secret" -> key(purpose, 3, 4, KeyState.ACTIVE);
      default -> key(purpose, 3, 3, KeyState.ACTIVE);
    };
  }

  private static Position position(String difference) {
    return switch (difference) {
      case "at the floor" -> end(10);
      case "below the floor", "of schema 4 and below the floor" ->
          new Position.Effect(new Lsn(10), Long.MAX_VALUE, 0);
      case "at the start" -> new Position.GenerationStart();
      case "at the boundary" -> end(50);
      case "behind the boundary" -> new Position.Effect(new Lsn(51), 0, 0);
      default -> end(30);
    };
  }

  /** Boundaries are ends of transactions, positions within them need not be. */
  private static Position boundary(String difference) {
    return switch (difference) {
      case "below the floor" -> end(9);
      case "behind the boundary" -> end(51);
      default -> position(difference);
    };
  }

  private static SchemaHash schema(String difference) {
    if (difference.startsWith("of schema ")) {
      return hash(Long.parseLong(difference.substring(10, 11)));
    }
    return hash(5);
  }

  private static String scope(String difference) {
    return difference.equals("of another scope") ? "another" : SCOPE;
  }

  private static long shifted(String difference, String generation, long current) {
    if (difference.equals("of an older " + generation)) {
      return current - 1;
    }
    return difference.equals("of a later " + generation) ? current + 1 : current;
  }

  private static String userBinding(String difference) {
    return Bindings.user(difference.equals("of another user") ? "v" : "u");
  }

  private static String clientBinding(String difference) {
    return Bindings.client("u", difference.equals("of another client") ? "d" : "c");
  }

  /** An {@code ic1} token of another scope at position 30, made under an earlier schema. */
  static String cursorOf(String scopeId, long schemaVersion) {
    return cursor("as issued", scopeId, hash(schemaVersion));
  }

  /** An {@code ic1} token at position 30, but for the difference. */
  static String cursor(String difference) {
    return difference.equals("of another kind")
        ? continuation("as issued")
        : cursor(difference, scope(difference), schema(difference));
  }

  private static String cursor(String difference, String scopeId, SchemaHash schema) {
    TokenKey key = signer(TokenPurpose.INCREMENTAL_CURSOR, difference);
    return TokenSealer.seal(
        new IncrementalCursor(
            key.keyId(),
            shifted(difference, "stream generation", 3),
            position(difference),
            userBinding(difference),
            clientBinding(difference),
            shifted(difference, "client generation", 2),
            scopeId,
            schema,
            shifted(difference, "membership generation", 11),
            shifted(difference, "retention generation", 12),
            TIME),
        key);
  }

  /** An {@code rb1} token for the second page, but for the difference. */
  static String continuation(String difference) {
    if (difference.equals("of another kind")) {
      return cursor("as issued");
    }
    TokenKey key = signer(TokenPurpose.REBUILD_CURSOR, difference);
    return TokenSealer.seal(
        new RebuildContinuation(
            key.keyId(),
            shifted(difference, "stream generation", 3),
            userBinding(difference),
            clientBinding(difference),
            shifted(difference, "client generation", 2),
            scope(difference),
            schema(difference),
            shifted(difference, "membership generation", 11),
            shifted(difference, "retention generation", 12),
            difference.equals("of another session") ? REBUILD : SESSION,
            difference.equals("of another rebuild") ? SESSION : REBUILD,
            boundary(difference),
            PAGE,
            difference.equals("of another limit") ? PAGE + 1 : PAGE,
            shifted(difference, "epoch", 6),
            TIME,
            TIME),
        key);
  }

  /** An {@code sc1} token that shows the scope at position 30, but for the difference. */
  static String receipt(String difference) {
    if (difference.equals("of another kind")) {
      return cursor("as issued");
    }
    TokenKey key = signer(TokenPurpose.SEED_CONTINUATION, difference);
    return TokenSealer.seal(
        new SeedReceipt(
            key.keyId(),
            SESSION,
            "ab".repeat(32),
            schema(difference),
            scope(difference),
            shifted(difference, "registry generation", 7),
            shifted(difference, "membership generation", 11),
            shifted(difference, "retention generation", 12),
            shifted(difference, "stream generation", 3),
            boundary(difference),
            difference.equals("of another count") ? 3 : 2,
            (difference.equals("of another digest") ? "01" : "00").repeat(32),
            TIME),
        key);
  }
}
