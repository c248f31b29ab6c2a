package dev.synchro.core.registry;

import java.util.Objects;

/**
 * What makes a captured column a field.
 *
 * @param fieldId immutable logical id
 * @param writable whether a push may give it a value
 */
public record RegisteredField(String fieldId, boolean writable) {
  public RegisteredField {
    Objects.requireNonNull(fieldId, "fieldId");
  }
}
