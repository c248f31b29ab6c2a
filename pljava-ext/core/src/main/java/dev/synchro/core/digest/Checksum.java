package dev.synchro.core.digest;

import dev.synchro.core.bytes.Hex;
import dev.synchro.core.bytes.Octets;
import dev.synchro.core.bytes.Sha256;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import dev.synchro.core.json.JsonNumber;
import dev.synchro.core.json.JsonObject;
import dev.synchro.core.json.JsonString;
import dev.synchro.core.json.JsonValue;
import dev.synchro.core.json.JsonWriter;

/** The wire object that carries a row or scope digest. ADR 005 "Wire checksum objects". */
public final class Checksum {
  private static final byte[] BEFORE =
      new Octets(64).ascii("{\"algorithm\":\"sha256\",\"digest\":\"").toByteArray();
  private static final byte[] AFTER =
      new Octets(64).ascii("\",\"encoding\":\"hex\",\"version\":1}").toByteArray();
  private static final int MEMBERS = 4;

  private Checksum() {}

  /** Appends the canonical text of the object. */
  public static void append(byte[] digest, Octets out) {
    if (digest.length != Sha256.LENGTH) {
      throw new Malformed(Rule.DIGEST_LENGTH);
    }
    out.raw(BEFORE);
    Hex.append(digest, out);
    out.raw(AFTER);
  }

  /** Canonical text of the object. */
  public static byte[] text(byte[] digest) {
    Octets out = new Octets(160);
    append(digest, out);
    return out.toByteArray();
  }

  /** Writes the object as the next value. */
  public static void writeJson(byte[] digest, JsonWriter writer) {
    writer.raw(text(digest));
  }

  /**
   * The 32 octets of a checksum object.
   *
   * @throws Malformed unless it has exactly the four members in their one form
   */
  public static byte[] read(JsonValue value) {
    if (!(value instanceof JsonObject object) || object.size() != MEMBERS) {
      throw new Malformed(Rule.CHECKSUM_SHAPE);
    }
    require(new JsonString("sha256"), object, "algorithm");
    require(new JsonNumber("1"), object, "version");
    require(new JsonString("hex"), object, "encoding");
    if (object.find("digest").orElse(null) instanceof JsonString digest) {
      return Hex.decodeSha256(digest.value());
    }
    throw new Malformed(Rule.CHECKSUM_SHAPE);
  }

  private static void require(JsonValue expected, JsonObject object, String name) {
    if (!expected.equals(object.find(name).orElse(null))) {
      throw new Malformed(Rule.CHECKSUM_SHAPE);
    }
  }
}
