package dev.synchro.sqlgen;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A unique constraint of a {@link SqlTable}. */
@Documented
@Retention(RetentionPolicy.SOURCE)
@Target({})
public @interface Unique {

  /** Name of the constraint; empty for {@code <table>_<column>_..._key}. */
  String name() default "";

  /** The columns, in order. */
  String[] value();

  /** Whether two NULLs count as equal. */
  boolean nullsNotDistinct() default false;
}
