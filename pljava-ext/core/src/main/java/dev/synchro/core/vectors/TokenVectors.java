package dev.synchro.core.vectors;

import static dev.synchro.core.vectors.Difference.requireEqual;

import dev.synchro.core.bytes.Base64Url;
import dev.synchro.core.bytes.Hex;
import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import dev.synchro.core.json.CanonicalJson;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.token.ExportManifestHash;
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
  private static final String NO_KEY_ID = "none";

  private TokenVectors() {}

  static void check(Entry entry) {
    JsonObject expected = entry.object("payload");
    TokenPurpose purpose = purpose(entry);
    TokenKey key = key(entry, purpose);
    String token = entry.text("token");
    TokenPayload payload = TokenOpener.open(token, purpose, new KeyRing(List.of(key)));
    requireEqual(
        "payload", Utf8.decode(CanonicalJson.write(expected)), Utf8.decode(payload.canonical()));
    requireEqual("token", token, TokenSealer.seal(payload, key));
  }

  static void refuse(Entry entry) {
    TokenPurpose purpose = purpose(entry);
    TokenKey key = key(entry, purpose);
    TokenOpener.open(entry.text("token"), purpose, new KeyRing(List.of(key)));
  }

  /** The export manifest a token file may hold beside its tokens. */
  static void checkExport(JsonObject file, VectorReport report) {
    if (file.has("export_manifest")) {
      Entry entry = new Entry(file.find("export_manifest").get(), "export_manifest");
      String hash = ExportManifestHash.of(entry.object("body"));
      report.valid(entry.id(), () -> requireEqual("hash", entry.text("hash"), hash));
    }
  }

  private static TokenPurpose purpose(Entry entry) {
    String token = entry.text("token");
    int dot = Math.max(0, token.indexOf('.'));
    return TokenPurpose.ofPrefix(entry.text("prefix", token.substring(0, dot)))
        .orElseThrow(() -> new Malformed(Rule.TOKEN_PREFIX));
  }

  private static TokenKey key(Entry entry, TokenPurpose purpose) {
    byte[] secret = Hex.decode(entry.text("key"));
    if (secret.length != SecretBytes.LENGTH) {
      throw new NotAVector("key is not " + SecretBytes.LENGTH + " octets");
    }
    Optional<SecretBytes> held = Optional.of(new SecretBytes(secret));
    return new TokenKey(keyId(entry), purpose, KeyState.ACTIVE, held);
  }

  /** The id the token itself names, so that an unknown key hides no other reason to refuse it. */
  private static String keyId(Entry entry) {
    String[] segments = entry.text("token").split("\\.", -1);
    try {
      byte[] payload = Base64Url.decode(segments[Math.min(1, segments.length - 1)]);
      JsonObject members = JsonParser.parseObject(payload, JsonLimits.DOCUMENT);
      return members.find("key_id").orElse(null) instanceof JsonString id ? id.value() : NO_KEY_ID;
    } catch (Malformed unreadable) {
      return NO_KEY_ID;
    }
  }
}
