package dev.synchro.worker.health;

import java.util.Locale;

/** What the heartbeat says the worker is doing. Contract 9.3. */
public enum WorkerState {
  STARTING,
  RUNNING,
  BLOCKED,
  STOPPED;

  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }
}
