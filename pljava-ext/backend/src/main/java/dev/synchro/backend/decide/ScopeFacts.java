package dev.synchro.backend.decide;

import dev.synchro.core.position.Position;
import java.util.OptionalLong;

/**
 * What is stored of a scope. A scope that never had an entry is not stored; it is in its first
 * generations, empty, and resumable from the start.
 *
 * @param scopeId its id
 * @param scopePk the number that stands for it in storage, absent when it is not stored
 * @param membershipGeneration contract 1.3
 * @param retentionGeneration contract 1.3
 * @param floor the smallest resumable position
 * @param cardinality number of rows
 * @param digest the 32 octets of its digest under the schema in force
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
public record ScopeFacts(
    String scopeId,
    OptionalLong scopePk,
    long membershipGeneration,
    long retentionGeneration,
    Position floor,
    long cardinality,
    byte[] digest) {
  /** A scope without a record. */
  public static ScopeFacts neverStored(String scopeId, byte[] emptyDigest) {
    return new ScopeFacts(
        scopeId, OptionalLong.empty(), 1, 1, new Position.GenerationStart(), 0, emptyDigest);
  }
}
