package dev.synchro.worker.project;

import dev.synchro.core.membership.ReferenceValue;
import java.util.Arrays;
import java.util.Optional;

/**
 * The values of a live row by which paths lead from row to row, in the order of the relation's
 * watched columns and in the form of {@link ReferenceValue}. A row that is not live leads nowhere.
 */
public final class References {
  /** Those of a row that is not live, and of a relation that no path touches. */
  public static final References NONE = new References(new byte[0][]);

  private final byte[][] values;

  References(byte[][] values) {
    this.values = values;
  }

  /** The value at a place; empty for null and for a row that is not live. */
  public Optional<byte[]> value(int place) {
    return place < values.length ? Optional.ofNullable(values[place]) : Optional.empty();
  }

  /** Whether a value is the same in both, absence included. */
  public boolean sameValue(int place, References other) {
    return Arrays.equals(value(place).orElse(null), other.value(place).orElse(null));
  }

  /** Whether a path finds the same by both. */
  public boolean same(References other) {
    return Arrays.deepEquals(values, other.values);
  }
}
