package dev.synchro.sqlgen;

/** Language of a routine that is not written in Java. */
public enum Language {
  /** SQL. */
  SQL,
  /** PL/pgSQL. */
  PLPGSQL,
  /** None: the body is the name that a function of the server has inside it. */
  INTERNAL
}
