package dev.synchro.client;

import dev.synchro.core.value.PortableValue;

/**
 * A row of the server whose digest was recomputed from its content, version and schema and found
 * equal to the one it came with. Made by {@link LocalTable#verify} only.
 */
final class VerifiedRow {

  private final RowKey key;
  private final PortableValue[] values;
  private final String content;
  private final String serverVersion;
  private final byte[] digest;

  VerifiedRow(
      RowKey key, PortableValue[] values, String content, String serverVersion, byte[] digest) {
    this.key = key;
    this.values = values;
    this.content = content;
    this.serverVersion = serverVersion;
    this.digest = digest;
  }

  RowKey key() {
    return key;
  }

  PortableValue[] values() {
    return values;
  }

  /** Canonical text of the row object. */
  String content() {
    return content;
  }

  String serverVersion() {
    return serverVersion;
  }

  byte[] digest() {
    return digest;
  }
}
