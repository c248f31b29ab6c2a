package dev.synchro.sqlgen;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A foreign key of a {@link SqlTable}. */
@Documented
@Retention(RetentionPolicy.SOURCE)
@Target({})
public @interface ForeignKey {

  /** Name of the constraint; empty for {@code <table>_<column>_..._fkey}. */
  String name() default "";

  /** The columns, in order. */
  String[] columns();

  /** Table of the same schema that is referred to. */
  String references();

  /** Columns referred to; empty for those of the same names. */
  String[] referencedColumns() default {};

  /** What happens to the row when the row it refers to is deleted. */
  OnDelete onDelete() default OnDelete.NO_ACTION;
}
