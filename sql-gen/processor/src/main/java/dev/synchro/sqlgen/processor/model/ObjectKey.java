package dev.synchro.sqlgen.processor.model;

import java.util.Comparator;

/**
 * What tells one object of the script from all others, and in which order equals are written.
 *
 * @param arguments catalogue names of a routine's parameter types, joined by {@code ", "}; empty
 *     for every other kind
 */
public record ObjectKey(Kind kind, QualifiedName name, String arguments)
    implements Comparable<ObjectKey> {

  private static final Comparator<ObjectKey> ORDER =
      Comparator.comparing(ObjectKey::kind)
          .thenComparing(ObjectKey::name)
          .thenComparing(ObjectKey::arguments);

  /** Kinds of objects, in the order in which the script prefers to write them. */
  public enum Kind {
    TYPE,
    TABLE,
    ROUTINE,
    STATEMENT
  }

  @Override
  public int compareTo(ObjectKey other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return kind == Kind.ROUTINE ? name + "(" + arguments + ")" : name.toString();
  }
}
