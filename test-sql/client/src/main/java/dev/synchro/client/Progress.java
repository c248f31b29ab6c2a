package dev.synchro.client;

/** What one step, or a whole synchronisation, came to. */
public enum Progress {
  /** Something was done; there is more to do. */
  MOVED,
  /** Nothing is pending and the last terminal page was verified. */
  DONE,
  /** A deadline must pass before anything can be sent again. */
  WAITING,
  /** The client is in state {@code error} or {@code stopped}. */
  HALTED
}
