package dev.synchro.client;

import java.sql.SQLException;

/** The local SQLite database could not be read or written; nothing of the step was kept. */
public final class LocalDatabaseFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  LocalDatabaseFailure(String message, SQLException cause) {
    super(message, cause);
  }

  LocalDatabaseFailure(String message) {
    super(message);
  }
}
