package dev.synchro.core.bytes;

/**
 * Every hash and MAC prefix of the protocol, listed once: the ASCII octets of the name, then one
 * zero octet. Contract 2.2, 2.3, 5.4.7, 13.2 and ADR 005.
 */
public enum Domain {
  SCHEMA_MANIFEST("synchro:v3:schema-manifest:v1"),
  ROW_IDENTITY("synchro:v3:row-identity:v1"),
  ROW_DIGEST("synchro:v3:row-digest:v1"),
  ROW_VERSION("synchro:v3:row-version:v1"),
  ROW_DELETION("synchro:v3:row-deletion:v1"),
  SCOPE_DIGEST("synchro:v3:scope-digest:v1"),
  SEED_EXPORT_MANIFEST("synchro:v3:seed-export-manifest:v1"),
  SEED_PAGE("synchro:v3:seed-page:v1"),
  SEED_CONTINUATION("synchro:v3:seed-continuation:v1"),
  INCREMENTAL_CURSOR("synchro:v3:incremental-cursor:v1"),
  REBUILD_CONTINUATION("synchro:v3:rebuild-continuation:v1"),
  SEED_SESSION("synchro:v3:seed-session:v1"),
  USER_BINDING("synchro:v3:user-binding:v1"),
  CLIENT_BINDING("synchro:v3:client-binding:v1"),
  PUSH_BATCH_FINGERPRINT("synchro:v3:push-batch-fingerprint:v1"),
  PUSH_MUTATION_FINGERPRINT("synchro:v3:push-mutation-fingerprint:v1");

  /** All ASCII, the closing zero included. */
  private final String prefix;

  Domain(String name) {
    prefix = name + '\0';
  }

  /** The prefix, the closing zero octet included. */
  public byte[] octets() {
    return new Octets(prefix.length()).ascii(prefix).toByteArray();
  }

  /** Number of octets of the prefix, the closing zero octet included. */
  public int length() {
    return prefix.length();
  }

  /** Appends the prefix, the closing zero octet included. */
  public void appendTo(Octets out) {
    out.ascii(prefix);
  }

  /** Whether the octets start with this prefix. */
  public boolean opens(byte[] octets) {
    if (octets.length < prefix.length()) {
      return false;
    }
    for (int i = 0; i < prefix.length(); i++) {
      if (octets[i] != prefix.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
