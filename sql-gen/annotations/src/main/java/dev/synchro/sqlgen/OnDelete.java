package dev.synchro.sqlgen;

/** What a foreign key does when the row referred to is deleted. */
public enum OnDelete {
  /** The deletion is refused. */
  NO_ACTION,
  /** The referring row is deleted too. */
  CASCADE,
  /** The referring columns become NULL. */
  SET_NULL
}
