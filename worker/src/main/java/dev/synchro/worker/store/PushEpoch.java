package dev.synchro.worker.store;

import java.util.UUID;

/**
 * What a push message claims: the internal id of a client and the epoch its push was accepted with.
 * The claim counts only when the ledger names the same transaction.
 */
public record PushEpoch(UUID client, long epoch, int transactionId) {}
