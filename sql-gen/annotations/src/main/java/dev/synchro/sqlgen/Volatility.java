package dev.synchro.sqlgen;

/** What PostgreSQL may assume about the results of a routine. */
public enum Volatility {
  /** Nothing. */
  VOLATILE,
  /** Equal arguments give equal results within one statement; the database is not changed. */
  STABLE,
  /** Equal arguments always give equal results. */
  IMMUTABLE
}
