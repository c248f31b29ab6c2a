package dev.synchro.embedded.handler;

import java.sql.SQLException;
import java.util.Arrays;

/**
 * A prepared statement of the server, owned by one statement at a time or idle in the {@link
 * PlanCache}.
 */
final class Plan {
  final long handle;
  final int[] types;
  private Shape shape;

  /** Only while idle. */
  SqlText text;

  Plan nextOfText;
  Plan older;
  Plan newer;

  private Plan(long handle, int[] types, Shape shape) {
    this.handle = handle;
    this.types = types;
    this.shape = shape;
  }

  static Plan prepare(SqlText text, int[] types) throws SQLException {
    long handle = Backend.prepare(text.text, types);
    return new Plan(handle, types, new Shape(Backend.describe(handle)));
  }

  boolean isFor(int[] others) {
    return Arrays.equals(types, others);
  }

  Shape shape() {
    return shape;
  }

  /**
   * The shape of the given version: the columns may have changed since the statement was prepared.
   */
  Shape shape(int version) throws SQLException {
    if (shape.version != version) {
      shape = new Shape(Backend.describe(handle));
    }
    return shape;
  }
}
