package dev.synchro.worker.store;

import dev.synchro.worker.project.RowState;
import java.util.Optional;

/**
 * A stored row as an activation reads it.
 *
 * @param imageId zero when there is none
 * @param captured captured columns that are no fields, canonical text
 * @param scopes ascending
 * @param commitLsn of the last event that changed it, zero for a row of a snapshot; unsigned
 * @param row canonical text
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record HeldRow(
    byte[] key,
    RowState state,
    long imageId,
    Optional<String> serverVersion,
    Optional<byte[]> captured,
    long[] scopes,
    long commitLsn,
    long eventOrdinal,
    Optional<byte[]> row) {}
