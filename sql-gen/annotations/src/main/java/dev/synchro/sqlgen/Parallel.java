package dev.synchro.sqlgen;

/** Whether parallel workers may run a routine. */
public enum Parallel {
  /** Never; a statement that calls it runs without parallel workers. */
  UNSAFE,
  /** Only the leader. */
  RESTRICTED,
  /** Every worker. */
  SAFE
}
