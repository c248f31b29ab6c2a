package dev.synchro.sqlgen;

/** Language of a routine that is not written in Java. */
public enum Language {
  /** SQL. */
  SQL,
  /** PL/pgSQL. */
  PLPGSQL
}
