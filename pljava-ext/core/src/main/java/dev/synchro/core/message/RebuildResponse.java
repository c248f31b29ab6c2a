package dev.synchro.core.message;

import java.util.Objects;
import java.util.Optional;

/**
 * One page of a scope. Contract 5.6.
 *
 * @param scope the scope
 * @param records canonical record objects, separated by commas
 * @param cursor the continuation; absent on the last page
 * @param end what only the last page has
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
public record RebuildResponse(
    String scope, byte[] records, Optional<String> cursor, Optional<End> end) {
  /**
   * The end of a rebuild.
   *
   * @param finalScopeCursor the cursor to pull from
   * @param digest the 32 octets of the scope's digest
   */
  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  public record End(String finalScopeCursor, byte[] digest) {
    public End {
      Objects.requireNonNull(finalScopeCursor);
      Objects.requireNonNull(digest);
    }
  }

  public RebuildResponse {
    Objects.requireNonNull(scope);
    Objects.requireNonNull(records);
    if (cursor.isPresent() == end.isPresent()) {
      throw new IllegalArgumentException("a page is either the last one or goes on");
    }
  }
}
