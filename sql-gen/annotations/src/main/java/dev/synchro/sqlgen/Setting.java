package dev.synchro.sqlgen;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A run-time setting in force while a routine runs ({@code SET name TO value}). */
@Documented
@Retention(RetentionPolicy.SOURCE)
@Target({})
public @interface Setting {

  /** Name of the setting, for example {@code row_security} or {@code synchro.user_id}. */
  String name();

  /** Its value. More than one is a list of identifiers, as for {@code search_path}. */
  String[] value();
}
