package dev.synchro.backend.push;

import dev.synchro.core.registry.CapturedColumn;
import dev.synchro.core.schema.FieldSchema;

/**
 * A field of a pushed table with the column behind it.
 *
 * @param field as clients see it
 * @param column as it is registered
 * @param quoted the column's name, ready to stand in a statement
 * @param inputType the type a text is cast to before it is assigned: no domain and no length, so
 *     that nothing is cut off silently
 * @param declaredType the type as it was declared, length and domain included
 * @param hasDefault whether an insert may leave it out
 */
record PushedColumn(
    FieldSchema field,
    CapturedColumn column,
    String quoted,
    String inputType,
    String declaredType,
    boolean hasDefault) {}
