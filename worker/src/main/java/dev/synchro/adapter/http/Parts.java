package dev.synchro.adapter.http;

import dev.synchro.adapter.database.CallThreads;
import dev.synchro.adapter.database.Readiness;
import dev.synchro.adapter.database.SyncFunctions;
import dev.synchro.adapter.token.TokenVerifier;
import java.time.Duration;

/**
 * What the endpoints work with.
 *
 * @param bodyTime within which a body must have been sent
 */
record Parts(
    TokenVerifier tokens,
    SyncFunctions functions,
    CallThreads threads,
    Readiness readiness,
    Admission admission,
    BodyMemory memory,
    Duration bodyTime,
    RequestMeter meter) {}
