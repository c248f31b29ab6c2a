package dev.synchro.core.message;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * One page of changes. Contract 5.5.
 *
 * @param changes canonical change objects, separated by commas
 * @param scopeSetVersion the version of the assigned set
 * @param added assigned scopes missing from the request
 * @param removed requested scopes that are not assigned any more
 * @param rebuild scopes without a usable cursor
 * @param scopeCursors new tokens of the scopes that moved forward
 * @param hasMore whether an eligible effect is left at this boundary
 * @param checksums the 32 octets of the digest of every assigned scope; present on a last page
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
public record PullResponse(
    byte[] changes,
    long scopeSetVersion,
    List<String> added,
    List<String> removed,
    List<String> rebuild,
    Map<String, String> scopeCursors,
    boolean hasMore,
    Optional<Map<String, byte[]>> checksums) {
  public PullResponse {
    Objects.requireNonNull(changes);
    added = SortedIds.of(added);
    removed = SortedIds.of(removed);
    rebuild = SortedIds.of(rebuild);
    scopeCursors = Map.copyOf(scopeCursors);
    if (hasMore == checksums.isPresent()) {
      throw new IllegalArgumentException("digests belong to the last page and to no other");
    }
  }
}
