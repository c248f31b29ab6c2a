package dev.synchro.core.vectors;

import static dev.synchro.core.vectors.Difference.requireEqual;

import dev.synchro.core.bytes.Hex;
import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.Members;
import dev.synchro.core.token.KeyRing;
import dev.synchro.core.token.KeyState;
import dev.synchro.core.token.SecretBytes;
import dev.synchro.core.token.TokenKey;
import dev.synchro.core.token.TokenOpener;
import dev.synchro.core.token.TokenPayload;
import dev.synchro.core.token.TokenPurpose;
import dev.synchro.core.token.TokenSealer;
import java.util.List;
import java.util.Optional;

/** Tokens with the key that sealed them. */
final class TokenVectors {
  private TokenVectors() {}

  static void check(Entry entry) {
    JsonObject expected = (JsonObject) entry.get("payload");
    TokenPurpose purpose = purpose(entry);
    TokenKey key = key(entry, purpose, new Members(expected).string("key_id"));
    String token = entry.text("token");
    TokenPayload payload = TokenOpener.open(token, purpose, new KeyRing(List.of(key)));
    requireEqual(
        "payload", Utf8.decode(CanonicalJson.write(expected)), Utf8.decode(payload.canonical()));
    requireEqual("token", token, TokenSealer.seal(payload, key));
  }

  static void refuse(Entry entry) {
    TokenPurpose purpose = purpose(entry);
    String token = entry.text("token");
    TokenKey key = key(entry, purpose, entry.text("key_id", "k"));
    TokenOpener.open(token, purpose, new KeyRing(List.of(key)));
  }

  private static TokenPurpose purpose(Entry entry) {
    String token = entry.text("token");
    int dot = Math.max(0, token.indexOf('.'));
    return TokenPurpose.ofPrefix(entry.text("prefix", token.substring(0, dot)))
        .orElseThrow(() -> new Malformed(Rule.TOKEN_PREFIX));
  }

  private static TokenKey key(Entry entry, TokenPurpose purpose, String keyId) {
    SecretBytes secret = new SecretBytes(Hex.decode(entry.text("key", "00".repeat(32))));
    return new TokenKey(keyId, purpose, KeyState.ACTIVE, Optional.of(secret));
  }
}
