package dev.synchro.core.schema;

import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import dev.synchro.core.value.PortableType;
import java.util.Objects;
import java.util.Optional;

/**
 * One synced column as clients see it. Contract 8.4.
 *
 * @param fieldId immutable logical id
 * @param name current name
 * @param bounds declared size, only for decimals
 */
public record FieldSchema(
    String fieldId,
    String name,
    PortableType type,
    boolean nullable,
    boolean writable,
    Optional<DecimalBounds> bounds) {
  public FieldSchema {
    Ids.require(fieldId);
    Ids.require(name);
    Objects.requireNonNull(type);
    if (bounds.isPresent() && type != PortableType.DECIMAL) {
      throw new Malformed(Rule.PRECISION_NOT_DECIMAL);
    }
  }

  /** A field without declared size. */
  public FieldSchema(
      String fieldId, String name, PortableType type, boolean nullable, boolean writable) {
    this(fieldId, name, type, nullable, writable, Optional.empty());
  }
}
