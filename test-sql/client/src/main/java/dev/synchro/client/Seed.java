package dev.synchro.client;

import java.util.List;
import java.util.Objects;

/**
 * Portable scopes as an export wrote them, for a client that has nothing yet. Contract 13.2.
 *
 * @param manifest the schema manifest with its hash, JSON text
 */
public record Seed(String manifest, List<Scope> scopes) {

  /**
   * One scope.
   *
   * @param checksum checksum object of the whole scope, JSON text
   * @param receipt what the first connect presents instead of a cursor
   * @param records record objects in the order of row identities, JSON texts
   */
  public record Scope(String scopeId, String checksum, String receipt, List<String> records) {
    public Scope {
      Objects.requireNonNull(scopeId, "scopeId is null");
      Objects.requireNonNull(checksum, "checksum is null");
      Objects.requireNonNull(receipt, "receipt is null");
      records = List.copyOf(records);
    }
  }

  public Seed {
    Objects.requireNonNull(manifest, "manifest is null");
    scopes = List.copyOf(scopes);
  }
}
