package dev.synchro.core.registry;

import dev.synchro.core.pg.PgColumnType;
import dev.synchro.core.schema.FieldSchema;
import java.util.Objects;
import java.util.Optional;

/**
 * A column whose values are captured: a field of a synced table, a column that its scope templates
 * read, or a column of a capture dependency. Contract 1.1 and 8.1.
 *
 * @param number as {@code pg_attribute.attnum}
 * @param typeOid as {@code pg_attribute.atttypid}, to notice another type under the same name
 * @param notNull whether no stored row can hold NULL in it
 * @param field present when clients see it
 */
public record CapturedColumn(
    String name,
    int number,
    long typeOid,
    PgColumnType type,
    boolean notNull,
    Optional<RegisteredField> field) {
  public CapturedColumn {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(field, "field");
  }

  /** The column as clients see it; empty when they do not. */
  public Optional<FieldSchema> schema() {
    return field.map(
        known ->
            new FieldSchema(
                known.fieldId(),
                name,
                type.portableType(),
                !notNull,
                known.writable(),
                type.bounds()));
  }
}
