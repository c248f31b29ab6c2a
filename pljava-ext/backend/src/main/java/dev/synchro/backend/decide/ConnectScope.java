package dev.synchro.backend.decide;

import dev.synchro.core.position.Position;
import java.util.Optional;

/**
 * A scope that a connecting client is assigned, was assigned, knows, or has a receipt for.
 *
 * @param facts what is stored of it
 * @param assigned whether it is to be assigned now
 * @param assignedBefore whether it is assigned so far
 * @param everAssigned whether it was assigned to this identity at some time
 * @param portable whether it is declared portable
 * @param lastChange the position of its newest entry; absent without entries
 */
public record ConnectScope(
    ScopeFacts facts,
    boolean assigned,
    boolean assignedBefore,
    boolean everAssigned,
    boolean portable,
    Optional<Position> lastChange) {}
