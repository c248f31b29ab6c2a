package dev.synchro.embedded.handler;

import java.sql.SQLException;

/**
 * The way into PostgreSQL; implemented in C. Every method runs on the session's own thread inside a
 * function that SQL called, and throws otherwise. After a {@link BackendException} only {@link
 * #rollback} is served until it succeeded.
 */
final class Backend {
  private Backend() {}

  /** Number of the running call; also notes that the call has statements to close at its end. */
  static native long invocation() throws SQLException;

  /** Plans worth keeping, 0 or more. */
  static native int cacheSize();

  /**
   * Parses one statement whose parameters {@code $1...} have the given type OIDs; the handle lives
   * until freed.
   */
  static native long prepare(String sql, int[] types) throws SQLException;

  static native void free(long plan);

  /** Version, flags, column count, then code, name and type name of each column. */
  static native byte[] describe(long plan) throws SQLException;

  /** OID of a type, 0 when there is none of that name. */
  static native int typeOid(String name) throws SQLException;

  /** Runs a statement without rows. */
  static native long update(long plan, byte[] parameters) throws SQLException;

  static native int[] updateAll(long plan, byte[] parameters, int sets) throws SQLException;

  /**
   * Opens a statement with rows; see {@link RowBatch}. The first batch comes along only when the
   * statement has no effects that its running early could show.
   */
  static native byte[] query(long plan, byte[] parameters, int limit) throws SQLException;

  /** Up to {@code limit} further rows; see {@link RowBatch}. */
  static native byte[] fetch(int cursor, int limit) throws SQLException;

  static native void closeCursor(int cursor) throws SQLException;

  static native int savepoint() throws SQLException;

  static native void release(int savepoint) throws SQLException;

  static native void rollback(int savepoint) throws SQLException;
}
