package dev.synchro.backend.decide;

import dev.synchro.core.position.Position;
import java.util.OptionalLong;

/**
 * A running rebuild. Every page of it is a function of this record and an ordinal. Contract 5.6.
 *
 * @param sessionId a UUID
 * @param scopeId the scope
 * @param snapshotId the list of its rows; absent when it has none
 * @param boundary what the list shows
 * @param cardinality number of rows
 * @param digest the 32 octets of the scope's digest
 * @param pageLimit records of every page but the last
 * @param continuationKeyId the key that signs continuations
 * @param cursorKeyId the key that signs the final cursor
 * @param createdAt datetime text
 * @param expiresAt datetime text, 24 hours later
 * @param expired whether that time has come
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
public record RebuildSession(
    String sessionId,
    String scopeId,
    OptionalLong snapshotId,
    Position boundary,
    long cardinality,
    byte[] digest,
    int pageLimit,
    long clientGeneration,
    long acceptedEpoch,
    long schemaVersion,
    long membershipGeneration,
    long retentionGeneration,
    long streamGeneration,
    String continuationKeyId,
    String cursorKeyId,
    String createdAt,
    String expiresAt,
    boolean expired) {
  /** Whether everything the session is bound to is still so, and it has not expired. */
  public boolean isCurrent(ClientFacts client, StreamFacts stream, ScopeFacts scope) {
    return !expired
        && clientGeneration == client.generation()
        && acceptedEpoch == client.acceptedEpoch()
        && schemaVersion == stream.schema().version()
        && streamGeneration == stream.streamGeneration()
        && membershipGeneration == scope.membershipGeneration()
        && retentionGeneration == scope.retentionGeneration();
  }
}
