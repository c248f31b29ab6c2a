package dev.synchro.worker.project;

import java.util.Arrays;

/** A row of a registered relation, by the octets of its key. Sorts as stored. */
public final class RowId implements Comparable<RowId> {
  private static final int HASH_PRIME = 0x01000193;

  private final RelationPlan relation;
  private final byte[] key;
  private final int hash;

  /** The row with this key, which must not be changed. */
  public RowId(RelationPlan relation, byte[] key) {
    this.relation = relation;
    this.key = key;
    this.hash = hash(relation.number(), key);
  }

  /** FNV-1a. Numbers in a row differ in their last octets, which 31 as a factor would blend. */
  private static int hash(int number, byte[] key) {
    int hash = number;
    for (byte octet : key) {
      hash = (hash ^ octet) * HASH_PRIME;
    }
    return hash;
  }

  public RelationPlan relation() {
    return relation;
  }

  /** The typed key; the array must not be changed. */
  public byte[] key() {
    return key;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowId that
        && hash == that.hash
        && relation == that.relation
        && Arrays.equals(key, that.key);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public int compareTo(RowId other) {
    int byRelation = Integer.compare(relation.number(), other.relation.number());
    return byRelation != 0 ? byRelation : Arrays.compareUnsigned(key, other.key);
  }

  @Override
  public String toString() {
    return "row of " + relation.relationId();
  }
}
