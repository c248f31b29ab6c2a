package dev.synchro.core.message;

import dev.synchro.core.bytes.Utf8;
import dev.synchro.core.json.JsonNumber;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.limit.Limits;
import dev.synchro.core.schema.SchemaHash;
import dev.synchro.core.schema.SchemaReference;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A schema reference as it was received: what it names need not exist, or it is the sentinel.
 * Contract 5.2.
 *
 * @param version the schema version, 0 in the sentinel
 * @param hash 64 lowercase hexadecimal digits, empty in the sentinel
 */
public record ReceivedSchema(long version, String hash) {
  private static final int HASH_DIGITS = 64;

  /** What a client without a schema presents. */
  public static final ReceivedSchema SENTINEL = new ReceivedSchema(0, "");

  public ReceivedSchema {
    Objects.requireNonNull(hash);
  }

  /** Whether this stands for no schema at all. */
  public boolean isSentinel() {
    return version == 0 && hash.isEmpty();
  }

  /** Whether this could name a manifest: a version from 1 and a hash. */
  public boolean isProper() {
    return version >= 1 && isHash(hash);
  }

  /** The manifest it names, if it could name one. */
  public Optional<SchemaReference> reference() {
    return isProper()
        ? Optional.of(new SchemaReference(version, SchemaHash.parse(hash)))
        : Optional.empty();
  }

  /** The same as it would be received. */
  public static ReceivedSchema of(SchemaReference reference) {
    return new ReceivedSchema(reference.version(), reference.hash().hex());
  }

  /** Exactly the two members {@code version} and {@code hash}. */
  public JsonObject toJson() {
    return JsonObject.builder().put("version", version).put("hash", hash).build();
  }

  /**
   * A reference whose members have the right types, whatever their values.
   *
   * @param value what stands where a reference is expected
   */
  static Optional<ReceivedSchema> wellTyped(JsonValue value) {
    if (!(value instanceof JsonObject object) || object.size() != 2) {
      return Optional.empty();
    }
    JsonValue version = object.members().get("version");
    JsonValue hash = object.members().get("hash");
    if (!(version instanceof JsonNumber number) || !(hash instanceof JsonString text)) {
      return Optional.empty();
    }
    OptionalLong integer = EnvelopeInteger.of(number);
    return integer.isPresent()
        ? Optional.of(new ReceivedSchema(integer.getAsLong(), text.value()))
        : Optional.empty();
  }

  /** What an error answer repeats of a received reference: itself if short enough. Contract 5.7. */
  static ReceivedSchema echoOf(JsonValue value) {
    return wellTyped(value)
        .filter(reference -> Utf8.length(reference.hash) <= Limits.MAX_RECEIVED_HASH_OCTETS)
        .orElse(SENTINEL);
  }

  private static boolean isHash(String text) {
    if (text.length() != HASH_DIGITS) {
      return false;
    }
    for (int i = 0; i < HASH_DIGITS; i++) {
      char c = text.charAt(i);
      boolean digit = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
      if (!digit) {
        return false;
      }
    }
    return true;
  }
}
