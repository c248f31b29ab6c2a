package dev.synchro.backend.decide;

import dev.synchro.core.position.Position;
import java.util.Optional;

/**
 * A scope that a pulling client asks for or is assigned.
 *
 * @param assigned whether it is assigned now; else it once was
 * @param facts what is stored of it
 * @param newest the position of its newest entry
 * @param acknowledged the position the client acknowledged last in this stream generation
 * @param acknowledgedLately whether that was a moment ago
 */
public record PulledScope(
    boolean assigned,
    ScopeFacts facts,
    Optional<Position> newest,
    Optional<Position> acknowledged,
    boolean acknowledgedLately) {}
