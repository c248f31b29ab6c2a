package dev.synchro.embedded.handler;

import java.sql.SQLException;
import java.util.Arrays;

/** The parameter sets of a batch, all of the same types. */
final class ParameterBatch {
  private int[] types;
  private byte[] octets = new byte[256];
  private int length;
  private int size;
  private boolean isExecuted;

  void add(ParameterSet parameters) throws SQLException {
    requireFresh();
    int[] next = parameters.types();
    if (size > 0 && !Arrays.equals(types, next)) {
      throw new SQLException("expected the parameter types of the batch's first set", "07006");
    }
    byte[] set = parameters.encode();
    int needed = Math.addExact(length, set.length);
    if (needed > octets.length) {
      octets =
          Arrays.copyOf(
              octets,
              (int) Math.min(Integer.MAX_VALUE - 16L, Math.max(needed, octets.length * 2L)));
    }
    System.arraycopy(set, 0, octets, length, set.length);
    length = needed;
    types = next;
    size++;
  }

  /** PL/Java keeps an executed batch and would run it again. */
  void requireFresh() throws SQLException {
    if (isExecuted) {
      throw Refusal.of("a second use of an executed batch without clearBatch (it would run again)");
    }
  }

  int[] types() {
    return types;
  }

  byte[] octets() {
    return length == octets.length ? octets : Arrays.copyOf(octets, length);
  }

  int size() {
    return size;
  }

  void executed() {
    isExecuted = true;
    octets = new byte[0];
    length = 0;
  }
}
