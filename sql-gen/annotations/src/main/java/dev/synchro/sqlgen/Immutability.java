package dev.synchro.sqlgen;

/** Which changes of a stored row are refused. */
public enum Immutability {
  /** None: an ordinary table. */
  NONE,
  /** UPDATE and TRUNCATE: a row stays as it was written until it is deleted. */
  UNTIL_DELETED,
  /** UPDATE, DELETE and TRUNCATE: a row stays for ever. */
  FOR_EVER
}
