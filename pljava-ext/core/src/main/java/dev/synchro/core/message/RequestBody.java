package dev.synchro.core.message;

import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.json.JsonLimits;
import dev.synchro.core.json.JsonNumber;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonParser;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.limit.Limits;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A request body before it is judged. Whatever was received, it can say what the first steps of the
 * precedence need; the judgement itself is {@link RequestReader}'s. Contract 5.2.
 */
public final class RequestBody {
  private final SyncCall call;
  private final Optional<JsonObject> object;

  private RequestBody(SyncCall call, Optional<JsonObject> object) {
    this.call = call;
    this.object = object;
  }

  /** Looks at the original octets of a body. Never refuses; a broken body has no members. */
  public static RequestBody of(SyncCall call, byte[] octets) {
    return new RequestBody(call, read(call, octets));
  }

  private static Optional<JsonObject> read(SyncCall call, byte[] octets) {
    if (octets.length > call.maxBodyOctets()) {
      return Optional.empty();
    }
    try {
      return Optional.of(JsonParser.parseObject(octets, JsonLimits.DOCUMENT));
    } catch (Malformed refused) {
      return Optional.empty();
    }
  }

  SyncCall call() {
    return call;
  }

  /** The body, when it is one JSON object within the limits. */
  Optional<JsonObject> object() {
    return object;
  }

  /** A client id that could name a client. */
  public Optional<String> clientId() {
    return string("client_id").filter(id -> isClientId(id));
  }

  /** Whether the client claims to hold a generation. */
  public boolean hasClientGeneration() {
    return object.isPresent() && object.get().has("client_generation");
  }

  /** The protocol version, when it is an integer. */
  public OptionalLong protocolVersion() {
    return object
        .flatMap(members -> members.find("protocol_version"))
        .filter(JsonNumber.class::isInstance)
        .map(JsonNumber.class::cast)
        .map(EnvelopeInteger::of)
        .orElse(OptionalLong.empty());
  }

  /** The application version, whatever it says. */
  public Optional<String> appVersion() {
    return string("app_version");
  }

  private Optional<String> string(String name) {
    return object
        .flatMap(members -> members.find(name))
        .filter(JsonString.class::isInstance)
        .map(value -> ((JsonString) value).value());
  }

  static boolean isClientId(String id) {
    return isIdentifier(id, Limits.MAX_CLIENT_ID_OCTETS);
  }

  /** Whether a text is 1 to {@code maxOctets} octets without U+0000. */
  static boolean isIdentifier(String text, int maxOctets) {
    return !text.isEmpty()
        && text.length() <= maxOctets
        && text.indexOf('\0') < 0
        && Utf8.length(text) <= maxOctets;
  }
}
