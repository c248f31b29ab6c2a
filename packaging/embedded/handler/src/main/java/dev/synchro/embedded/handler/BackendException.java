package dev.synchro.embedded.handler;

import java.sql.SQLException;

/**
 * An error of PostgreSQL with all its fields. Let out of a function it becomes the same error
 * again.
 */
final class BackendException extends SQLException {
  private static final long serialVersionUID = 1L;

  /**
   * State, message, detail, hint, context, schema, table, column, type, constraint, internal query,
   * detail for the log; the order is that of error.c.
   */
  private final transient String[] fields;

  /** Position, internal position, what to hide. */
  private final transient int[] numbers;

  /** Called from C. */
  BackendException(String[] fields, int[] numbers) {
    super(fields[1], fields[0]);
    this.fields = fields;
    this.numbers = numbers;
  }

  String detail() {
    return fields[2];
  }

  String hint() {
    return fields[3];
  }

  int position() {
    return numbers[0];
  }
}
