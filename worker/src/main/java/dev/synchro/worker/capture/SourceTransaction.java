package dev.synchro.worker.capture;

import java.time.Instant;

/**
 * The coordinates of a source transaction, known from its first message on. {@code commitLsn} is
 * unsigned; {@code transactionId} is the 32-bit id without epoch.
 */
public record SourceTransaction(long commitLsn, Instant committedAt, int transactionId) {}
