package dev.synchro.worker.store;

/**
 * Where a materialization ends: commit LSN of its last source transaction, and the first position
 * after it. Unsigned.
 */
public record Boundary(long commitLsn, long endLsn) {}
