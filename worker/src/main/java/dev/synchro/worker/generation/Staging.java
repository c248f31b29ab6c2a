package dev.synchro.worker.generation;

import dev.synchro.worker.fault.FaultKind;
import dev.synchro.worker.fault.WorkerFault;
import dev.synchro.worker.recovery.StagingRun;
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
  private volatile Optional<Outcome> outcome = Optional.empty();

  /**
   * How it ended.
   *
   * @param consistentPoint from which on events must be added, unsigned
   * @param failure empty when every row is staged
   */
  record Outcome(long consistentPoint, Optional<WorkerFault> failure) {}

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
      outcome = Optional.of(new Outcome(run.run(), Optional.empty()));
    } catch (WorkerFault e) {
      outcome = Optional.of(new Outcome(0, Optional.of(e)));
    } catch (Throwable e) {
      outcome =
          Optional.of(
              new Outcome(
                  0, Optional.of(new WorkerFault(FaultKind.BUG, "staging ended unexpectedly"))));
    }
  }

  /** Empty while it runs. */
  Optional<Outcome> outcome() {
    return outcome;
  }

  /** Gives it up; what it has written must be discarded. */
  @Override
  public void close() {
    run.stop();
    try {
      thread.join(PATIENCE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
