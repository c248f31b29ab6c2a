package dev.synchro.client;

import java.util.Optional;

/**
 * What became of one local write.
 *
 * @param outcome the server's outcome object as it was received; absent until answered
 */
public record MutationReport(
    String mutationId, Operation operation, MutationState state, Optional<String> outcome) {}
