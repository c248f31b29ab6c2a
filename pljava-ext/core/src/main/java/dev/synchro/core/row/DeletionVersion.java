package dev.synchro.core.row;

import dev.synchro.core.bytes.Base64Url;
import dev.synchro.core.bytes.Domain;
import dev.synchro.core.bytes.Octets;
import dev.synchro.core.bytes.Sha256;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;

/** The version of a deletion fence, derived from the last version of the row. Contract 2.2. */
public final class DeletionVersion {
  static final int VERSION_OCTETS = 16;
  private static final String PREFIX = "d1.";

  private DeletionVersion() {}

  /**
   * {@code "d1." + b64url(first 16 octets of SHA-256(ROW_DELETION_DOMAIN || blob(row_identity) ||
   * text(last version)))}.
   *
   * @param identity complete row identity
   * @param lastVersion version of the last row, live or tombstone
   * @throws Malformed for an empty version
   */
  public static String of(byte[] identity, String lastVersion) {
    if (lastVersion.isEmpty()) {
      throw new Malformed(Rule.EMPTY_SERVER_VERSION);
    }
    Octets input = new Octets(identity.length + 128);
    Domain.ROW_DELETION.appendTo(input);
    input.blob(identity).text(lastVersion);
    byte[] digest = Sha256.digest(input.toByteArray());
    return PREFIX + Base64Url.encode(digest, 0, VERSION_OCTETS);
  }
}
