package dev.synchro.sqlgen;

/** A privilege on a table. */
public enum Privilege {
  /** Reading rows. */
  SELECT,
  /** Adding rows. */
  INSERT,
  /** Changing rows. */
  UPDATE,
  /** Removing rows. */
  DELETE
}
