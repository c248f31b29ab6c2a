package dev.synchro.sqlgen.processor.check;

import dev.synchro.sqlgen.processor.model.QualifiedName;
import dev.synchro.sqlgen.processor.model.SqlObject;
import java.util.function.Predicate;

/**
 * An object that another one needs.
 *
 * @param name its name
 * @param what what kind of object is expected, in words
 * @param fits which objects of that name will do
 * @param direction which of the two must be created first
 * @param rule the rule broken when there is none
 * @param place where it is asked for
 */
public record Requirement(
    QualifiedName name,
    String what,
    Predicate<SqlObject> fits,
    Direction direction,
    Rule rule,
    Place place) {

  /** Which of two objects must be created first. */
  public enum Direction {
    /** The one that is named. */
    NAMED_FIRST,
    /** The one that names. */
    NAMED_LAST
  }
}
