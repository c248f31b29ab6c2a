package dev.synchro.worker.generation;

import dev.synchro.worker.fault.FaultKind;
import dev.synchro.worker.fault.WorkerFault;
import dev.synchro.worker.recovery.StagingRun;
import dev.synchro.worker.recovery.StagingRun.Staged;
import dev.synchro.worker.store.EntriesAhead;
import java.time.Duration;
import java.util.Optional;

/**
 * Reads rows on a thread and connections of its own, while the stream goes on. Its outcome is taken
 * by the thread that files.
 */
final class Staging implements AutoCloseable {
  /** It may end later, but cannot commit anything once its operation is ended. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final StagingRun run;
  private final Thread thread;
  private boolean givenUp;
  private volatile Optional<Outcome> outcome = Optional.empty();

  /**
   * How it ended.
   *
   * @param staged empty when not every row is staged
   * @param failure empty when every row is staged
   */
  record Outcome(Optional<Staged> staged, Optional<WorkerFault> failure) {
    private static Outcome failed(WorkerFault failure) {
      return new Outcome(Optional.empty(), Optional.of(failure));
    }
  }

  private Staging(StagingRun run) {
    this.run = run;
    this.thread = new Thread(this::work, "staging");
    thread.setDaemon(true);
  }

  static Staging start(StagingRun run) {
    Staging staging = new Staging(run);
    staging.thread.start();
    return staging;
  }

  private void work() {
    try {
      end(new Outcome(Optional.of(run.run()), Optional.empty()));
    } catch (WorkerFault e) {
      end(Outcome.failed(e));
    } catch (Throwable e) {
      end(Outcome.failed(new WorkerFault(FaultKind.BUG, "staging ended unexpectedly")));
    }
  }

  /** Nobody takes over what a run that was given up leaves open. */
  private synchronized void end(Outcome reached) {
    if (givenUp) {
      release(reached);
    } else {
      outcome = Optional.of(reached);
    }
  }

  private static void release(Outcome unused) {
    unused.staged().flatMap(Staged::ahead).ifPresent(EntriesAhead::close);
  }

  private synchronized void giveUp() {
    givenUp = true;
    outcome.ifPresent(Staging::release);
  }

  /** Empty while it runs. */
  Optional<Outcome> outcome() {
    return outcome;
  }

  /** Gives it up; what it has written must be discarded. */
  @Override
  public void close() {
    run.stop();
    giveUp();
    try {
      thread.join(PATIENCE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
