package dev.synchro.sqlgen.processor.model;

import java.util.Comparator;

/** The name of an object and of the schema it lies in. */
public record QualifiedName(Identifier schema, Identifier name)
    implements Comparable<QualifiedName> {

  private static final Comparator<QualifiedName> ORDER =
      Comparator.comparing(QualifiedName::schema).thenComparing(QualifiedName::name);

  @Override
  public int compareTo(QualifiedName other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return schema + "." + name;
  }
}
