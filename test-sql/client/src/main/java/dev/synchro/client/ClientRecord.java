package dev.synchro.client;

import java.util.Optional;

/**
 * Who this client is. Contract 6.3.
 *
 * @param generation absent until a first connect was answered
 * @param firstConnectAnnounced a first connect may have reached the server without its answer
 *     reaching us, so that this identity may already be known there
 */
record ClientRecord(
    String clientId,
    Optional<Long> generation,
    long scopeSetVersion,
    Optional<String> schemaHash,
    boolean firstConnectAnnounced,
    boolean schemaResetAsked) {}
