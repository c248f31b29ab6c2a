package dev.synchro.worker.store;

import java.sql.SQLException;

/** A database error met inside a callback that cannot declare it; unwrapped by the caller. */
public final class StoreRefused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final SQLException error;

  public StoreRefused(SQLException error) {
    super("the store refused a statement", null, false, false);
    this.error = error;
  }

  public SQLException error() {
    return error;
  }
}
