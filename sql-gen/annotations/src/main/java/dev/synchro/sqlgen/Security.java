package dev.synchro.sqlgen;

/** With whose privileges a routine runs. */
public enum Security {
  /** Those of the owner. */
  DEFINER,
  /** Those of the caller. */
  INVOKER
}
