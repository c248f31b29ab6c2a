package dev.synchro.sqlgen;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A check constraint of a {@link SqlTable}. */
@Documented
@Retention(RetentionPolicy.SOURCE)
@Target({})
public @interface Check {

  /** Name of the constraint. */
  String name();

  /** The condition as it stands. */
  String condition();
}
