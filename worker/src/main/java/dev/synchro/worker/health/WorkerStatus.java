package dev.synchro.worker.health;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the worker knows of itself at one moment. LSNs are unsigned.
 *
 * @param oldestPending commit time of the oldest source transaction taken but not materialized
 * @param walObserved when the server last showed anything
 */
public record WorkerStatus(
    WorkerState state,
    OptionalLong registryGeneration,
    OptionalLong receivedLsn,
    OptionalLong materializedLsn,
    OptionalLong acknowledgedLsn,
    Optional<Instant> oldestPending,
    Optional<Instant> walObserved) {
  public static final WorkerStatus STARTING =
      new WorkerStatus(
          WorkerState.STARTING,
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          Optional.empty(),
          Optional.empty());

  public WorkerStatus state(WorkerState next) {
    return new WorkerStatus(
        next,
        registryGeneration,
        receivedLsn,
        materializedLsn,
        acknowledgedLsn,
        oldestPending,
        walObserved);
  }

  public WorkerStatus registry(long generation) {
    return new WorkerStatus(
        state,
        OptionalLong.of(generation),
        receivedLsn,
        materializedLsn,
        acknowledgedLsn,
        oldestPending,
        walObserved);
  }

  public WorkerStatus received(OptionalLong lsn, Instant when) {
    return new WorkerStatus(
        state,
        registryGeneration,
        lsn.isPresent() ? lsn : receivedLsn,
        materializedLsn,
        acknowledgedLsn,
        oldestPending,
        Optional.of(when));
  }

  public WorkerStatus stored(OptionalLong materialized, long acknowledged) {
    return new WorkerStatus(
        state,
        registryGeneration,
        receivedLsn,
        materialized,
        OptionalLong.of(acknowledged),
        oldestPending,
        walObserved);
  }

  public WorkerStatus pending(Optional<Instant> oldest) {
    return new WorkerStatus(
        state,
        registryGeneration,
        receivedLsn,
        materializedLsn,
        acknowledgedLsn,
        oldest,
        walObserved);
  }
}
