package dev.synchro.core.message;

import java.util.Objects;

/**
 * A complete row as a message carries it.
 *
 * @param row canonical text of the row object
 * @param digest the 32 octets of its row digest
 * @param version its server version
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
public record ServerRow(byte[] row, byte[] digest, String version) {
  public ServerRow {
    Objects.requireNonNull(row);
    Objects.requireNonNull(digest);
    Objects.requireNonNull(version);
  }
}
