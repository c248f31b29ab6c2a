package dev.synchro.client;

import java.util.Arrays;

/** One row of one relation: the local number of the relation and the tail of the row identity. */
final class RowKey implements Comparable<RowKey> {

  private final int relation;
  private final byte[] key;

  RowKey(int relation, byte[] key) {
    this.relation = relation;
    this.key = key;
  }

  int relation() {
    return relation;
  }

  /** The octets themselves, not a copy; nobody changes them. */
  byte[] key() {
    return key;
  }

  @Override
  public int compareTo(RowKey other) {
    int byRelation = Integer.compare(relation, other.relation);
    return byRelation != 0 ? byRelation : Arrays.compareUnsigned(key, other.key);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowKey that
        && relation == that.relation
        && Arrays.equals(key, that.key);
  }

  @Override
  public int hashCode() {
    return 31 * relation + Arrays.hashCode(key);
  }

  /** Names no key: the text may reach a log. */
  @Override
  public String toString() {
    return "row of relation " + relation;
  }
}
