package dev.synchro.core.schema;

import dev.synchro.core.bytes.Hex;
import dev.synchro.core.bytes.Octets;
import dev.synchro.core.bytes.Sha256;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import java.util.Arrays;

/** SHA-256 of a manifest's canonical body, 32 octets. ADR 005 "Immutable schema hash". */
public final class SchemaHash {
  private final byte[] octets;

  private SchemaHash(byte[] octets) {
    this.octets = octets;
  }

  /**
   * The hash of the given octets, copied.
   *
   * @throws Malformed unless there are 32 octets
   */
  public static SchemaHash of(byte[] octets) {
    if (octets.length != Sha256.LENGTH) {
      throw new Malformed(Rule.DIGEST_LENGTH);
    }
    return new SchemaHash(octets.clone());
  }

  /**
   * Reads the wire form.
   *
   * @param hex exactly 64 lowercase digits
   * @throws Malformed for anything else
   */
  public static SchemaHash parse(String hex) {
    return new SchemaHash(Hex.decodeSha256(hex));
  }

  /** A copy of the 32 octets. */
  public byte[] octets() {
    return octets.clone();
  }

  public void appendTo(Octets out) {
    out.raw(octets);
  }

  /** 64 lowercase digits, the wire form. */
  public String hex() {
    return Hex.encode(octets);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SchemaHash that && Arrays.equals(octets, that.octets);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(octets);
  }

  @Override
  public String toString() {
    return hex();
  }
}
