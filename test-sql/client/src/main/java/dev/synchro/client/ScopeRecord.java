package dev.synchro.client;

import java.util.Optional;

/**
 * One assigned scope.
 *
 * @param number local number, never sent
 * @param digest hex digest last found equal to the server's, absent since then changed
 * @param mismatches digests found unequal in a row
 */
record ScopeRecord(
    long number,
    String id,
    Optional<String> cursor,
    boolean awaitsRebuild,
    Optional<String> digest,
    int mismatches) {}
