package dev.synchro.core.row;

import dev.synchro.core.bytes.Domain;
import dev.synchro.core.bytes.Octets;
import dev.synchro.core.bytes.Sha256;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import dev.synchro.core.schema.SchemaHash;

/** Everything derived from one complete row. Immutable; arrays handed out are copies. */
public final class EncodedRow {
  private final SchemaHash schemaHash;
  private final byte[] head;
  private final byte[] key;
  private final byte[] body;
  private final byte[] row;
  private final String contentVersion;
  private final byte[] contentDigest;

  EncodedRow(
      SchemaHash schemaHash,
      byte[] head,
      byte[] key,
      byte[] body,
      byte[] row,
      String contentVersion,
      byte[] contentDigest) {
    this.schemaHash = schemaHash;
    this.head = head;
    this.key = key;
    this.body = body;
    this.row = row;
    this.contentVersion = contentVersion;
    this.contentDigest = contentDigest;
  }

  /** Typed key value, the tail of the row identity. */
  public byte[] key() {
    return key.clone();
  }

  /** Complete row identity. */
  public byte[] identity() {
    return RowIdentity.of(head, key);
  }

  /** {@code u32be(field_count) || repeated(text(field_id) || typed_value)}. ADR 005. */
  public byte[] body() {
    return body.clone();
  }

  /** Canonical text of the row object, keyed by field id. */
  public byte[] row() {
    return row.clone();
  }

  /** Octets of {@link #row}. */
  public int rowLength() {
    return row.length;
  }

  /** Appends {@link #row}. */
  public void appendRow(Octets out) {
    out.raw(row);
  }

  /** {@code v1.} version over the non-null fields. Contract 2.2. */
  public String contentVersion() {
    return contentVersion;
  }

  /** Row digest under {@link #contentVersion}, 32 octets. */
  public byte[] rowDigest() {
    return contentDigest.clone();
  }

  /**
   * Row digest under any version, 32 octets. ADR 005 "Row identity and row digest".
   *
   * @throws Malformed for an empty version
   */
  public byte[] rowDigest(String serverVersion) {
    if (serverVersion.equals(contentVersion)) {
      return contentDigest.clone();
    }
    if (serverVersion.isEmpty()) {
      throw new Malformed(Rule.EMPTY_SERVER_VERSION);
    }
    Octets input = new Octets(head.length + key.length + body.length + 256);
    Domain.ROW_DIGEST.appendTo(input);
    schemaHash.appendTo(input);
    input.u64be((long) head.length + key.length).raw(head).raw(key);
    input.blob(body).text(serverVersion);
    return Sha256.digest(input.toByteArray());
  }
}
