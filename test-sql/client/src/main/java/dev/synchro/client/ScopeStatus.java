package dev.synchro.client;

import java.util.Optional;

/**
 * What the client holds of one scope.
 *
 * @param rows number of rows it holds
 * @param digest hex digest last found equal to the server's; absent while it is not known to be
 */
public record ScopeStatus(
    String scopeId, long rows, boolean awaitsRebuild, Optional<String> digest) {}
