package dev.synchro.sqlgen.processor.model;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * Where an object was declared.
 *
 * @param member the class, followed by the method when there is one
 * @param line line of the declaration in its source file, when the compiler tells
 */
public record Origin(String member, OptionalLong line) {

  public Origin {
    Objects.requireNonNull(member, "member");
    Objects.requireNonNull(line, "line");
  }
}
