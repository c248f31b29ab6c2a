package dev.synchro.sqlgen;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A trigger of a {@link SqlTable}. */
@Documented
@Retention(RetentionPolicy.SOURCE)
@Target({})
public @interface SqlTrigger {

  /** Name of the trigger, unique within the table. */
  String name();

  /** When it fires. */
  Timing timing();

  /** What it fires on. */
  Event[] events();

  /** Whether it fires for each row or once for the statement. */
  Level level() default Level.ROW;

  /** Condition as it stands; empty to fire always. */
  String when() default "";

  /** Name of the routine of this extension, returning {@code trigger}, that is called. */
  String routine();

  /** Arguments, passed as text. */
  String[] arguments() default {};

  /** Text of its {@code COMMENT ON}. */
  String comment();

  /** When a trigger fires. */
  enum Timing {
    /** Before the change. */
    BEFORE,
    /** After the change. */
    AFTER
  }

  /** What a trigger fires on. */
  enum Event {
    /** A new row. */
    INSERT,
    /** A changed row. */
    UPDATE,
    /** A removed row. */
    DELETE,
    /** All rows removed at once; only at statement level. */
    TRUNCATE
  }

  /** How often a trigger fires. */
  enum Level {
    /** Once for each row. */
    ROW,
    /** Once for the statement. */
    STATEMENT
  }
}
