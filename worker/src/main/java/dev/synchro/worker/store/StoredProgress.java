package dev.synchro.worker.store;

import java.util.OptionalLong;

/**
 * The one progress row. LSNs are unsigned.
 *
 * @param materializedLsn commit LSN of the last materialized transaction; none at the start
 * @param materializedEndLsn everything before it is materialized
 * @param acknowledgedLsn everything before it is durable here and may be forgotten by the server
 */
public record StoredProgress(
    long streamGeneration,
    String slotName,
    OptionalLong materializedLsn,
    long materializedEndLsn,
    long acknowledgedLsn,
    long registryGeneration,
    long schemaVersion,
    long generationStartLsn,
    ServerIdentity server,
    long workerEpoch) {}
