package dev.synchro.embedded.handler;

import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;

/**
 * What PL/Java cannot do, or does differently from what JDBC says, is refused with SQLSTATE 0A000.
 */
final class Refusal {
  private Refusal() {}

  static SQLException of(String what) {
    return new SQLFeatureNotSupportedException(
        what + " is not supported by the database's Java", "0A000");
  }
}
