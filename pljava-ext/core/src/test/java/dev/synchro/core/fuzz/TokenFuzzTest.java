package dev.synchro.core.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.synchro.core.bytes.Base64Url;
import dev.synchro.core.bytes.Domain;
import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.position.Lsn;
import dev.synchro.core.position.Position;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.token.IncrementalCursor;
import dev.synchro.core.token.KeyRing;
import dev.synchro.core.token.KeyState;
import dev.synchro.core.token.RebuildContinuation;
import dev.synchro.core.token.SecretBytes;
import dev.synchro.core.token.SeedSession;
import dev.synchro.core.token.TokenKey;
import dev.synchro.core.token.TokenOpener;
import dev.synchro.core.token.TokenPayload;
import dev.synchro.core.token.TokenPurpose;
import dev.synchro.core.token.TokenRejected;
import dev.synchro.core.token.TokenSealer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Nobody but the server can make a token with a right MAC, but whoever holds the key in another
 * version may: so the payload is fuzzed under a right MAC, and the text of tokens as it is.
 */
class TokenFuzzTest {
  /** Whether the input is a payload to be signed, or the text of a token. */
  private enum Part {
    PAYLOAD,
    TEXT
  }

  private record Shape(TokenPurpose purpose, Part part) {}

  private static final Choice<Shape> SHAPES = new Choice<>(shapes());
  private static final byte[] SECRET = new byte[32];
  private static final String UUID = "0b5f1c3e-9c1f-4c7e-9a51-2f6f1f0c2d11";
  private static final String TIME = "2026-11-30T09:00:00.000000Z";
  private static final String HEX = "ab".repeat(32);
  private static final SchemaHash HASH = SchemaHash.parse(HEX);

  private static List<Shape> shapes() {
    List<Shape> shapes = new ArrayList<>();
    for (TokenPurpose purpose : TokenPurpose.values()) {
      for (Part part : Part.values()) {
        shapes.add(new Shape(purpose, part));
      }
    }
    return shapes;
  }

  static Stream<byte[]> seeds() {
    return Stream.concat(
        Seeds.entries("tokens.json").flatMap(TokenFuzzTest::payloadAndText),
        Stream.of(incrementalCursor(), rebuildContinuation(), seedSession())
            .map(
                payload ->
                    SHAPES.input(new Shape(payload.purpose(), Part.PAYLOAD), payload.canonical())));
  }

  private static Stream<byte[]> payloadAndText(JsonObject entry) {
    String prefix = Utf8.decode(Seeds.member(entry, "prefix"));
    TokenPurpose purpose = TokenPurpose.ofPrefix(prefix).orElseThrow();
    return Stream.of(
        SHAPES.input(new Shape(purpose, Part.PAYLOAD), Seeds.member(entry, "payload")),
        SHAPES.input(new Shape(purpose, Part.TEXT), Seeds.member(entry, "token")));
  }

  private static TokenPayload incrementalCursor() {
    Position position = new Position.Effect(new Lsn(9), 0, 1);
    return new IncrementalCursor("k", 1, position, HEX, HEX, 1, "s", HASH, 1, 1, TIME);
  }

  private static TokenPayload rebuildContinuation() {
    return new RebuildContinuation(
        "k",
        1,
        HEX,
        HEX,
        1,
        "s",
        HASH,
        1,
        1,
        UUID,
        UUID,
        Position.GenerationStart.INSTANCE,
        5,
        5,
        1,
        TIME,
        TIME);
  }

  private static TokenPayload seedSession() {
    String nonce = Base64Url.encode(new byte[32]);
    return new SeedSession("k", UUID, nonce, HEX, 7, "start", "3/7", "now", 100);
  }

  @MethodSource("seeds")
  @FuzzTest
  void a_token_is_rejected_or_sealed_again_to_the_same_text(byte[] input) {
    SHAPES.read(input, TokenFuzzTest::judge);
  }

  private static void judge(Shape shape, byte[] rest) {
    TokenPurpose purpose = shape.purpose();
    if (shape.part() == Part.PAYLOAD) {
      open(purpose, token(purpose, rest), keyId(rest));
    } else {
      open(purpose, new String(rest, StandardCharsets.ISO_8859_1), "k");
      open(purpose, new String(rest, StandardCharsets.UTF_8), "k");
    }
  }

  private static void open(TokenPurpose purpose, String token, String keyId) {
    SecretBytes secret = new SecretBytes(SECRET);
    TokenKey key = new TokenKey(keyId, purpose, KeyState.ACTIVE, Optional.of(secret));
    try {
      TokenPayload payload = TokenOpener.open(token, purpose, new KeyRing(List.of(key)));
      assertThat(TokenSealer.seal(payload, key)).isEqualTo(token);
    } catch (TokenRejected rejection) {
      assertThat(rejection.kind()).isNotEqualTo(TokenRejected.Kind.RETIRED_KEY);
    }
  }

  /** The key id a payload names, so that it is looked up and its MAC checked. */
  private static String keyId(byte[] payload) {
    try {
      JsonObject object = JsonParser.parseObject(payload, JsonLimits.DOCUMENT);
      return object.find("key_id").orElse(null) instanceof JsonString id ? id.value() : "k";
    } catch (Malformed refused) {
      return "k";
    }
  }

  private static String token(TokenPurpose purpose, byte[] payload) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(SECRET, "HmacSHA256"));
      mac.update(domain(purpose).octets());
      String signature = Base64Url.encode(mac.doFinal(payload));
      return purpose.prefix() + "." + Base64Url.encode(payload) + "." + signature;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Domain domain(TokenPurpose purpose) {
    return switch (purpose) {
      case INCREMENTAL_CURSOR -> Domain.INCREMENTAL_CURSOR;
      case REBUILD_CURSOR -> Domain.REBUILD_CONTINUATION;
      case SEED_PAGE -> Domain.SEED_PAGE;
      case SEED_CONTINUATION -> Domain.SEED_CONTINUATION;
      case SEED_SESSION -> Domain.SEED_SESSION;
    };
  }
}
